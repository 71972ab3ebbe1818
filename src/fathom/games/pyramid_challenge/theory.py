"""What is known of the game."""

from fathom.core.game import Known

KNOWN = Known(positions=9309141, winner=1, plies=11)
