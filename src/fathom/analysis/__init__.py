"""Exact values of any game turned into verdicts, analyses, reviews and the levels of the machines."""
