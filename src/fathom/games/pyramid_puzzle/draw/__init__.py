"""Drawing puzzles: as text, as pictures, and for print."""
