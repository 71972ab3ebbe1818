"""What a position is worth with perfect play.

The winner hurries and the loser delays; plies count every ply, passes included, until the game is over. A draw has
no distance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.outcome import Outcome, Seat

_FAR = 1 << 40


class Value(NamedTuple):
    """Who wins (None: nobody) and in how many plies: `Value(2, 9)`, `Value(None, None)`."""

    winner: Seat | None
    plies: int | None

    def score(self, seat: Seat) -> int:
        """How much `seat` likes it: any win above any draw above any loss, quick wins and slow losses first."""
        if self.plies is None:
            return 0
        return _FAR - self.plies if self.winner == seat else self.plies - _FAR

    def one_ply_earlier(self) -> Value:
        """The value of the position before, when this is where its best move leads."""
        return self if self.plies is None else Value(self.winner, self.plies + 1)

    def as_json(self) -> dict[str, int | None]:
        return {"winner": self.winner, "plies": self.plies}


DRAW = Value(None, None)


def value_of(outcome: Outcome) -> Value:
    """The value of a finished game."""
    return DRAW if outcome.winner is None else Value(outcome.winner, 0)


class Census(NamedTuple):
    """How many positions can be reached, and in how many of them exactly one of several moves keeps the result."""

    positions: int
    only_moves: int


class Oracle(Protocol):
    """Knows the exact value of every position that can be reached with the options it was made for.

    What it has not worked out yet it works out within the meter it is given.
    """

    def value(self, position: Any, meter: Meter = UNLIMITED, /) -> Value:
        """The value."""

    def values_after(self, position: Any, meter: Meter = UNLIMITED, /) -> list[Value]:
        """The value after each legal move, in the order of `position.moves()`."""

    def census(self, meter: Meter = UNLIMITED, /) -> Census | None:
        """The totals, where they are known without visiting every position."""


class Adviser(Protocol):
    """Knows values and best moves."""

    @property
    def meter(self) -> Meter:
        """Measures all that it works out."""

    @property
    def value(self) -> Callable[[Any], Value]:
        """position -> its value."""

    @property
    def values_after(self) -> Callable[[Any], list[Value]]:
        """position -> the value after each legal move, in their order."""

    @property
    def best(self) -> Callable[[Any], tuple[Any, Any]]:
        """position -> the first of its best moves, and the position after it."""


def end_of_best_play(position: Any, adviser: Adviser) -> Outcome:
    """How the game ends when both sides play perfectly from here."""
    while position.outcome is None:
        _, position = adviser.best(position)
    outcome: Outcome = position.outcome
    return outcome


class Why(Protocol):
    """Says in one clause why a legal move is worth what it is: "makes 15 exactly"."""

    def __call__(self, position: Any, move: Any, adviser: Adviser) -> str: ...
