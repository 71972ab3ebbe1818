"""How many positions of Pyramid Challenge have each shape, without visiting them.

The pyramids never touch, so any two of them that are at the right stages can meet: a position is a pair. What can meet
is decided by stages alone: how many cells are filled, and whether the pyramid is stuck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import ShapeCounts
from fathom.core.outcome import Seat
from fathom.games.pyramid_challenge.rules import Cells, Options, fitting
from fathom.games.pyramid_challenge.theory import growth_of

_MOST_BOTTOM_ROWS = 20_000


class Stage(NamedTuple):
    """What decides whether two pyramids can meet."""

    filled: int
    is_stuck: bool


class Meeting(NamedTuple):
    """The stages of the seat to move and of the other one, whether the other one has just passed, and the end."""

    own: Stage
    foe: Stage
    passed: bool
    to_move: Seat
    is_over: bool = False
    winner: Seat | None = None


def count_shapes(options: Options, meter: Meter = UNLIMITED) -> ShapeCounts | None:
    """The counts; None with limited tokens, where pyramids do touch, and if there are too many pyramids."""
    if options.is_limited or options.highest**options.levels > _MOST_BOTTOM_ROWS:
        return None
    pyramids = _pyramids(options, meter)
    shapes: Counter[Hashable] = Counter()
    over: Counter[Seat | None] = Counter()
    for met in _meetings(options, set(pyramids)):
        meter.look()
        if met.is_over:
            over[met.winner] += pyramids[met.own].total() * pyramids[met.foe].total()
            continue
        for own, owned in pyramids[met.own].items():
            for foe, others in pyramids[met.foe].items():
                shapes[own, foe, met.passed and met.own.is_stuck, met.to_move, False] += owned * others
    return ShapeCounts(shapes, over)


def _pyramids(options: Options, meter: Meter) -> dict[Stage, Counter[int]]:
    """By stage: how many pyramids have each number of their growth."""
    found: dict[Stage, Counter[int]] = {}
    layer: list[Cells] = [()]
    for filled in range(options.cells + 1):
        following: list[Cells] = []
        for cells in layer:
            meter.tick()
            fits = fitting(options, cells) if filled < options.cells else ()
            stage = Stage(filled, filled < options.cells and not fits)
            found.setdefault(stage, Counter())[growth_of(options).number(cells, meter)] += 1
            following += [(*cells, number) for number in fits]
        layer = following
    return found


def _meetings(options: Options, stages: set[Stage]) -> set[Meeting]:
    """Every way in which stages can meet."""
    first = Meeting(Stage(0, False), Stage(0, False), False, 1)
    seen, left = {first}, [first]
    while left:
        own, foe, passed, seat, is_over, _ = left.pop()
        if is_over:
            continue
        if own.is_stuck:
            reached = [Meeting(foe, own, True, 3 - seat, passed)]
        else:
            reached = [
                Meeting(foe, grown, False, 3 - seat, is_complete, seat if is_complete else None)
                for grown in stages
                if grown.filled == own.filled + 1
                for is_complete in [grown.filled == options.cells]
            ]
        left += [met for met in reached if met not in seen]
        seen.update(reached)
    return seen
