"""What is known of the game."""

from fathom.core.game import Known

KNOWN = Known(positions=4108, winner=1, plies=1)
