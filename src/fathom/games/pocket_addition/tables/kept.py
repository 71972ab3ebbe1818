"""Scores that were solved before and kept as bytes: looked up where they stand, with nothing made from them.

The rows of all sets of numbers taken stand one behind the other, ordered by the sum of the set, then by the set as
bits. How many sets come before one is counted: from its largest number down, those that have the same larger numbers
and not this one.

    taken 2 and 5 of 1 to 6: sum 7          sets with this sum: 1 2 4,  3 4,  2 5,  1 6
    5 is taken: 2 sets of smaller numbers make 7 (1 2 4 and 3 4); 2 is taken: none of 1 makes the 2 that are left
"""

from __future__ import annotations

from itertools import accumulate
from operator import add

from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.tables.scores import Root


class KeptScores:
    """The rows of a root, from the bytes that `pack` gave; raises `ValueError` if they are not as many."""

    def __init__(self, root: Root, packed: bytes) -> None:
        self.root = root
        self._packed = packed
        #: From the largest number down: by their sum, how many sets of smaller numbers there are.
        self._smaller: list[tuple[int, list[int]]] = []
        ways = [1] + [0] * root.largest_sum
        for number in numbers_in(root.pool):
            self._smaller.insert(0, (number, ways))
            ways = list(map(add, ways, [0] * number + ways))
        lanes = [root.lanes(total) for total in range(root.largest_sum + 1)]
        sizes = [sets * (high - low + 1) for sets, (low, high) in zip(ways, lanes, strict=True)]
        #: By sum: where the rows of its sets begin.
        self._starts = list(accumulate(sizes, initial=0))
        if len(packed) != self._starts[-1]:
            raise ValueError(f"the scores of this game take {self._starts[-1]:,} bytes, not {len(packed):,}")

    def score(self, pool: int, own: int, foe: int) -> int:
        total = own + foe - self.root.total
        low, high = self.root.lanes(total)
        row = self._rank(self.root.pool & ~pool, total)
        return self._packed[self._starts[total] + row * (high - low + 1) + own - low]

    def pack(self) -> bytes:
        return self._packed

    def _rank(self, taken: int, total: int) -> int:
        """How many sets with the same sum come before this one."""
        rank = 0
        for number, ways in self._smaller:
            if taken >> number & 1:
                rank += ways[total]
                total -= number
        return rank
