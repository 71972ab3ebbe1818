"""The table of Range War with a reach equals plain search in every position, with numpy and without."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.errors import Unknown
from fathom.games.range_war.reach import table
from fathom.games.range_war.reach.plain_sweep import plain_sweep
from fathom.games.range_war.rules import GAME, Options
from fathom.games.range_war.theory import ClosedForm, oracle
from fathom.solver.search import solve
from tests.conformance.laws import Case, graph
from tests.games.range_war.plain import Plain


def options_of(highest: int, reach: int, second_move: str = "lower") -> Options:
    return Options(highest=highest, reach=reach, second_move=second_move)


WHOLE = [
    *((highest, reach, second) for highest, reach in ((6, 4), (8, 5), (9, 4), (9, 7)) for second in ("lower", "free")),
    (10, 6, "lower"),
    (11, 4, "free"),
]


@pytest.mark.slow
@pytest.mark.parametrize("highest, reach, second", WHOLE)
def test_the_table_equals_the_solver_in_every_position(highest: int, reach: int, second: str) -> None:
    options = options_of(highest, reach, second)
    start: Any = GAME.start(options)
    solved, found = solve(start), oracle(options)
    assert isinstance(found, table.ReachTable)
    position: Any
    for position in graph(Case(games.game("range-war"), options)):
        assert found.value(position) == solved.value(position), position
        assert found.values_after(position) == solved.values_after(position), position


@pytest.fixture
def numpy_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the shortest line on."""
    pytest.importorskip("numpy")
    monkeypatch.setattr(table, "_WORTH_NUMPY", 2)


@pytest.mark.slow
@pytest.mark.usefixtures("numpy_pays")
@pytest.mark.parametrize("lower", [2, 13])
@pytest.mark.parametrize("highest, reach", [(3, 1), (6, 2), (6, 4), (8, 5), (9, 7), (10, 3)])
def test_both_ways_fill_the_same_bytes(highest: int, reach: int, lower: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_MOST_LOWER", lower)
    monkeypatch.setattr("fathom.games.range_war.reach.sweep._AT_ONCE", 50)
    layout = table.Layout(highest)
    found = table.solve(options_of(highest, reach))
    assert bytes(found._scores) == bytes(plain_sweep(layout, reach, Meter()))


@pytest.mark.slow
def test_a_long_line_is_solved_as_the_rules_written_again_say() -> None:
    """14 numbers, solved with numpy where it is installed; positions late in a game, by walks at random."""
    options, plain, rng = options_of(14, 6), Plain(14, 6), Random(3)
    found, checked = oracle(options), 0
    assert isinstance(found, table.ReachTable)
    for _ in range(400):
        position: Any = GAME.start(options)
        claimed: tuple[int, ...] = ()
        while not position.outcome:
            claimed = (*claimed, rng.choice(position.moves()))
            position = position.after(claimed[-1])
            if len(claimed) >= 5:
                assert found.value(position)[:2] == plain.value(claimed)
                checked += 1
    assert checked > 400


def test_where_a_table_would_not_pay_there_is_none() -> None:
    assert oracle(options_of(10, 3)) is None
    assert oracle(options_of(28, 6)) is None
    assert isinstance(oracle(options_of(10, 9)), ClosedForm)
    assert isinstance(oracle(options_of(8, 4)), table.ReachTable)


def test_every_byte_has_a_place_of_its_own() -> None:
    layout = table.Layout(5)
    places = {layout.place(free, last) for free in range(32) for last in range(5)}
    assert places == set(range(layout.size)) == set(range(5 * 32))


@pytest.mark.parametrize(
    "budget, said",
    [
        (Budget(states=10_239), "10,239 states were not enough to solve it."),
        (Budget(seconds=0.0), "it takes more than 0 s."),
        (Budget(megabytes=100), "it takes more than 100 MB of memory."),
    ],
)
def test_a_table_beyond_the_budget_is_refused(budget: Budget, said: str) -> None:
    with pytest.raises(Unknown) as refused:
        table.solve(options_of(26 if budget.megabytes else 10, 5), Meter(budget))
    assert str(refused.value) == said


def test_the_share_that_is_done_is_reported() -> None:
    meter = Meter()
    found = table.solve(options_of(8, 4), meter)
    assert (meter.positions, meter.share) == (found.states, 1)


def test_a_game_that_is_over_has_its_outcome_as_its_value() -> None:
    options = options_of(8, 4)
    over = GAME.start(options).after(1)
    found = table.solve(options)
    assert (found.value(over).winner, found.value(over).plies) == (1, 0)
    assert found.values_after(over) == []
    assert found.census() is None


@pytest.mark.usefixtures("numpy_pays")
def test_whatever_a_report_raises_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ctrl+C does: between two blocks."""
    monkeypatch.setattr("fathom.core.budget._CHECK_EVERY", 0.0)

    def interrupt(_positions: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.solve(options_of(10, 5), Meter(report=interrupt))
