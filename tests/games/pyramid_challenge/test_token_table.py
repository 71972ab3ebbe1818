"""The table of Pyramid Challenge with limited tokens equals plain search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.games.pyramid_challenge.rules import GAME, Options
from fathom.games.pyramid_challenge.theory import Race, oracle
from fathom.games.pyramid_challenge.tokens import table
from fathom.solver.search import solve
from tests.conformance.laws import Case, graph
from tests.games.pyramid_challenge.plain import Plain, value


@pytest.mark.slow
@pytest.mark.parametrize(
    "levels, highest, copies",
    [(2, 3, 1), (2, 4, 2), (2, 5, 3), (2, 4, 4), (3, 1, 2), (3, 2, 5), (3, 3, 1), (3, 3, 2), (3, 3, 4), (3, 4, 1)],
)
def test_the_table_equals_the_solver_in_every_position(levels: int, highest: int, copies: int) -> None:
    options = Options(levels=levels, highest=highest, copies=copies)
    start: Any = GAME.start(options)
    solved, found = solve(start), oracle(options)
    assert isinstance(found, table.TokenTable)
    position: Any
    for position in graph(Case(games.game("pyramid-challenge"), options)):
        assert found.value(position) == solved.value(position), position
        assert found.values_after(position) == solved.values_after(position), position


@pytest.mark.slow
@pytest.mark.parametrize("copies", [1, 2, 4])
def test_at_the_default_size_it_equals_the_rules_written_again_in_late_positions(copies: int) -> None:
    options, plain, rng = Options(copies=copies), Plain(3, 9, copies), Random(copies)
    found, checked = oracle(options), 0
    for _ in range(250):
        position: Any = GAME.start(options)
        while not position.outcome:
            position = position.after(rng.choice(position.moves()))
            if len(position.own) + len(position.foe) >= 7 and not position.outcome:
                winner, plies = value(plain, position.own, position.foe, position.passed)
                seat = {1: position.to_move, 2: 3 - position.to_move, None: None}[winner]
                assert found.value(position)[:2] == (seat, plies), position
                checked += 1
    assert checked > 500


def test_tokens_that_cannot_run_out_leave_a_race() -> None:
    assert isinstance(oracle(Options(levels=2, copies=5)), Race)


def test_with_two_tokens_of_each_number_a_9_is_the_only_first_move_that_loses() -> None:
    """As the rules written again (`plain.py`) found by plain search over 3,798,943 pairs of pyramids."""
    found, start = oracle(Options(copies=2)), GAME.start(Options(copies=2))
    assert found.value(start) == Value(1, 11)
    assert [after.winner for after in found.values_after(start)] == [1] * 8 + [2]


@pytest.mark.parametrize(
    "values, budget, said",
    [
        ({"copies": 2}, Budget(states=5_220_916), "5,220,916 states were not enough to solve it."),
        ({"copies": 2}, Budget(seconds=0.0), "it takes more than 0 s."),
        ({"copies": 2}, Budget(megabytes=1), "it takes more than 1 MB of memory."),
        ({"copies": 2, "levels": 10}, Budget(), "4,000,000,000 pairs of pyramids are not enough to solve it."),
    ],
)
def test_a_table_beyond_the_budget_is_refused(values: dict[str, int], budget: Budget, said: str) -> None:
    with pytest.raises(Unknown) as refused:
        table.solve(Options(**values), Meter(budget))
    assert str(refused.value) == said


def test_the_share_that_is_done_is_reported() -> None:
    meter = Meter()
    found = table.solve(Options(highest=3, copies=2), meter)
    assert (meter.positions, meter.share) == (found.states, 1)
    assert found.census() is None
