"""Pocket Addition: take numbers from a shared pool to make the target exactly."""
