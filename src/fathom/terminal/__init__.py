"""The command line and its line-mode game."""
