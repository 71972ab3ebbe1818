"""Walks, totals and strategies. The numbers of positions come from the rulings and from counting without the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.core.value import Census
from fathom.errors import Unknown
from fathom.solver.search import solve
from fathom.solver.walk import count, strategy, walk
from tests.conformance.laws import Case, graph
from tests.solver.test_search import Countdown

SMALL = [
    "range-war,highest=6",
    "pocket-addition,highest=6,target=9",
    "digit-dilemma,slots=2",
    "pyramid-challenge,highest=3",
]


def range_war_by_subsets(highest: int) -> Census:
    """Any set of claimed numbers and any last one of them can come up, as long as the last step went its way.

    The seat to move has n free numbers ahead and m behind. It wins when n > m; a number that leaves `a` beyond it keeps
    the win when 2a >= n - 1 + m. So one number only keeps it when m is n - 1 or n - 2.
    """
    numbers, positions, only = range(1, highest + 1), 1, 0
    for size in range(1, highest + 1):
        goes_up_next = size % 2 == 0
        for claimed in combinations(numbers, size):
            for last in claimed:
                if size > 1 and last == (max if goes_up_next else min)(claimed):
                    continue
                above = sum(n > last and n not in claimed for n in numbers)
                below = highest - size - above
                n, m = (above, below) if goes_up_next else (below, above)
                positions += 1
                only += n >= 2 and m in (n - 1, n - 2)
    return Census(positions, only)


@pytest.mark.parametrize("code", SMALL)
def test_a_walk_visits_every_position_once_and_knows_the_way(code: str) -> None:
    match = games.read_code(code)
    visited = [(position, list(path)) for position, path, _ in walk(match.position)]
    assert len(visited) == len({position for position, _ in visited})
    assert {position for position, _ in visited} == set(graph(Case(match.game, match.options)))
    for position, path in visited:
        reached: Any = match.position
        for move in path:
            reached = reached.after(move)
        assert reached == position


def test_a_walk_of_a_very_long_game_does_not_run_out_of_stack() -> None:
    start: Any = Countdown(20_000)
    assert sum(1 for _ in walk(start)) == 20_001


def test_a_limit_admits_exactly_so_many_positions() -> None:
    start = games.read_code("pocket-addition").position
    assert sum(1 for _ in walk(start, meter=Meter(Budget(states=1973)))) == 1973
    with pytest.raises(Unknown, match=r"more than 1,972 positions"):
        list(walk(start, meter=Meter(Budget(states=1972))))


def test_a_limit_is_noticed_before_a_million_positions_are_made() -> None:
    start = games.read_code("range-war,highest=1000000").position
    with pytest.raises(Unknown):
        next(walk(start, meter=Meter(Budget(states=1_000_000))))


def test_range_war_has_as_many_positions_and_only_moves_as_counted_by_subsets() -> None:
    match = games.read_code("range-war")
    oracle = games.room("range-war").oracle(match.options)
    assert oracle is not None
    meter = Meter()
    expected = range_war_by_subsets(10)
    assert expected.positions == 4108
    assert count(match.position, oracle, meter) == expected
    assert meter.positions == 4108


def test_pocket_addition_has_1973_positions() -> None:
    start = games.read_code("pocket-addition").position
    assert count(start, solve(start)).positions == 1973


@pytest.mark.parametrize("code", [*SMALL, "pocket-addition", "range-war,second_move=free"])
def test_a_strategy_leads_to_a_win_within_the_plies_whatever_the_other_seat_does(code: str) -> None:
    start = games.read_code(code).position
    solved = solve(start)
    winner, plies, _ = solved.value(start)
    assert winner is not None
    chosen = {}
    for path, move in strategy(start, solved, winner):
        position = start
        for made in path:
            position = position.after(made)
        assert position not in chosen
        chosen[position] = move
    longest = 0
    for position, path, _ in walk(start, lambda at: [chosen[at]] if at in chosen else at.moves()):
        assert position.outcome or position in chosen or position.to_move != winner
        if position.outcome:
            assert position.outcome.winner == winner
            longest = max(longest, len(path))
    assert longest == plies
