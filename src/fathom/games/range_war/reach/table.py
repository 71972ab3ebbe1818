"""The exact value of every position of Range War with a limited reach.

There is one byte for each last number and each set of free numbers. Directions alternate, so the count of claimed
numbers gives the direction: down after an odd count, up after an even one. (Where the second number was higher than the
first it is the other way round: the same line seen upside down.) A byte is a score for the seat that has just claimed
the last number, the higher the better:

    254 - d   wins in d plies            d + 1   loses in d plies            0   never happens: the last number is free

What claiming m is worth with the free numbers F is the byte of m and F without m. So the score of a seat to move is the
highest of these over the numbers in reach, a sliding maximum over m. All sets of the same size are solved together.

A set gives the index of a byte in two parts: its upper numbers and its lower ones (at most 13). Each part is ranked by
size first, so that the sets whose parts have certain sizes are a block of rows and columns:

    (highest) numbers  x  (sets of upper numbers, by size) rows  x  (sets of lower numbers, by size) columns
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import accumulate
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.outcome import Seat, other
from fathom.core.value import Census, Value, value_of
from fathom.games.range_war.rules import ANY, LOWER, Options, Position

VERSION = 1
#: The longest line with a table: 3.6 GB. Beyond it, positions are solved one by one as far as the budget goes.
LONGEST = 27
#: With a shorter reach games end soon, so solving only the positions that can be reached is quicker.
SHORTEST_REACH = 4
#: From here on numpy saves more time than it takes to import.
_WORTH_NUMPY = 13
_MOST_LOWER = 13

_EVEN_SCORE = 128


class Layout(NamedTuple):
    """Where the byte of a last number and a set of free numbers is; numbers count from 0 here."""

    highest: int

    @property
    def lower(self) -> int:
        """How many numbers belong to the lower part of a set."""
        return min(self.highest, _MOST_LOWER)

    @property
    def size(self) -> int:
        return self.highest << self.highest

    def place(self, free: int, last: int) -> int:
        rows, columns = ranking(self.highest - self.lower), ranking(self.lower)
        row, column = rows.rank[free >> self.lower], columns.rank[free & (1 << self.lower) - 1]
        return (last << self.highest) + (row << self.lower) + column


class Ranking(NamedTuple):
    """All sets of so many numbers, the smaller ones first."""

    sets: list[int]
    #: The place of each set in that order.
    rank: list[int]
    #: Where the sets of each size begin; one more than there are sizes.
    starts: list[int]


@cache
def ranking(numbers: int) -> Ranking:
    by_size: list[list[int]] = [[0]]
    for number in range(numbers):
        grown = [[one | 1 << number for one in same_size] for same_size in by_size]
        by_size = [a + b for a, b in zip([*by_size, []], [[], *grown], strict=True)]
    sets = [one for same_size in by_size for one in same_size]
    rank = [0] * len(sets)
    for place, one in enumerate(sets):
        rank[one] = place
    return Ranking(sets, rank, list(accumulate(map(len, by_size), initial=0)))


class ReachTable:
    """Looks values up. `scores` is anything that can be indexed and yields bytes."""

    def __init__(self, options: Options, scores: Sequence[int]) -> None:
        self.options = options
        self._scores = scores
        self._layout = Layout(options.highest)

    @property
    def states(self) -> int:
        """The number of bytes in the table."""
        return self._layout.size

    def pack(self) -> bytes:
        return bytes(self._scores)

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        if position.last is None:
            return self._start
        return _value(position.to_move, self.score(position.free >> 1, position.last - 1, position.must_go))

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move), meter) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        return None

    @cached_property
    def _start(self) -> Value:
        from fathom.games.range_war.rules import GAME

        values = self.values_after(GAME.start(self.options))
        return max(values, key=lambda value: value.score(1)).one_ply_earlier()

    def score(self, free: int, last: int, must_go: str) -> int:
        """The score of a last number; of two directions, the next seat chooses the one that is worse for it."""
        if must_go == ANY:
            return min(self.score(free, last, LOWER), self.score(free, last, "higher"))
        highest = self.options.highest
        goes_down = (highest - free.bit_count()) % 2 == 1
        if goes_down != (must_go == LOWER):  # seen upside down
            free, last = int(f"{free:0{highest}b}"[::-1], 2), highest - 1 - last
        return int(self._scores[self._layout.place(free, last)])


def restore(options: Options, packed: bytes, _meter: Meter = UNLIMITED) -> ReachTable:
    """The table from the bytes of `pack`; raises `ValueError` if they are not as many as there must be."""
    if len(packed) != Layout(options.highest).size:
        raise ValueError(f"a line of {options.highest} numbers has another table than one of {len(packed):,} bytes")
    return ReachTable(options, packed)


def has_table(options: Options) -> bool:
    """Is there a table with these options?"""
    return options.is_limited and options.reach >= SHORTEST_REACH and options.highest <= LONGEST


def _value(seat: Seat, score: int) -> Value:
    """The value for the seat to move, from the score of the other one."""
    return Value(other(seat), 254 - score) if score > _EVEN_SCORE else Value(seat, score - 1)


def solve(options: Options, meter: Meter = UNLIMITED) -> ReachTable:
    """Solve every position; raises `Unknown` when the budget is spent."""
    layout = Layout(options.highest)
    meter.expect(layout.size, layout.size // 1_000_000)
    if options.highest >= _WORTH_NUMPY and find_spec("numpy"):
        from fathom.games.range_war.reach.sweep import sweep

        return ReachTable(options, sweep(layout, options.reach, meter))
    from fathom.games.range_war.reach.plain_sweep import plain_sweep

    return ReachTable(options, plain_sweep(layout, options.reach, meter))
