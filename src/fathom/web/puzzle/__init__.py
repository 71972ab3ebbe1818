"""The puzzles' part of the API, and their pages."""
