"""The values of large options as one byte for each position, looked up where they stand.

There is a matrix of values for each ply, row behind row.

Values are those of `theory.py`: 2 seat 1 completes a multiple, 1 it wins the comparison, 0 seat 2 wins. A column stands
for a board of seat 1, a row for a board of seat 2. The digits of seat 2 are given by their ranks among those that the
board of seat 1 leaves:

    seat 1 has 3 _ 7, seat 2 has _ 8 0        the digits left by seat 1 are 0 1 2 4 5 6 8 9, so seat 2 has _ 6 0

So no byte is wasted on boards that share a digit. `grid.py` works the values out with numpy; nothing here needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import comb, perm
from typing import Final

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.value import Census, Value, value_of
from fathom.games.digit_dilemma.rules import Board, Options, Position


class Boards:
    """The boards with `filled` of `digits` digits on them, by the places that are filled, then by their digits."""

    def __init__(self, slots: int, digits: int, filled: int) -> None:
        self.slots, self.digits, self.filled = slots, digits, filled
        self.first = {places: i for i, places in enumerate(combinations(range(slots), filled))}

    def __len__(self) -> int:
        return comb(self.slots, self.filled) * perm(self.digits, self.filled)

    def index(self, board: Board) -> int:
        """The row or column of a board."""
        places = tuple(place for place, digit in enumerate(board) if digit is not None)
        placed = [digit for digit in board if digit is not None]
        index = 0
        for i, digit in enumerate(placed):
            index = index * (self.digits - i) + digit - sum(before < digit for before in placed[:i])
        return self.first[places] * perm(self.digits, self.filled) + index


@lru_cache(maxsize=64)
def firsts(options: Options, ply: int) -> Boards:
    """The boards of seat 1 at a ply."""
    return Boards(options.slots, options.base, (ply + 1) // 2)


@lru_cache(maxsize=64)
def seconds(options: Options, ply: int) -> Boards:
    """The boards of seat 2 at a ply, with ranks as digits."""
    return Boards(options.slots, options.base - (ply + 1) // 2, ply // 2)


def sizes(options: Options) -> list[int]:
    """By ply: the number of positions."""
    return [len(firsts(options, ply)) * len(seconds(options, ply)) for ply in range(2 * options.slots)]


class GridTable:
    """The exact value of every position."""

    #: With which a kept table begins.
    KIND: Final = b"G"

    def __init__(self, options: Options, layers: Sequence[memoryview]) -> None:
        self.options = options
        #: By ply: a byte for each position.
        self.layers = layers

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        first, second = position.board(1), position.board(2)
        left = first.count(None) + second.count(None)
        ply = len(self.layers) - left
        ranks = {digit: rank for rank, digit in enumerate(d for d in range(self.options.base) if d not in first)}
        relative = tuple(None if digit is None else ranks[digit] for digit in second)
        columns = firsts(self.options, ply)
        at = seconds(self.options, ply).index(relative) * len(columns) + columns.index(first)
        return (Value(2, left), Value(1, left), Value(1, left - 1))[self.layers[ply][at]]

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move)) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        """The totals by counting in rows with numpy; None where it is not installed."""
        try:
            from fathom.games.digit_dilemma.tables.grid import census
        except ImportError:
            return None
        return census(self, meter)

    def pack(self) -> bytes:
        return b"".join([self.KIND, *self.layers])


def unpack(options: Options, packed: memoryview) -> GridTable:
    """The table from what follows the first byte of `pack`; raises `ValueError` if its length is wrong."""
    starts = list(accumulate(sizes(options), initial=0))
    if starts[-1] != len(packed):
        raise ValueError(f"the positions of this game take {starts[-1]:,} bytes, not {len(packed):,}")
    return GridTable(options, [packed[start:end] for start, end in pairwise(starts)])
