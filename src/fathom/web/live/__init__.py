"""Live matches: the matches in memory, who is connected to them, and how frames are written."""
