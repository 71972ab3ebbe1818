"""Kinds of positions: those with the same game tree, numbered from the ends back.

    kinds = Kinds()
    won = kinds.end(1)                                  the game is over, and seat 1 has won
    kinds.file(1, (won, other), (1, 0))                 seat 1 to move; the first move is recommended
    kinds.kinds[won]                                    -> Kind(seat=0, value=Value(1, 0), following=())

Every kind comes after those that follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from fathom.core.outcome import Ending, Seat
from fathom.core.value import DRAW, Value


class Kind(NamedTuple):
    """Positions with the same game tree: the seat to move, the value, and the kinds after each move, rising.

    `marks` has a number for each of those: 1 if the rules for winning recommend the move and else 0, or its weight.
    After the end the seat is 0. A seat to move without a move would be a fault of the rules: a deadlock.
    """

    seat: Seat
    value: Value
    following: tuple[int, ...]
    marks: tuple[int, ...] = ()


class Kinds:
    """All kinds of a game so far."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self._ends: dict[Seat | None, int] = {}
        #: By seat: how good each kind is for it, and what a position is worth whose best move is so good.
        self._scores: dict[Seat, list[int]] = {1: [], 2: []}
        self._worth: dict[Seat, dict[int, Value]] = {1: {}, 2: {}}
        #: How good a value is for each seat.
        self._scored: dict[Value, tuple[int, int]] = {}
        self._numbers: dict[tuple[Seat, tuple[int, ...], tuple[int, ...]], int] = {}

    def end(self, winner: Seat | None) -> int:
        """The number of the kind of a finished game: only who has won matters."""
        if winner not in self._ends:
            self._ends[winner] = len(self.kinds)
            self._add(Kind(0, DRAW if winner is None else Value(winner, 0), ()))
        return self._ends[winner]

    def file(self, seat: Seat, following: tuple[int, ...], marks: tuple[int, ...]) -> int:
        """The number of a kind, by the kinds after each move, rising, and their marks; a new kind gets the next number.

        Nobody wins a deadlock.
        """
        key = seat, following, marks
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.kinds)
            self._add(Kind(seat, self._value(seat, following) if following else DRAW, following, marks))
        return number

    def _value(self, seat: Seat, following: tuple[int, ...]) -> Value:
        """The value of a position, by the kinds after each move: the seat to move takes the best of them."""
        best = max(map(self._scores[seat].__getitem__, following))
        return self._worth[seat][best]

    def _add(self, kind: Kind) -> None:
        self.kinds.append(kind)
        value = kind.value
        scored = self._scored.get(value)
        if scored is None:
            scored = self._scored[value] = value.score(1), value.score(2)
            for seat, score in zip((1, 2), scored, strict=True):
                self._worth[seat][score] = value.one_ply_earlier()
        self._scores[1].append(scored[0])
        self._scores[2].append(scored[1])


class ShapeCounts(NamedTuple):
    """How many positions there are of each shape, and of those that are over, by the winner."""

    shapes: Mapping[Hashable, int]
    over: Mapping[Seat | None, int]


class Whole(NamedTuple):
    """A whole game: its kinds, of which the last is that of the start. What few need is worked out on demand."""

    kinds: list[Kind]
    #: How many positions there are of each kind.
    count_positions: Callable[[], list[int]]
    #: The ways in which the game can end.
    find_endings: Callable[[], frozenset[Ending]]
