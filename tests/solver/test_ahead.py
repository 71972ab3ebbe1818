"""Looking a few plies ahead: what is said to be certain is exact, and everything near enough is seen."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from fathom.solver.ahead import look_ahead
from tests.conformance.laws import Case, graph, plain_value

SMALL = [
    "range-war,highest=6",
    "pocket-addition,highest=6,target=9",
    "pyramid-challenge,levels=2,highest=4",
    "digit-dilemma,slots=2",
]
FEW = 300


def unfinished(code: str) -> list[Any]:
    match = games.read_code(code)
    found = [position for position in graph(Case(match.game, match.options)) if position.outcome is None]
    return found if len(found) <= 2 * FEW else found[:FEW] + found[-FEW:]


@pytest.mark.parametrize("code", SMALL)
@pytest.mark.parametrize("most", [0, 30, 1000])
def test_every_value_given_is_that_of_a_plain_search(code: str, most: int) -> None:
    values: dict[Any, Any] = {}
    for position in unfinished(code):
        for move, seen in zip(position.moves(), look_ahead(position, most).values, strict=True):
            assert seen is None or (seen.winner, seen.plies) == plain_value(position.after(move), values)


@pytest.mark.parametrize("code", SMALL)
@pytest.mark.parametrize("most", [0, 30, 1000])
def test_no_win_or_loss_within_the_plies_looked_at_is_missed(code: str, most: int) -> None:
    values: dict[Any, Any] = {}
    for position in unfinished(code):
        ahead = look_ahead(position, most)
        for move, seen in zip(position.moves(), ahead.values, strict=True):
            winner, plies = plain_value(position.after(move), values)
            assert seen is not None or winner is None or (plies or 0) >= ahead.plies


@pytest.mark.parametrize("code", SMALL)
def test_with_enough_positions_it_sees_to_the_end(code: str) -> None:
    assert None not in look_ahead(games.read_code(code).position, 1_000_000).values


def test_one_ply_is_looked_at_whatever_it_takes() -> None:
    # 1 leaves no lower number for the second move, which ends Range War at once.
    ahead = look_ahead(games.read_code("range-war").position, 0)
    assert (ahead.plies, [move + 1 for move, seen in enumerate(ahead.values) if seen]) == (1, [1])
