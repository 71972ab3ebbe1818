"""What only puzzles have in the terminal: the commands of `fathom puzzle`."""
