"""How long a program may take."""

from __future__ import annotations

from typing import NamedTuple


class Clock(NamedTuple):
    """The seconds for each move, and those added once for starting: interpreters take a moment."""

    move: float = 5.0
    start: float = 10.0
