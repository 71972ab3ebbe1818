"""The value of a position with perfect play, and the oracles and advisers that know it.

In a contest the winner hurries and the loser delays; `plies` counts every ply to the end of the game, passes included.
A draw has no distance. The value of a puzzle is the least total of movement points (MP) for which its end can be
reached, including those already spent; if the end is out of reach, the winner is None.

    Value(2, 9)              seat 2 wins in 9 plies
    Value(None)              a draw, or a puzzle whose end is out of reach
    Value(1, mp=12)          a puzzle that takes 12 MP in all
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
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
    """Who wins or solves the puzzle (None: nobody), and in how many plies or for how many MP.

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
        """A number that orders values for `seat`: wins over draws over losses, quick wins and slow losses first."""
        distance = self.plies if self.plies is not None else self.mp
        if distance is None:
            return 0
        return _FAR - distance if self.winner == seat else distance - _FAR

    def one_ply_earlier(self) -> Value:
        """The value of the position before, if its best move leads to this value."""
        return self if self.plies is None else Value(self.winner, self.plies + 1)

    def as_dict(self, measure: Measure) -> ValueDict:
        return {"mp": self.mp} if measure == MP else {"winner": self.winner, "plies": self.plies}


#: Also the value of a puzzle whose end is out of reach.
DRAW = Value(None)


def value_of(outcome: Outcome) -> Value:
    """The value of a finished contest."""
    return DRAW if outcome.winner is None else Value(outcome.winner, 0)


class Census(NamedTuple):
    """The number of reachable positions, and of those in which exactly one of several moves keeps the result."""

    positions: int
    only_moves: int


class Oracle(Protocol[P_contra]):
    """Knows the exact value of every position that can be reached with the options it was made for.

    Values that are not known yet are worked out within the given meter.
    """

    def value(self, position: P_contra, meter: Meter = UNLIMITED, /) -> Value:
        """The value."""

    def values_after(self, position: P_contra, meter: Meter = UNLIMITED, /) -> list[Value]:
        """The value after each legal move, in the order of `position.moves()`."""

    def census(self, meter: Meter = UNLIMITED, /) -> Census | None:
        """The totals, or None if they are not known without visiting every position."""


class Adviser(Generic[P, M]):
    """An oracle with a cache: knows the value of every position of a game, and the best move there.

    An adviser serves one piece of work and has its meter; its cache can be shared with other advisers.
    """

    def __init__(
        self,
        oracle: Oracle[P],
        meter: Meter = UNLIMITED,
        known: Memory[P, tuple[M, P]] | None = None,
        prefer: Prefer[P, M] | None = None,
        obvious: Obvious[P, M] | None = None,
    ) -> None:
        self.oracle = oracle
        self.meter = meter
        self.prefer = prefer
        self.obvious = obvious
        self._known: Memory[P, tuple[M, P]] = Memory(_POSITIONS_REMEMBERED) if known is None else known
        self._recall = self._known.get
        self._said: dict[Hashable, str] = {}
        self._last: tuple[P | None, M | None, P | None] = None, None, None
        self._judged: tuple[P | None, Value] = None, DRAW
        self._reached: tuple[P | None, Value] = None, DRAW

    def value(self, position: P) -> Value:
        reached, value = self._reached
        if position is reached:
            return value
        judged, value = self._judged
        return value if position is judged else self.oracle.value(position, self.meter)

    def judge_moves_of(self, position: P) -> Value:
        """The value of a position whose moves are judged next: it is remembered, as every one of them is compared."""
        self._judged = position, self.oracle.value(position, self.meter)
        return self._judged[1]

    def values_after(self, position: P) -> list[Value]:
        """The value after each legal move, in their order."""
        return self.oracle.values_after(position, self.meter)

    def best(self, position: P) -> tuple[M, P]:
        """Of the best moves the preferred one, or else the first, and the position after it."""
        known = self._recall(position)
        return self._known.keep(position, self._best(position)) if known is None else known

    def _best(self, position: P) -> tuple[M, P]:
        obvious = self.obvious(position) if self.obvious else None
        if obvious is not None:
            return obvious, position.after(obvious)
        moves, seat = position.moves(), position.to_move
        if len(moves) == 1:
            return moves[0], position.after(moves[0])
        values = self.values_after(position)
        if values.count(values[0]) < len(values):
            best = max(set(values), key=lambda value: value.score(seat))  # many moves, few values
            moves = tuple([move for move, value in zip(moves, values, strict=True) if value == best])
        move = self.prefer(position, moves) if self.prefer and len(moves) > 1 else moves[0]
        return move, position.after(move)

    def after(self, position: P, move: M) -> P:
        """The position after a move; the last one is remembered, as several ask for it in turn."""
        before, made, after = self._last
        if before is not position or made is not move:
            after = position.after(move)
            self._last = position, move, after
        assert after is not None
        return after

    def reach(self, position: P, move: M, value: Value) -> P:
        """The position after a move that was judged; its value is remembered, too."""
        after = self.after(position, move)
        self._reached = after, value
        return after

    def say_once(self, about: Hashable, say: Callable[[], str]) -> str:
        """A clause that the reasons of several moves share: worked out for the first of them."""
        said = self._said.get(about)
        if said is None:
            said = self._said[about] = say()
        return said


#: Says in one clause why a legal move has its value: "makes 15 exactly".
Why = Callable[[P, M, Adviser[P, M]], str]

#: Picks one of several equally good moves.
Prefer = Callable[[P, Sequence[M]], M]

#: The best move of a position, and of several the preferred one, where that is plain without values; else None.
Obvious = Callable[[P], M | None]

#: Of any game, for code that treats all games alike.
AnyOracle = Oracle[AnyPosition]
AnyAdviser = Adviser[AnyPosition, Move]
