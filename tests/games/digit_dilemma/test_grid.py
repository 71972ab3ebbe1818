"""The matrices of values with numpy: they equal a plain search and the sweep, and keep to their budget."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.games.digit_dilemma import theory
from fathom.games.digit_dilemma.rules import GAME, Options
from tests.conformance.laws import Case, graph, plain_value

pytest.importorskip("numpy", reason="numpy is not installed; the extra `tables` has it")

from fathom.games.digit_dilemma.tables.grid import solve
from fathom.games.digit_dilemma.tables.grid_table import GridTable

SMALL = [
    {"slots": 2, "base": 4, "divisor": 3},
    {"slots": 2, "base": 7, "divisor": 3, "leading_zero": "unqualified"},
    {"slots": 2, "divisor": 100},
    {"slots": 3, "base": 6, "divisor": 4},
]


@pytest.mark.parametrize("values", SMALL, ids=str)
def test_every_position_is_worth_what_a_plain_search_finds(values: Any) -> None:
    options, known = Options(**values), dict[Any, Any]()
    grid, counted = solve(options), 0
    for position in graph(Case(games.game("digit-dilemma"), options)):
        assert grid.value(position)[:2] == plain_value(position, known), position
        after = [plain_value(position.after(move), known) for move in position.moves()]
        assert [value[:2] for value in grid.values_after(position)] == after
        counted += 1
    census = theory.Sweep(options).census()
    assert grid.census() == census
    assert census.positions == counted


def test_the_default_game_is_that_of_the_rulings() -> None:
    """272,761 positions; seat 1 wins in 5 plies with every opening except 2-Right and 9-Right."""
    grid, start = solve(Options()), GAME.start()
    census = theory.Sweep(Options()).census()
    assert grid.census() == census
    assert census.positions == 272_761
    assert grid.value(start) == Value(1, 5)
    values = zip(start.moves(), grid.values_after(start), strict=True)
    assert {GAME.format_move(move) for move, value in values if value.winner == 2} == {"2R", "9R"}


@pytest.mark.slow
@pytest.mark.parametrize("values", [{"slots": 4}, {"base": 16, "leading_zero": "unqualified"}, {"slots": 5}], ids=str)
def test_large_games_equal_a_plain_search_near_the_end(values: Any) -> None:
    options, rng, known = Options(**values), Random(5), dict[Any, Any]()
    grid: Any = theory.oracle(options)
    assert isinstance(grid, GridTable)
    checked = 0
    for _ in range(30):
        position = GAME.start(options)
        while not position.outcome:
            position = position.after(rng.choice(position.moves()))
            if position.own.count(None) + position.foe.count(None) <= 3:
                assert grid.value(position)[:2] == plain_value(position, known), position
                checked += 1
    assert checked > 60


@pytest.mark.slow
def test_with_four_places_it_equals_the_sweep_in_random_positions() -> None:
    options, rng = Options(slots=4), Random(6)
    grid, sweep = solve(options), theory.Sweep(options)
    for _ in range(300):
        position = GAME.start(options)
        while not position.outcome:
            assert grid.value(position) == sweep.value(position), position
            position = position.after(rng.choice(position.moves()))


def test_without_numpy_the_sweep_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    large = Options(base=15)
    assert isinstance(theory.oracle(large), GridTable)
    monkeypatch.setitem(sys.modules, "fathom.games.digit_dilemma.tables.grid", None)
    assert isinstance(theory.oracle(large), theory.Sweep)


def test_what_numpy_solved_and_was_kept_is_read_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(slots=2, base=5)
    solved = solve(options)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "fathom.games.digit_dilemma.tables.grid", None)
    kept = theory.restore(options, solved.pack())
    assert isinstance(kept, GridTable)
    for position in graph(Case(games.game("digit-dilemma"), options)):
        assert kept.value(position) == solved.value(position), position
    assert kept.census() is None  # totals are counted with numpy; elsewhere every position is visited


@pytest.mark.parametrize("packed", [b"", b"G", b"S\0", b"X" + bytes(100)])
def test_bytes_that_are_no_table_are_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="bytes"):
        theory.restore(Options(slots=2, base=5), packed)


def test_a_first_analysis_of_the_default_options_does_without_numpy() -> None:
    told = "import fathom, sys; fathom.analyze('digit-dilemma'); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize(
    "budget, said",
    [
        (Budget(states=1_000_000), "1,000,000 states were not enough to solve it"),
        (Budget(megabytes=100), "it takes more than 100 MB of memory"),
        (Budget(seconds=0.05), r"it takes more than 0\.05 s"),
    ],
)
def test_a_large_game_keeps_to_its_budget(budget: Budget, said: str) -> None:
    with pytest.raises(Unknown, match=said):
        theory.oracle(Options(slots=5), Meter(budget))


def test_a_large_game_can_be_interrupted_and_says_how_much_is_done() -> None:
    class Enough(Exception):
        pass

    shares: list[float | None] = []

    def report(_positions: int) -> None:
        shares.append(meter.share)
        raise Enough

    meter = Meter(report=report)
    with pytest.raises(Enough):
        solve(Options(slots=5), meter)
    assert [share for share in shares if share is not None and 0 <= share < 1] == shares
