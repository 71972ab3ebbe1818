"""Playing in the terminal: the table, the seats and the coach."""
