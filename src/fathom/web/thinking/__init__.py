"""Slow work off the event loop: bounded, fair between visitors, and stopped when nobody waits for it any more."""
