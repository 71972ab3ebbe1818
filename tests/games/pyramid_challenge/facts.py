"""What the reader of a sentence about Pyramid Challenge can find out by trying, with the rules alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from fathom import games
from tests import truth

Cells = tuple[int, ...]


def can_top(options: Any, a: int, b: int) -> bool:
    return any(1 <= n <= options.highest for n in (a + b, abs(a - b)))


def rows_of(options: Any, cells: Cells) -> list[Cells]:
    """The rows from the bottom up, as far as they are filled."""
    rows, rest = [], cells
    for length in range(options.levels, 0, -1):
        rows.append(rest[:length])
        rest = rest[length:]
    return rows


def pair_below(options: Any, cells: Cells) -> Cells:
    """The two numbers under the next cell, which is above the bottom row."""
    rows = rows_of(options, cells)
    row = next(i for i in range(1, options.levels) if len(rows[i]) < options.levels - i)
    return rows[row - 1][len(rows[row]) : len(rows[row]) + 2]


@cache
def fitting(options: Any, cells: Cells) -> Cells:
    """The numbers that fit the next cell."""
    if len(cells) == options.cells:
        return ()
    if len(cells) < options.levels:
        return tuple(range(1, options.highest + 1))
    a, b = pair_below(options, cells)
    return tuple(sorted(n for n in {a + b, abs(a - b)} if 1 <= n <= options.highest))


@cache
def completable(options: Any, cells: Cells) -> bool:
    """By trying everything, in the order of play."""
    if len(cells) == options.cells:
        return True
    return any(completable(options, (*cells, number)) for number in fitting(options, cells))


@cache
def kind(options: Any, cells: Cells) -> tuple[Any, ...]:
    """What matters to the game: how far it is filled, and the kinds of what it can grow into."""
    grown = (kind(options, (*cells, number)) for number in fitting(options, cells))
    return len(cells), tuple(sorted(grown))


def meetings(options: Any, rng: Random) -> Iterator[Any]:
    """Every pyramid of the seat to move, beside one of every kind that it can meet, picked at random."""
    start: Any = games.game("pyramid-challenge").start(options)
    pyramids: list[Cells] = [()]
    for cells in pyramids:
        pyramids += [(*cells, number) for number in fitting(options, cells)]
    kinds: dict[Any, list[Cells]] = defaultdict(list)
    for cells in pyramids:
        if len(cells) < options.cells:
            kinds[kind(options, cells)].append(cells)
    for own in pyramids:
        for alike in kinds.values():
            foe = rng.choice(alike)
            if len(own) < options.cells and can_meet(options, own, foe):
                is_first = (
                    len(own) == len(foe) if fitting(options, foe) and fitting(options, own) else rng.random() < 0.5
                )
                has_passed = not fitting(options, foe) and len(foe) < len(own)
                yield start._replace(own=own, foe=foe, passed=has_passed, to_move=1 if is_first else 2)


def can_meet(options: Any, own: Cells, foe: Cells) -> bool:
    """Level, or one ahead; further only while the other one is stuck."""
    if len(own) > len(foe):
        return not fitting(options, foe)
    return len(foe) <= len(own) + 1 or not fitting(options, own)


def essentially_different(**values: Any) -> tuple[list[Any], Any]:
    """Such positions, all or a sample of them, and the exact values of their game."""
    options: Any = games.game("pyramid-challenge").options_type(**values)
    rng = Random(truth.SEED)
    positions = list(meetings(options, rng))
    assert len(positions) > 50_000
    chosen = positions if truth.IS_FULL else rng.sample(positions, 5000)
    return chosen, games.room("pyramid-challenge").oracle(options)
