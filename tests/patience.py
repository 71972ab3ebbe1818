"""How long to wait, and how long is too long, on a machine that may have other things to do."""

from __future__ import annotations

import os

#: Waiting for what must happen sooner or later: only a test that fails waits so long.
PATIENCE = 60.0


def allowed(seconds: float) -> float:
    """What may take so many seconds by itself: longer where more wants to run than two tasks for each core."""
    return seconds * max(1.0, os.getloadavg()[0] / (2 * (os.cpu_count() or 1)))
