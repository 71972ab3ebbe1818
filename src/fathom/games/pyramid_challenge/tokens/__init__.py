"""Pyramid Challenge with limited tokens: reasons, and the exact value of every position."""
