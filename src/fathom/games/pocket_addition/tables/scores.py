"""The solved rest of a game of Pocket Addition, as one row of scores for each set of numbers taken.

A game is solved from a *root*: a pool, and the sum of both totals. Whatever is taken from that pool, the two totals
together are known. So a state is the set of numbers taken and the total of the seat to move, and all states of one set
form a row. Rows are worked out from the largest sum to the smallest: every move leads to a larger one.

A score is a byte, the higher the better for the seat it belongs to:

    255 - p   wins in p plies               1 ... 101   loses in so many plies               0   there is no such move

Only totals below the target have states, as a total that makes it ends the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.numerals import numbers_in

NONE = 0
MEGABYTE = 1 << 20
_BYTES_PER_ROW = 200
BEST = 255
#: For the seat that has just made the target, and where both seats have passed: the score of the higher total or not.
MADE_TARGET, HIGHER, NOT_HIGHER = BEST - 1, BEST - 2, 2
_MIDDLE = 128
#: By a score of the seat to move: that of the other seat, one ply earlier. No move stays no move.
FLIPPED = bytes([NONE, *((BEST - 1 - score) if score < _MIDDLE else (BEST + 1 - score) for score in range(1, 256))])
#: The other way round; a game that is over has no score for the seat to move.
_UNFLIPPED = bytes([NONE, *((BEST + 1 - s) if s < _MIDDLE else max(BEST - 1 - s, NONE) for s in range(1, 256))])


class Size(NamedTuple):
    """How many sets of numbers can be taken, and how many states they have."""

    sets: int
    states: int


class Root(NamedTuple):
    """From where a game is solved: the numbers that somebody can still take, as bits, and both totals together.

    The target is that of the game, or one more than all numbers make if that is less: out of reach either way.
    """

    pool: int
    total: int
    target: int

    @classmethod
    def of(cls, pool: int, own: int, foe: int, target: int) -> Root:
        """The root of a state, without the numbers that are too large for both seats."""
        pool &= reach(target, own, foe)
        return cls(pool, own + foe, min(target, own + foe + sum(numbers_in(pool)) + 1))

    @property
    def largest_sum(self) -> int:
        """The largest sum of numbers taken with which both totals can be below the target."""
        return min(2 * (self.target - 1) - self.total, sum(numbers_in(self.pool)))

    def lanes(self, taken: int) -> tuple[int, int]:
        """The least and the highest total of a seat, when both totals together are `total` plus this sum."""
        both = self.total + taken
        return max(0, both - self.target + 1), min(both, self.target - 1)

    def size(self) -> Size:
        """How much there is to solve."""
        limit = self.largest_sum
        ways = [1] + [0] * limit
        for number in numbers_in(self.pool):
            for taken in range(limit, number - 1, -1):
                ways[taken] += ways[taken - number]
        states = 0
        for taken, sets in enumerate(ways):
            low, high = self.lanes(taken)
            states += sets * (high - low + 1)
        return Size(sum(ways), states)


def reach(target: int, own: int, foe: int) -> int:
    """The numbers that one of the seats could take."""
    return (2 << target - min(own, foe)) - 1


class Scores(Protocol):
    """The solved states of a root."""

    root: Root

    def score(self, pool: int, own: int, foe: int) -> int:
        """The score of the seat to move, which has `own`; the other one has not just passed."""

    def pack(self) -> bytes:
        """All rows, by the sum of the set of numbers taken, then by the set: what `KeptScores` is made of."""


class RowScores:
    """Rows as `bytes`, one for each set: quick for the default options, and needs nothing but Python."""

    def __init__(self, root: Root, meter: Meter) -> None:
        self.root = root
        numbers, (sets, states) = numbers_in(root.pool), root.size()
        meter.expect(states, sets * (_BYTES_PER_ROW + root.target) // MEGABYTE)
        won = bytes(root.target) + bytes([MADE_TARGET]) + bytes(max(numbers, default=0))
        #: By the numbers taken, as bits: the scores of the seat that has just moved, by its total. Behind the total
        #: that makes the target there is no legal one.
        self._moved: dict[int, bytes] = {}
        lanes = [root.lanes(total) for total in range(root.largest_sum + 1)]
        for taken, total in reversed(_sets_with_sums(numbers, root.largest_sum, meter)):
            low, high = lanes[total]
            end = high + 1
            after = [
                self._moved.get(taken | 1 << number, won)[low + number : end + number]
                for number in numbers_in(root.pool ^ taken)
            ]
            row = bytes(map(max, *after)) if len(after) > 1 else after[0] if after else bytes(end - low)
            if NONE in row:
                row = _with_passes(row)
            self._moved[taken] = bytes(low) + row[::-1].translate(FLIPPED) + won[end:]
            meter.tick(end - low)

    def score(self, pool: int, own: int, foe: int) -> int:
        return _UNFLIPPED[self._moved[self.root.pool & ~pool][foe]]

    def pack(self) -> bytes:
        def row(taken: int, total: int) -> bytes:
            low, high = self.root.lanes(total)
            return self._moved[taken][low : high + 1][::-1].translate(_UNFLIPPED)

        return pack_rows(self.root, row)


def pack_rows(root: Root, row: Callable[[int, int], bytes]) -> bytes:
    """The rows of all sets in the order of `Scores.pack`; `row` is asked with a set and its sum."""
    sets = _sets_with_sums(numbers_in(root.pool), root.largest_sum, UNLIMITED)
    return b"".join(row(taken, total) for total, taken in sorted((total, taken) for taken, total in sets))


def _sets_with_sums(numbers: tuple[int, ...], limit: int, meter: Meter) -> list[tuple[int, int]]:
    """Every set of numbers with a sum up to the limit, as bits, and its sum: each before those that contain it."""
    sets = [(0, 0)]
    for number in numbers:
        bit, most = 1 << number, limit - number
        larger: list[tuple[int, int]] = []
        for part in meter.parts(sets):
            larger += [(taken | bit, total + number) for taken, total in part if total <= most]
        sets += larger
    return sets


def _with_passes(row: bytes) -> bytes:
    """A row in which the totals without a move have got the score of a pass.

    The other seat's total is as far from the other end of the row. It moves, or passes as well, and the totals decide.
    """
    middle = len(row) // 2 if len(row) % 2 else len(row) // 2 - 1
    lower = row[::-1].translate(FLIPPED)
    ended = bytes([NOT_HIGHER]) * (middle + 1) + bytes([HIGHER]) * (len(row) - middle - 1)
    return bytes([mine or passed or end for mine, passed, end in zip(row, lower, ended, strict=True)])
