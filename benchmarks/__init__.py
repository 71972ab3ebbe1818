"""Measurements of fathom beside its peers, taken in one run: ``python -m benchmarks``."""
