"""The puzzle's oracle: the fewest MP in all, within the time it is given."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.analysis.analysis import analyze
from fathom.core.budget import Budget, Meter
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.games.pyramid_puzzle.rules import DEFAULTS, GAME, puzzle_position
from fathom.games.pyramid_puzzle.theory import LeastCost, best_line
from tests.games.pyramid_puzzle.reference import least_from

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
WALLED_IN = "pyramid-puzzle,levels=3:kC4.dC1.xB2.xC3.xC5.xB4/C1.clear:B4"


@pytest.mark.parametrize("walked", ["", "/E1", "/E1.D1", "/E1.D1.clear:B2", "/E24.D12"])
def test_values_are_those_of_a_plain_search_with_what_is_spent_already(walked: str) -> None:
    position = puzzle_position(games.read_code(PUBLISHED + walked))
    rest = least_from(position)
    assert rest is not None
    assert LeastCost().value(position) == Value(1, mp=position.mp + rest)


def test_the_best_line_costs_what_the_oracle_says() -> None:
    position = GAME.start(DEFAULTS)
    value = LeastCost().value(position)
    for move in best_line(position):
        position = position.after(move)
    assert position.outcome is not None
    assert (position.outcome.winner, position.mp) == (1, value.mp)


def test_nobody_gets_to_a_peak_that_is_out_of_reach() -> None:
    position = puzzle_position(games.read_code(WALLED_IN))
    assert LeastCost().value(position) == Value(None)
    assert best_line(position) == []


def test_an_analysis_ends_when_its_time_is_spent() -> None:
    with pytest.raises(Unknown, match="takes more than 0 s"):
        analyze(games.read_code("pyramid-puzzle,levels=4:kC4.dC1.dD2.dD9.xB2.xC3.xC5.xB4"), Meter(Budget(seconds=0)))
