"""Limited time: how much each seat has, and how much of it is left. All times are whole milliseconds.

    clock = Clock("game", 300)               five minutes for each seat, for all its moves together
    times = Times(clock)
    times.begin_turn(2, at=1_000)            the time of seat 2 runs from here on
    times.left(2, at=61_000)                 -> 240_000

Time does not run during an outage, when there was nobody to take a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from fathom.core.outcome import Seat
from fathom.core.words import counted

Per = Literal["game", "move"]
GAME: Final = "game"
MOVE: Final = "move"
LEAST_SECONDS, MOST_SECONDS = 5, 7 * 24 * 60 * 60
_UNITS = ((24 * 60 * 60, "day"), (60 * 60, "hour"), (60, "minute"), (1, "second"))


class Clock(NamedTuple):
    """How much time each seat has: for all its moves in a game together, or for each move."""

    per: Per
    seconds: int

    def describe(self) -> str:
        """As a clause: `5 minutes each for the whole game`, `30 seconds for each move`."""
        time = say_seconds(self.seconds)
        return f"{time} each for the whole game" if self.per == GAME else f"{time} for each move"


def say_seconds(seconds: int) -> str:
    """In words: `1 minute 30 seconds`."""
    parts = []
    for size, unit in _UNITS:
        many, seconds = divmod(seconds, size)
        if many:
            parts.append(counted(many, unit))
    return " ".join(parts)


class Span(NamedTuple):
    """A stretch of time, in milliseconds."""

    began: int
    ended: int

    def overlap(self, other: Span) -> int:
        """How much of it lies in another."""
        return max(0, min(self.ended, other.ended) - max(self.began, other.began))


class Times:
    """What is left of the time of two seats."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        #: When there was nobody to take a move, in order; shared by all matches of a server.
        self.outages: Sequence[Span] = ()
        #: The turns that have ended, of each seat.
        self._turns: dict[Seat, list[Span]] = {1: [], 2: []}
        #: The seat whose time is running, if any, and since when.
        self.runs: Seat | None = None
        self._since = 0

    def begin_turn(self, seat: Seat | None, at: int) -> None:
        """From now on the time of this seat runs, or that of nobody."""
        if self.runs is not None:
            self._turns[self.runs].append(Span(self._since, max(at, self._since)))
        self.runs, self._since = seat, at

    def left(self, seat: Seat, at: int) -> int:
        """What a seat has left at a moment; 0 when it has used up its time."""
        spans = [Span(self._since, at)] if self.runs == seat else []
        if self.clock.per == GAME:
            spans += self._turns[seat]
        return max(0, 1000 * self.clock.seconds - sum(map(self._spent, spans)))

    def _spent(self, span: Span) -> int:
        """A turn without the outages in it. Only the latest are looked at: a server may have had thousands before."""
        spent = max(0, span.ended - span.began)
        for outage in reversed(self.outages):
            if outage.ended <= span.began:
                break
            spent -= span.overlap(outage)
        return spent
