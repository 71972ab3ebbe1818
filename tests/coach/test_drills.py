"""Positions to answer: found by walks, checked by plain search, graded, and taken from matches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.analysis.citing import CitedRule
from fathom.coach.drills import decisions, drill_of, level_of, match_before, sample
from fathom.core.code import write_code
from fathom.solver.search import solve
from fathom.solver.walk import walk

TWO_SEATS = ["pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition"]


def winning_moves(position: Any) -> list[Any]:
    """By plain search from the position on: nothing that the drills use."""
    solved = solve(position)
    return [move for move in position.moves() if solved.value(position.after(move)).winner == position.to_move]


@pytest.mark.parametrize("name", TWO_SEATS)
def test_every_sampled_drill_has_one_only_winning_move_of_several(name: str) -> None:
    rng, seen = Random(11), set[Any]()
    for _ in range(10):
        drill = sample(games.game(name), 2, rng, seen)
        assert drill
        seen.add(drill.position)
        assert drill.is_only_move
        assert len(drill.position.moves()) > 1
        assert [judged.move for judged in drill.keeping] == winning_moves(drill.position)
    assert len(seen) == 10


@pytest.mark.parametrize("name", TWO_SEATS)
def test_the_same_seed_finds_the_same_positions(name: str) -> None:
    def found(seed: int) -> list[str]:
        rng = Random(seed)
        drills = [sample(games.game(name), level, rng) for level in (1, 2, 3)]
        return [write_code(drill.match) for drill in drills if drill]

    assert found(5) == found(5)
    assert found(5) != found(6)


#: The levels there are: the distances of all only-move positions, counted over whole games by an independent program.
DRILL_LEVELS = {"pyramid-challenge": {2, 3}, "digit-dilemma": {1, 2, 3}, "range-war": {1, 2, 3, 4, 5}}
DRILL_LEVELS["pocket-addition"] = {1, 2, 3, 4}


@pytest.mark.parametrize("name", TWO_SEATS)
@pytest.mark.parametrize("level", range(1, 6))
def test_a_drill_is_of_the_level_that_was_asked_for_or_of_the_nearest_there_is(name: str, level: int) -> None:
    drill = sample(games.game(name), level, Random(3))
    assert drill
    assert drill.level == min(DRILL_LEVELS[name], key=lambda there: abs(there - level))


@pytest.mark.parametrize("plies, level", [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5), (19, 5)])
def test_the_further_the_win_the_higher_the_level(plies: int, level: int) -> None:
    assert level_of(plies) == level


def test_of_several_drills_one_with_the_rarest_rule_is_picked() -> None:
    game = games.game("digit-dilemma")
    multiple, ahead = CitedRule(1, "Complete a multiple"), CitedRule(2, "Finish ahead")
    for rare, common in ((multiple, ahead), (ahead, multiple)):
        drill = sample(game, 1, Random(1), rules={common: 9, None: 9})
        assert drill
        assert drill.rule == rare


def test_a_rule_whose_drills_have_several_right_moves_comes_up_too() -> None:
    """6, 7 and 8 win at the start of Pocket Addition, so no position of rule 5 has only one winning move."""
    asked: dict[CitedRule | None, int] = {None: 9}
    asked |= {CitedRule(number, name): 9 for number, name in enumerate(RULES["pocket-addition"], 1) if number != 5}
    drill = sample(games.game("pocket-addition"), 3, Random(1), rules=asked)
    assert drill
    assert drill.rule == CitedRule(5, "6 first")
    assert len(drill.keeping) > 1


#: As `fathom teach` lists them.
RULES = {
    "pocket-addition": [
        "Make 15",
        "Block",
        "Threat they cannot stop",
        "End level or ahead",
        "6 first",
        "Smallest threat",
    ]
}


@pytest.mark.parametrize(
    "code, lesson",
    [
        ("pocket-addition:6.8", "This is rule 1, Make 15."),
        ("pocket-addition:6.9.8", "This is rule 2, Block."),
        ("range-war:6.4", "This is rule 1, No more ahead than behind."),
        # Of the pairs only 1 and 8 are left, and no second digit makes both of them complete a multiple.
        ("digit-dilemma:2R.0L", "No rule decides this one: you have to look ahead."),
    ],
)
def test_a_drill_belongs_to_the_rule_that_decides_there(code: str, lesson: str) -> None:
    drill = drill_of(games.read_code(code))
    assert drill
    assert drill.lesson == lesson


def test_a_position_that_was_seen_does_not_come_up_again() -> None:
    game, rng, seen = games.game("range-war"), Random(2), set[Any]()
    while (drill := sample(game, 5, rng, seen)) and drill.level == 5:
        seen.add(drill.position)
    assert len(seen) == 1  # the only one that far from its end


def test_where_every_position_was_seen_there_is_no_drill() -> None:
    game = games.game("range-war")
    everything = {visit.position for visit in walk(game.start())}
    assert sample(game, 1, Random(1), everything) is None


def test_a_position_in_which_nothing_can_be_thrown_away_is_no_drill() -> None:
    assert drill_of(games.read_code("range-war:6.5")) is None  # lost, whatever is played
    assert drill_of(games.read_code("range-war:1")) is None  # over


def test_several_moves_may_be_right_where_a_mistake_was_made() -> None:
    drill = drill_of(games.read_code("range-war"))
    assert drill
    assert [judged.move for judged in drill.keeping] == [1, 2, 3, 4, 5]  # as the rulings have it
    assert not drill.is_only_move


def test_decisions_are_the_moves_of_the_given_seats_where_something_was_at_stake() -> None:
    # 6 throws the win; 5 is right; then everything is lost for seat 1 until the end.
    match = games.read_code("range-war:6.5.7.4.8")
    first, second = list(decisions(match, [1])), list(decisions(match, [2]))
    assert [(decision.ply, decision.is_right) for decision in first] == [(0, False)]
    assert (second[0].ply, second[0].is_right) == (1, True)
    assert list(decisions(match, [])) == []


def test_a_pass_is_no_decision() -> None:
    match = games.read_code("pocket-addition:9.1.5.8.pass.3.pass.2.pass.pass")
    assert all(match.moves[decision.ply] != "pass" for decision in decisions(match, [1, 2]))


def test_a_match_can_be_taken_back_to_any_ply() -> None:
    match = games.read_code("range-war:6.4.9")
    assert match_before(match, 2).moves == ["6", "4"]
    assert match.moves == ["6", "4", "9"]
