"""Pyramid Puzzle: fetch the key and climb to the peak for the fewest movement points."""
