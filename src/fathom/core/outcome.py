"""How a game ended."""

from __future__ import annotations

from typing import NamedTuple

#: 1 or 2. Seat 1 moves first. A puzzle has seat 1 only.
Seat = int


def other(seat: Seat) -> Seat:
    """The seat across the board: `other(1) == 2`."""
    return 3 - seat


class Outcome(NamedTuple):
    """Who won (None: nobody) and why, in a few words: `Outcome(2, "532 is a multiple of 7")`."""

    winner: Seat | None
    reason: str

    def as_json(self) -> dict[str, object]:
        return {"winner": self.winner, "reason": self.reason}
