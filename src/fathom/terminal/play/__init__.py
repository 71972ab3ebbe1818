"""Playing in the terminal: the table, the seats, the coach beside it."""
