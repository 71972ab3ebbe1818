"""The positions of each shape, compared with visiting all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom import games
from fathom.core.budget import UNLIMITED
from fathom.games.pyramid_challenge.rules import Options
from fathom.games.pyramid_challenge.whole.counts import count_shapes
from fathom.solver.walk import walk

ROOM = games.room("pyramid-challenge")


@pytest.mark.parametrize(
    "options",
    [
        Options(levels=1),
        Options(levels=2, highest=3),
        Options(levels=2, highest=9),
        Options(highest=2),
        Options(highest=3),
    ],
    ids=Options.write_line,
)
def test_the_counts_are_those_of_visiting_every_position(options: Options) -> None:
    shapes, over = Counter[object](), Counter[int | None]()
    for position, _, _ in walk(ROOM.game.start(options)):
        if position.outcome:
            over[position.outcome.winner] += 1
        else:
            shapes[ROOM.shape(position, UNLIMITED)] += 1
    found = count_shapes(options)
    assert found is not None
    assert found.shapes == shapes
    assert {winner: count for winner, count in found.over.items() if count} == over


def test_there_are_as_many_positions_as_are_known() -> None:
    found = count_shapes(Options())
    assert found is not None
    assert sum(found.shapes.values()) + sum(found.over.values()) == ROOM.known.positions


def test_pyramids_that_touch_or_are_too_many_are_not_counted() -> None:
    assert count_shapes(Options(copies=2)) is None
    assert count_shapes(Options(levels=5)) is None
