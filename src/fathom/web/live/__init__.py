"""Live matches: the matches in memory, the connections to them, and how frames are written."""
