"""Exact values for any game that ends, by searching it. Knows positions, never a game's name."""
