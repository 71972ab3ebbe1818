"""Rules that reasons cite: only of moves that the rule recommends, and that keep the result."""

from __future__ import annotations

import json
from random import Random

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import analyze
from fathom.analysis.citing import CitedRule, add_rule, cite
from fathom.analysis.judge import judge
from fathom.analysis.review import review
from fathom.core.game import AnyPosition, Move
from fathom.show.strategy import Rule, Strategy
from tests.conftest import Fathom

CONTESTS = [name for name in games.ROOMS if games.game(name).is_contest]


@pytest.mark.parametrize("name", CONTESTS)
def test_a_cited_move_is_recommended_by_the_first_rule_that_applies_and_keeps_the_result(name: str) -> None:
    """On random games; every move that is recommended and keeps a result that is not lost is cited."""
    game, rng, cited = games.game(name), Random(5), 0
    strategy = games.room(name).strategy(game.options_type())
    assert strategy
    for _ in range(40):
        match = games.read_code(name)
        while not match.outcome:
            position, seat = match.position, match.position.to_move
            analysis = analyze(match)
            advice = strategy.advice(position)
            advised = {game.format_move(move) for move in advice.moves} if advice else set()
            for move in analysis.moves:
                keeps = move.value.winner == analysis.value.winner != 3 - seat
                assert (move.rule is not None) == (move.move in advised and keeps)
                assert move.rule is None or (advice and move.rule == (advice.number, advice.name))
                cited += move.rule is not None
            match.play(rng.choice(analysis.moves).move)
    assert cited > 50


def test_a_reason_ends_with_its_rule() -> None:
    analysis = analyze(games.read_code("pocket-addition:6.8"))
    made = analysis.moves[-1]
    assert made.rule == CitedRule(1, "Make 15")
    assert made.explanation == "makes 15 exactly (rule 1, Make 15)"
    assert made.as_dict("plies")["rule"] == {"number": 1, "name": "Make 15"}
    thrown = analysis.moves[0]
    assert (thrown.rule, thrown.explanation) == (None, thrown.reason)
    assert thrown.as_dict("plies")["rule"] is None
    assert add_rule("because", None) == "because"


def test_a_rule_that_gives_the_win_away_is_not_cited() -> None:
    def take_everything(position: AnyPosition) -> tuple[Move, ...]:
        return position.moves()

    reckless = Strategy("Nothing matters.", (Rule("Anything", "Take anything.", take_everything, "range-war"),))
    match = games.read_code("range-war:6.4")
    judgement = judge(match.position, adviser_for(match.game, match.options))
    assert cite(judgement, reckless) == {5: CitedRule(1, "Anything")}  # 5 alone wins, by the theorem of Range War
    assert cite(judgement, None) == {}


def test_in_a_lost_position_no_rule_is_cited() -> None:
    analysis = analyze(games.read_code("range-war:5"))  # 4 numbers ahead, 5 behind
    assert {move.rule for move in analysis.moves} == {None}


def test_a_review_cites_the_rule_of_each_good_move() -> None:
    reviewed = review(games.read_code("range-war:6.5.7"), every_reason=True)
    rules = [move.rule for move in reviewed.moves]
    assert rules == [None, CitedRule(1, "No more ahead than behind"), None]  # 6 throws, 5 is right, then all is lost
    assert reviewed.moves[1].explanation.endswith("(rule 1, No more ahead than behind)")
    assert [move["rule"] for move in reviewed.as_dict()["moves"]] == [
        None,
        {"number": 1, "name": "No more ahead than behind"},
        None,
    ]


def test_the_coach_and_the_analysis_name_the_rule(fathom: Fathom) -> None:
    played = fathom("play", "pocket-addition", "Ann", "Bob", "--coach", "on", typed="6\n8\n9\n")
    assert "(rule 5, 6 first)." in played.stdout
    assert "(rule 1, Make 15)." in played.stdout
    assert "(rule 1, Make 15)" in " ".join(fathom("analyze", "pocket-addition:6.8").stdout.split())
    shown = json.loads(fathom("analyze", "pyramid-puzzle", "--json").stdout)
    assert {move["rule"] for move in shown["moves"]} == {None}
