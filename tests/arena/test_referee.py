"""The referee: games by the rules, judged by exact values, and independent of each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.judge import judge
from fathom.arena.fixtures import fixtures
from fathom.arena.plan import Plan
from fathom.arena.referee import Played, Referee

MIXED = ("@random", "@greedy", "@mcts-10", "@expert")
ALL = ("pocket-addition", "range-war", "pyramid-challenge,levels=2,highest=3", "digit-dilemma,slots=2")


def played(plan: Plan, *, has_values: bool = True) -> list[Played]:
    with Referee(plan, has_values=has_values) as referee:
        return [referee.play(fixture) for fixture in fixtures(plan)]


@pytest.mark.parametrize("code", ALL)
def test_a_game_is_played_to_its_end_by_the_rules(code: str) -> None:
    for game in played(Plan((code,), MIXED, rounds=2, seed=4)):
        match = games.read_code(game.code)
        assert match.outcome
        assert (match.outcome.winner or 0, match.outcome.reason) == (game.winner, game.reason)
        assert game.ended == "rules"


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    plan = Plan(ALL, MIXED, rounds=2, seed=9)
    found = played(plan)
    with Referee(plan) as referee:
        backwards = [referee.play(fixture) for fixture in reversed(list(fixtures(plan)))]
    assert backwards[::-1] == found


@pytest.mark.parametrize("code", ALL)
def test_mistakes_are_those_that_the_judge_finds(code: str) -> None:
    plan = Plan((code,), MIXED, rounds=2, seed=2)
    start = games.read_code(code)
    adviser = adviser_for(start.game, start.options)
    for game in played(plan):
        counted = {1: [0, 0, 0], 2: [0, 0, 0]}
        match, replayed = games.read_code(game.code), games.read_code(code)
        for ply in match.plies:
            judgement = judge(replayed.position, adviser)
            move = judgement.judged(ply.move)
            if judgement.is_tested:
                worth = {ply.seat: 2, None: 1, 3 - ply.seat: 0}
                lost = worth[judgement.value.winner] - worth[move.value.winner]
                tally = counted[ply.seat]
                tally[0] += 1
                tally[1] += judgement.is_mistake(move)
                tally[2] += lost
            replayed.play(ply.move)
        assert [list(tally) for tally in game.tallies] == [counted[1], counted[2]]


def test_perfect_play_gives_nothing_away() -> None:
    for game in played(Plan(("pocket-addition",), ("@perfect", "@student"), rounds=20)):
        assert [tally.mistakes for tally in game.tallies] == [0, 0]
        assert game.winner == 1  # seat 1 wins with perfect play


def test_without_values_games_are_the_same_and_not_judged() -> None:
    plan = Plan(("pocket-addition",), ("@random", "@greedy"), rounds=5)
    for judged, plain in zip(played(plan), played(plan, has_values=False), strict=True):
        assert judged.code == plain.code
        assert [tuple(tally) for tally in plain.tallies] == [(0, 0, 0)] * 2


@pytest.mark.parametrize("plies", [1, 3, 20])
def test_an_adjudicated_game_is_won_by_whom_perfect_play_lets_win(plies: int) -> None:
    plan = Plan(("pocket-addition",), ("@random", "@greedy"), rounds=20, adjudicate=plies)
    start = games.read_code("pocket-addition")
    adviser = adviser_for(start.game, start.options)
    endings = set()
    for game in played(plan):
        match = games.read_code(game.code)
        endings.add(game.ended)
        if game.ended == "adjudicated":
            value = adviser.value(match.position)
            assert value.winner == game.winner
            assert value.plies is not None
            assert value.plies <= plies
            if match.plies:
                match.undo()
                before = adviser.value(match.position).plies
                assert before is not None
                assert before > plies
    assert "adjudicated" in endings
    if plies == 20:
        assert {game.code for game in played(plan)} == {"pocket-addition"}  # decided before the first move


def test_a_program_that_answers_nonsense_forfeits_its_games(tmp_path: Path) -> None:
    plan = Plan(("range-war",), ("cmd:sh -c 'while read question; do echo 99; done'", "@random"), rounds=2)
    for fixture, game in zip(fixtures(plan), played(plan), strict=True):
        assert game.ended == "forfeit"
        assert fixture.players[game.winner - 1] == 1
        assert "99" in game.reason


def test_a_program_plays_game_after_game() -> None:
    plan = Plan(("range-war",), ("cmd:sh -c 'while read code first rest; do echo $first; done'", "@random"), rounds=3)
    assert {game.ended for game in played(plan)} == {"rules"}
    assert all(game.code == "range-war:1" for game in played(plan)[::2])
