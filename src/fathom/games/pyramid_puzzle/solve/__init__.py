"""Solving puzzles: the least MP, the best routes, and what follows from them."""
