"""Pyramid Challenge: be the first to fill a pyramid of sums and differences."""
