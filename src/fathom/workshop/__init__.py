"""The workshop: what a rule book is worth as a game, and what its options do to it."""
