"""Digit Dilemma: place shared digits to complete a multiple of seven first."""
