"""The server on stores of a thousand to a million matches: ``python -m benchmarks.store``."""
