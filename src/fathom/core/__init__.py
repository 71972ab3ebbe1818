"""What every game shares: the protocols for rules, and the matches, codes and records built on them.

Standard library only; knows no game by name.
"""
