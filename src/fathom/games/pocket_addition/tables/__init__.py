"""Ways to solve Pocket Addition: row by row, with integers as sets of states, and with numpy."""
