"""Ways to solve Digit Dilemma for large options: sets of boards as integers, and matrices with numpy."""
