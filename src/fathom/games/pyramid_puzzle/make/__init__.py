"""Making puzzles: generated, certified, graded, drafted by hand, and the one of the day."""
