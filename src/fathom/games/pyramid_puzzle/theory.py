"""What is known of the published scenario."""

from fathom.core.game import Known

KNOWN = Known(positions=1733, mp=12)
