"""Fills the table of Range War with a reach with numpy: all sets whose parts have the same sizes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fathom.core.budget import Meter
from fathom.games.range_war.reach.table import ranking

if TYPE_CHECKING:
    from fathom.games.range_war.reach.table import Layout

#: Bytes worked on at once: as many as a processor keeps close.
_AT_ONCE = 1 << 20


class _Part(NamedTuple):
    """The rows or the columns of the table.

    For each number of the part: where a set goes that gets or loses it, and 255 for each set without it.
    """

    starts: list[int]
    toggled: list[np.ndarray]
    without: np.ndarray

    @classmethod
    def of(cls, numbers: int) -> _Part:
        sets, rank, starts = (np.array(one) for one in ranking(numbers))
        toggled = [rank[sets ^ 1 << number].astype(np.intp) for number in range(numbers)]
        without = [np.where(sets >> number & 1, 0, 255).astype(np.uint8) for number in range(numbers)]
        return cls(starts.tolist(), toggled, np.array(without, np.uint8).reshape(numbers, len(sets)))


def sweep(layout: Layout, reach: int, meter: Meter) -> memoryview:
    """The bytes of the table, from the smallest sets to the largest."""
    highest, lower = layout.highest, layout.lower
    rows, columns = _Part.of(highest - lower), _Part.of(lower)
    scores = np.zeros((highest, 1 << highest - lower, 1 << lower), np.uint8)
    for size in range(highest + 1):
        goes_down = (highest - size) % 2 == 1
        for upper in range(max(0, size - lower), min(size, highest - lower) + 1):
            first, last = columns.starts[size - upper], columns.starts[size - upper + 1]
            step = max(1, _AT_ONCE // (highest * (last - first)))
            for row in range(rows.starts[upper], rows.starts[upper + 1], step):
                block = _Block(row, min(row + step, rows.starts[upper + 1]), first, last)
                worth = _worth(scores, rows, columns, block)
                best = _sliding_maximum(worth, reach, goes_down=goes_down)
                _store(scores, rows, columns, block, best)
                meter.tick(best.size)
    return memoryview(scores.reshape(-1))


class _Block(NamedTuple):
    """Some rows and columns of the table."""

    row: int
    end_row: int
    column: int
    end_column: int


def _worth(scores: np.ndarray, rows: _Part, columns: _Part, block: _Block) -> np.ndarray:
    """What claiming each number is worth with each set: the byte of the set without it.

    For a number that is not in the set this finds the set with it, where the number is not free to be the last one: 0.
    """
    row, end_row, column, end_column = block
    worth = np.empty((len(scores), end_row - row, end_column - column), np.uint8)
    for number, toggled in enumerate(columns.toggled):
        np.take(scores[number, row:end_row], toggled[column:end_column], axis=1, out=worth[number], mode="clip")
    for number, toggled in enumerate(rows.toggled, len(columns.toggled)):
        worth[number] = scores[number, toggled[row:end_row], column:end_column]
    return worth


def _sliding_maximum(worth: np.ndarray, reach: int, *, goes_down: bool) -> np.ndarray:
    """For each number the highest worth among the `reach` numbers below it, or above it: by doubling the width."""
    if goes_down:
        return _sliding_maximum(worth[::-1], reach, goes_down=False)[::-1]
    best = np.zeros_like(worth)
    best[:-1] = worth[1:]
    width = 1
    while width < reach:
        step = min(width, reach - width)
        wider = best.copy()
        np.maximum(best[:-step], best[step:], out=wider[:-step])
        best, width = wider, width + step
    return best


def _store(scores: np.ndarray, rows: _Part, columns: _Part, block: _Block, best: np.ndarray) -> None:
    """Turn the scores of the seat to move into those of the seat before it, and keep them where `last` is not free.

    254 - s below 128 and 256 - s from there on, modulo 256.
    """
    row, end_row, column, end_column = block
    earlier = best >> 6
    earlier &= 2
    earlier -= best
    earlier -= 2
    lower = len(columns.without)
    earlier[:lower] &= columns.without[:, None, column:end_column]
    earlier[lower:] &= rows.without[:, row:end_row, None]
    scores[:, row:end_row, column:end_column] = earlier
