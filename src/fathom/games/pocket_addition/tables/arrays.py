"""The same scores with numpy, for large options: all sets of numbers with one sum are worked out at a time.

For each sum of numbers taken: the sets, as bits in rising order, and a matrix of scores with a row for each set and a
column for each total of the seat to move.

Lemma: taking number n is a bijection between the sets of one sum that lack n and the sets of the sum n higher that have
it, and it keeps the order, because it sets the same bit in all of them. So what follows from taking n needs no search:
the rows that lack n, one after another, lead to the rows that have it, one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fathom.core.budget import Meter
from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.tables.scores import FLIPPED, HIGHER, MADE_TARGET, MEGABYTE, NONE, NOT_HIGHER, Root

_FLIPPED = np.frombuffer(FLIPPED, np.uint8)
#: Rows in one step, so that a step takes some milliseconds: between two steps the work can be stopped.
_ROWS_AT_ONCE = 1 << 16
_BYTES_PER_SET = 24


class _Group(NamedTuple):
    """All sets with one sum, and the scores of the seat to move by its total."""

    sets: np.ndarray
    scores: np.ndarray


class ArrayScores:
    """Rows of all sets with one sum as a matrix."""

    def __init__(self, root: Root, meter: Meter) -> None:
        self.root = root
        sets, states = root.size()
        meter.expect(states, (2 * states + _BYTES_PER_SET * sets) // MEGABYTE)
        self._numbers = numbers_in(root.pool)
        grouped = _sets_by_sum(self._numbers, root.largest_sum, meter)
        self._groups: dict[int, _Group] = {}
        #: The scores of the seat that has just moved by its total, for as long as a number can still lead there.
        self._moved: dict[int, np.ndarray] = {}
        for total in reversed(range(len(grouped))):
            self._solve(total, grouped.pop(), meter)
            self._moved.pop(total + max(self._numbers, default=0), None)
        self._moved.clear()

    def score(self, pool: int, own: int, foe: int) -> int:
        total = own + foe - self.root.total
        sets, scores = self._groups[total]
        low, _ = self.root.lanes(total)
        return int(scores[np.searchsorted(sets, self.root.pool & ~pool), own - low])

    def pack(self) -> bytes:
        return b"".join(self._groups[total].scores.tobytes() for total in sorted(self._groups))

    def _solve(self, total: int, sets: np.ndarray, meter: Meter) -> None:
        low, high = self.root.lanes(total)
        scores = np.full((len(sets), high - low + 1), NONE, np.uint8)
        for number in self._numbers:
            self._take(total, number, sets, scores, meter)
        moved = np.empty_like(scores)
        ends = np.where(2 * np.arange(high - low + 1) > high - low, HIGHER, NOT_HIGHER).astype(np.uint8)
        for part in _parts(len(sets)):
            row = scores[part]
            theirs = _FLIPPED[row[:, ::-1]]
            passed = np.where(theirs == NONE, ends, theirs)
            np.copyto(row, passed, where=row == NONE)
            moved[part] = _FLIPPED[row[:, ::-1]]
            meter.tick(row.size)
        self._groups[total], self._moved[total] = _Group(sets, scores), moved

    def _take(self, total: int, number: int, sets: np.ndarray, scores: np.ndarray, meter: Meter) -> None:
        """Raise the scores to what taking a number leads to."""
        low, high = self.root.lanes(total)
        lacking = np.flatnonzero(sets >> number & 1 == 0)
        if low <= self.root.target - number <= high:
            scores[lacking, self.root.target - number - low] = MADE_TARGET
        following, moved = self._groups.get(total + number), self._moved.get(total + number)
        if following is None or moved is None:
            return
        low_after, high_after = self.root.lanes(total + number)
        columns = high_after - number - low + 1  # the totals with which the number may be taken, short of the target
        if columns <= 0:
            return
        having = np.flatnonzero(following.sets >> number & 1)
        first = low + number - low_after
        for part in _parts(len(lacking)):
            rows = scores.take(lacking[part], axis=0)
            legal = rows[:, :columns]
            np.maximum(legal, moved.take(having[part], axis=0)[:, first : first + columns], out=legal)
            scores[lacking[part]] = rows
            meter.look()


def _parts(rows: int) -> Iterator[slice[int, int, None]]:
    return (slice(start, start + _ROWS_AT_ONCE) for start in range(0, rows, _ROWS_AT_ONCE))


def _sets_by_sum(numbers: tuple[int, ...], limit: int, meter: Meter) -> list[np.ndarray]:
    """By their sum: every set of these numbers, as bits in rising order."""
    groups = [np.zeros(1 if total == 0 else 0, np.int64) for total in range(limit + 1)]
    for number in numbers:
        for total in range(limit, number - 1, -1):
            meter.look()
            groups[total] = np.concatenate((groups[total], groups[total - number] | 1 << number))
    return groups
