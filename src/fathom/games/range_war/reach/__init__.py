"""Range War with a limited reach: reasons, and the exact value of every position."""
