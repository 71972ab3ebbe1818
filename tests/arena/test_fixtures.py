"""Plans and their games: who meets whom, from which opening, with which seed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.arena.fixtures import first_moves, fixtures, random_opening, seed_of
from fathom.arena.plan import Format, Plan, check_plan, plan_dict, read_plan
from fathom.errors import BadOption, FathomError

PLAYERS = ("@random", "@greedy", "@minimax-2", "@perfect")


@pytest.mark.parametrize(
    "form, met",
    [
        ("round-robin", [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        ("gauntlet", [(0, 1), (0, 2), (0, 3)]),
        ("ladder", [(0, 1), (1, 2), (2, 3)]),
    ],
)
def test_who_meets_whom(form: Format, met: list[tuple[int, int]]) -> None:
    plan = Plan(("range-war", "pocket-addition"), PLAYERS, form, rounds=3)
    found = list(fixtures(plan))
    assert len(found) == plan.size == 2 * len(met) * 2 * 3
    for game in (0, 1):
        pairs = Counter(fixture.players for fixture in found if fixture.game == game)
        assert pairs == {seats: 3 for pair in met for seats in (pair, pair[::-1])}


@pytest.mark.parametrize("openings", [{}, {"random_moves": 2}, {"openings": ("range-war:6", "range-war:7.4")}])
def test_a_pair_has_the_same_opening_with_the_seats_swapped(openings: dict[str, Any]) -> None:
    found = list(fixtures(Plan(("range-war",), PLAYERS, rounds=4, seed=5, **openings)))
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first.code == second.code
        assert first.players == second.players[::-1]
        assert first.pair == second.pair
    assert len({fixture.seed for fixture in found}) == len(found)
    assert [fixture.number for fixture in found] == list(range(len(found)))


def test_within_a_round_everyone_has_the_same_opening() -> None:
    found = list(fixtures(Plan(("digit-dilemma",), PLAYERS, rounds=5, random_moves=2, seed=1)))
    by_round = [{fixture.code for fixture in found[i : i + 12]} for i in range(0, 60, 12)]
    assert all(len(codes) == 1 for codes in by_round)
    assert len(set.union(*by_round)) > 1


def test_openings_are_used_in_turn_by_the_game_they_belong_to() -> None:
    openings = ("range-war:6", "pocket-addition:1", "range-war:7")
    found = list(fixtures(Plan(("range-war", "pocket-addition"), PLAYERS[:2], rounds=3, openings=openings)))
    codes = [fixture.code for fixture in found[::2]]
    assert codes == [
        "range-war:6",
        "pocket-addition:1",
        "range-war:7",
        "pocket-addition:1",
        "range-war:6",
        "pocket-addition:1",
    ]


def test_another_seed_gives_other_games() -> None:
    one, other = (list(fixtures(Plan(("range-war",), PLAYERS, rounds=1, seed=seed))) for seed in (1, 2))
    assert not {fixture.seed for fixture in one} & {fixture.seed for fixture in other}
    assert seed_of(1, 23) != seed_of(12, 3)


def test_random_openings_are_never_over() -> None:
    start = games.read_code("range-war")
    for seed in range(50):
        match = games.read_code(random_opening(start, 3, Random(seed)))
        assert len(match.plies) == 3
        assert match.outcome is None
    with pytest.raises(BadOption, match="After 11 random moves, range-war is almost always over"):
        random_opening(start, 11, Random(1))


def test_all_openings_are_the_first_moves_that_do_not_end_the_game() -> None:
    # With `lower`, opening with 1 wins on the spot.
    assert first_moves(games.read_code("range-war,highest=4")) == [f"range-war,highest=4:{n}" for n in (2, 3, 4)]


@pytest.mark.parametrize(
    "plan, said",
    [
        (Plan(("range-war",), ("@random",)), "at least two players"),
        (Plan((), PLAYERS), "at least one game"),
        (Plan(("range-war",), ("@random", "@random")), "'@random' is named twice"),
        (Plan(("range-war",), ("@random", "Ann")), "'Ann' is not a machine or a program"),
        (Plan(("pyramid-puzzle",), PLAYERS), "Pyramid Puzzle is not a game for two"),
        (Plan(("range-war:1",), PLAYERS), "'range-war:1' is over already"),
        (Plan(("range-war",), PLAYERS, rounds=0), "This plan has 0 games"),
        (Plan(("range-war",), PLAYERS, rounds=999_999), "an arena plays from 1 to 1,000,000"),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, said: str) -> None:
    with pytest.raises(FathomError, match=said):
        check_plan(plan)


def test_a_plan_survives_json() -> None:
    plan = Plan(("range-war",), PLAYERS, "ladder", 3, ("range-war:6",), 0, 7, 2.5, 3)
    assert read_plan(dict(plan_dict(plan))) == plan
    for broken in ({}, {**plan_dict(plan), "rounds": "3"}, {**plan_dict(plan), "format": "swiss"}):
        with pytest.raises(FathomError, match="This is not a plan"):
            read_plan(broken)
