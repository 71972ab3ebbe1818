"""Making puzzles: generating, certifying and grading them, drafts made by hand, and the daily puzzle."""
