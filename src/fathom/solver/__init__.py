"""Exact values for any game that ends, by search. Knows positions, never a game by name."""
