"""Drawing puzzles: in characters, as pictures, and on paper."""
