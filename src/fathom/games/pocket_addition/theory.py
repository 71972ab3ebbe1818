"""What is known of the game."""

from fathom.core.game import Known

KNOWN = Known(positions=1973, winner=1, plies=5)
