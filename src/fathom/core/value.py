"""What a position is worth with perfect play, and who knows it.

In a contest the winner hurries and the loser delays; plies count every ply, passes included, until the game is over. A
draw has no distance. A puzzle is worth the fewest movement points (MP) in all for which its end can be reached, those
already spent included; where it is out of reach, nobody gets there.

    Value(2, 9)              seat 2 wins in 9 plies
    Value(None)              a draw, or a puzzle whose end is out of reach
    Value(1, mp=12)          a puzzle that takes 12 MP in all
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypedDict, TypeVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import MP, AnyPosition, M, Measure, Move, P
from fathom.core.memory import Memory
from fathom.core.outcome import Outcome, Seat

P_contra = TypeVar("P_contra", contravariant=True)

_FAR = 1 << 40
_POSITIONS_REMEMBERED = 1 << 16


class ValueDict(TypedDict, total=False):
    """A value as JSON: `winner` and `plies` in a contest, `mp` in a puzzle."""

    winner: Seat | None
    plies: int | None
    mp: int | None


class Value(NamedTuple):
    """Who gets there (None: nobody), and in how many plies or for how many MP.

    >>> import fathom
    >>> fathom.analyze("range-war").value
    Value(winner=1, plies=1)
    >>> fathom.analyze("pyramid-puzzle").value
    Value(winner=1, mp=12)
    """

    winner: Seat | None
    plies: int | None = None
    mp: int | None = None

    def __repr__(self) -> str:
        distances = {"plies": self.plies, "mp": self.mp}
        known = "".join(f", {name}={distance}" for name, distance in distances.items() if distance is not None)
        return f"Value(winner={self.winner}{known})"

    def score(self, seat: Seat) -> int:
        """How much `seat` likes it: any win above any draw above any loss, quick wins and slow losses first."""
        distance = self.plies if self.plies is not None else self.mp
        if distance is None:
            return 0
        return _FAR - distance if self.winner == seat else distance - _FAR

    def one_ply_earlier(self) -> Value:
        """The value of the position before, when this is where its best move leads."""
        return self if self.plies is None else Value(self.winner, self.plies + 1)

    def as_dict(self, measure: Measure) -> ValueDict:
        return {"mp": self.mp} if measure == MP else {"winner": self.winner, "plies": self.plies}


#: Also the value of a puzzle whose end is out of reach: nobody gets there.
DRAW = Value(None)


def value_of(outcome: Outcome) -> Value:
    """The value of a finished contest."""
    return DRAW if outcome.winner is None else Value(outcome.winner, 0)


class Census(NamedTuple):
    """How many positions can be reached, and in how many of them exactly one of several moves keeps the result."""

    positions: int
    only_moves: int


class Oracle(Protocol[P_contra]):
    """Knows the exact value of every position that can be reached with the options it was made for.

    What it has not worked out yet it works out within the meter it is given.
    """

    def value(self, position: P_contra, meter: Meter = UNLIMITED, /) -> Value:
        """The value."""

    def values_after(self, position: P_contra, meter: Meter = UNLIMITED, /) -> list[Value]:
        """The value after each legal move, in the order of `position.moves()`."""

    def census(self, meter: Meter = UNLIMITED, /) -> Census | None:
        """The totals, where they are known without visiting every position."""


class Adviser(Generic[P, M]):
    """An oracle with a memory: knows the value of every position of a game, and what perfect play does there.

    An adviser is for one piece of work, whose meter it has; what it finds out can be shared with others.
    """

    def __init__(
        self, oracle: Oracle[P], meter: Meter = UNLIMITED, known: Memory[P, tuple[M, P]] | None = None
    ) -> None:
        self.oracle = oracle
        self.meter = meter
        self._known: Memory[P, tuple[M, P]] = Memory(_POSITIONS_REMEMBERED) if known is None else known
        self._recall = self._known.get

    def value(self, position: P) -> Value:
        return self.oracle.value(position, self.meter)

    def values_after(self, position: P) -> list[Value]:
        """The value after each legal move, in their order."""
        return self.oracle.values_after(position, self.meter)

    def best(self, position: P) -> tuple[M, P]:
        """The first of the best moves, and the position after it."""
        known = self._recall(position)
        return self._known.keep(position, self._best(position)) if known is None else known

    def _best(self, position: P) -> tuple[M, P]:
        moves, seat = position.moves(), position.to_move
        if len(moves) == 1:
            return moves[0], position.after(moves[0])
        values = self.values_after(position)
        best = max(set(values), key=lambda value: value.score(seat))  # many moves, few values
        move = moves[values.index(best)]
        return move, position.after(move)


#: Says in one clause why a legal move is worth what it is: "makes 15 exactly".
Why = Callable[[P, M, Adviser[P, M]], str]

#: Of whichever game, for code that looks inside none of them.
AnyOracle = Oracle[AnyPosition]
AnyAdviser = Adviser[AnyPosition, Move]


def end_of_best_play(position: P, adviser: Adviser[P, M]) -> Outcome:
    """How the game ends when both sides play perfectly from here."""
    outcome: Outcome | None = position.outcome
    while outcome is None:
        _, position = adviser.best(position)
        outcome = position.outcome
    return outcome
