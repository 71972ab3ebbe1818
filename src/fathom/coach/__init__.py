"""The coach: turns exact values into hints, drills and progress."""
