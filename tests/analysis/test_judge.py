"""Verdicts follow from exact values alone."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for, make_oracle
from fathom.analysis.judge import best_line, judge
from fathom.core.match import Match
from fathom.core.value import Value
from fathom.errors import Unknown
from tests.conformance.laws import Case, graph, plain_value


def judged(code):
    match = games.read_code(code)
    judgement = judge(match.position, adviser_for(match.game, match.options))
    return judgement, {match.game.format_move(move.move): move for move in judgement.moves}


def verdicts(code):
    return {text: move.verdict for text, move in judged(code)[1].items()}


def test_quick_wins_are_best_slow_ones_win_and_the_others_throw_it_away():
    """The rulings: seat 1 wins with 1 to 5, on the spot with 1."""
    expected = {"1": "best", **dict.fromkeys("2345", "wins"), **dict.fromkeys(["6", "7", "8", "9", "10"], "throws")}
    assert verdicts("range-war") == expected


def test_the_only_move_of_several_that_keeps_the_win():
    """After 6, seat 2 must leave the side above no larger: only 5 does (4 below, 4 above)."""
    assert verdicts("range-war:6")["5"] == "only"
    assert set(verdicts("range-war:6").values()) == {"only", "throws"}


def test_a_lost_position_has_moves_that_hold_longest_and_others():
    """With the second move free, seat 1 is lost; the two middle numbers last longest."""
    found = verdicts("range-war,second_move=free")
    assert {move for move, verdict in found.items() if verdict == "holds"} == {"5", "6"}
    assert set(found.values()) == {"holds", "lost"}


def test_a_single_legal_move_is_forced():
    assert verdicts("range-war:2") == {"1": "forced"}
    assert verdicts("pyramid-challenge:9.1.9.1.9.1") == {"pass": "forced"}


def test_draws_are_kept_or_thrown_away():
    """Highest 3: 2 beside 2 kills a pyramid; with the other one dead too, nobody can win."""
    assert set(verdicts("pyramid-challenge,highest=3:2.2.2.2").values()) == {"draws"}
    _, moves = judged("pyramid-challenge,highest=3:2.2.2")
    assert (moves["2"].verdict, moves["2"].value) == ("throws", Value(None, None))
    assert moves["1"].value.winner == 2


def test_the_value_and_the_plies_of_a_move_count_from_the_position_after_it():
    judgement, moves = judged("range-war:6")
    assert judgement.value == Value(2, 9)
    assert moves["5"].value == Value(2, 8)


@pytest.mark.parametrize("name", ["range-war", "pocket-addition"])
def test_verdicts_agree_with_plain_search_everywhere(name):
    game = games.game(name)
    adviser = adviser_for(game, game.options_type())
    values: dict[Any, Any] = {}
    for position in graph(Case(game, game.options_type())):
        if position.outcome:
            continue
        judgement, seat = judge(position, adviser), position.to_move
        winner, plies = plain_value(position, values)
        assert judgement.value == Value(winner, plies)
        reached = [plain_value(position.after(move), values) for move in position.moves()]
        keeping = [value for value in reached if value[0] == winner]
        for move, value in zip(judgement.moves, reached, strict=True):
            assert move.value == Value(*value)
            assert (move.verdict == "throws") == (value[0] != winner and len(reached) > 1)
            assert (move.verdict == "only") == (value[0] == winner and len(keeping) == 1 and len(reached) > 1)
            assert (move.verdict in {"best", "wins"}) <= (winner == seat)
            assert (move.verdict in {"holds", "lost"}) <= (winner != seat)
            if move.verdict in {"best", "holds"}:
                assert plies is not None
                assert value[1] == plies - 1


def test_the_best_line_reaches_the_value_it_promises():
    for name in ("range-war", "pocket-addition", "digit-dilemma", "pyramid-challenge"):
        game = games.game(name)
        adviser, match = adviser_for(game, game.options_type()), Match(game)
        value = adviser.value(match.position)
        match.play_all(game.format_move(move) for move in best_line(match.position, adviser))
        assert match.outcome
        assert Value(match.outcome.winner, len(match.plies)) == value


def test_a_game_that_need_not_end_has_no_oracle_here():
    puzzle = games.game("pyramid-puzzle")
    with pytest.raises(Unknown, match="need not end"):
        make_oracle(puzzle, puzzle.options_type())
