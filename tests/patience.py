"""How long to wait, and how long is too long, on a machine that may have other things to do."""

from __future__ import annotations

import os

#: For waiting until something happens that must happen: only a failing test waits this long.
PATIENCE = 60.0


def allowed(seconds: float) -> float:
    """The time limit of something that may take this many seconds: longer if there are over two tasks for each core."""
    return seconds * max(1.0, os.getloadavg()[0] / (2 * (os.cpu_count() or 1)))
