"""What every game shares: rules as protocols, and matches, codes and records over them.

Standard library only; knows no game by name.
"""
