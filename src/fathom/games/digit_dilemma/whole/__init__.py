"""The whole of Digit Dilemma: every kind of position, with the number of positions of each."""
