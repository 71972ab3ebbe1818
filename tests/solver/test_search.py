"""The generic solver: right, within its budget, and never out of stack."""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.core.outcome import Ending, Outcome
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.solver.search import solve
from tests.conformance.laws import Case, graph

SMALL = [
    "range-war,highest=2",
    "range-war,highest=5",
    "range-war,highest=6,second_move=free",
    "pocket-addition,highest=4,target=6",
    "pocket-addition,highest=5,target=20",
    "pocket-addition,highest=5,target=1",
    "digit-dilemma,slots=2",
    "digit-dilemma,slots=2,divisor=11,leading_zero=forbidden",
    "pyramid-challenge,levels=1,highest=3",
    "pyramid-challenge,levels=2,highest=3",
    "pyramid-challenge,levels=3,highest=1",
]


def plain(position: Any) -> Value:
    """Every line of play to its end, without a cache: the winner hurries, the loser delays."""
    if position.outcome:
        winner = position.outcome.winner
        return Value(winner, None if winner is None else 0)
    found = [plain(position.after(move)) for move in position.moves()]
    won = [value.plies for value in found if value.winner == position.to_move and value.plies is not None]
    if won:
        return Value(position.to_move, min(won) + 1)
    if any(value.winner is None for value in found):
        return Value(None, None)
    return Value(3 - position.to_move, max(value.plies for value in found if value.plies is not None) + 1)


@pytest.mark.parametrize("code", SMALL)
def test_it_equals_a_plain_search_from_the_start_and_after_every_first_move(code: str) -> None:
    start = games.read_code(code).position
    solved = solve(start)
    after_each = [plain(start.after(move)) for move in start.moves()]
    assert solved.values_after(start) == after_each
    assert solved.value(start) == plain(start)


@pytest.mark.parametrize("code", [code for code in SMALL if not code.startswith("digit")])
def test_it_equals_a_plain_search_in_every_position(code: str) -> None:
    match = games.read_code(code)
    solved = solve(match.position)
    for position in graph(Case(match.game, match.options)):
        assert solved.value(position) == plain(position), position


def test_it_solves_on_from_any_position() -> None:
    position = games.read_code("pocket-addition:6.9.1").position
    assert solve(position).value(position) == plain(position)


def test_it_does_not_claim_to_have_counted_positions() -> None:
    start = games.read_code("pocket-addition").position
    solved = solve(start)
    assert solved.census() is None
    assert 0 < len(solved) <= 1973  # RULINGS: at most as many as positions, since those of one key are joined


# ------------------------------------------------------------------ budget and progress


@pytest.mark.parametrize(
    "budget, reason",
    [
        (Budget(states=100), r"^100 states were not enough to solve it\.$"),
        (Budget(seconds=0), r"^it takes more than 0 s\.$"),
        (Budget(megabytes=1), r"^it takes more than 1 MB of memory\.$"),
    ],
)
def test_when_the_budget_is_spent_the_answer_is_unknown(budget: Budget, reason: str) -> None:
    with pytest.raises(Unknown, match=reason):
        solve(games.read_code("pocket-addition").position, Meter(budget, clock=count().__next__))


def test_a_budget_that_is_large_enough_changes_nothing() -> None:
    start = games.read_code("pocket-addition").position
    solved = solve(start, Meter(Budget(states=2000, seconds=600, megabytes=100_000)))
    assert solved.value(start) == solve(start).value(start) == Value(1, 5)


def test_progress_is_reported_and_only_grows() -> None:
    told: list[int] = []
    meter = Meter(report=told.append, clock=count().__next__)
    solved = solve(games.read_code("pyramid-challenge,levels=2").position, meter)
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] <= meter.positions == len(solved)


# ------------------------------------------------------------------ very long games


class Counted(Ending):
    TO_ZERO = 1, "counted to 0"


class Countdown(NamedTuple):
    """One move each turn; the seat that counts to 0 wins."""

    left: int
    to_move: int = 1

    @property
    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(3 - self.to_move, Counted.TO_ZERO)

    def moves(self) -> tuple[str, ...]:
        return ("count",) if self.left else ()

    def after(self, move: str) -> Countdown:
        return Countdown(self.left - 1, 3 - self.to_move)

    def key(self) -> Countdown:
        return self


def test_a_very_long_game_does_not_run_out_of_stack() -> None:
    start: Any = Countdown(20_001)
    assert solve(start).value(start) == Value(1, 20_001)
