"""The hint dial tells a little more each time."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.coach.hints import IDEA, MOVE, REASON, STANDING, hint
from tests.conformance.laws import Case, walks

FOUR = ["pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition"]


def told(code, level):
    match = games.read_code(code)
    return hint(match.game, match.position, adviser_for(match.game, match.options), level)


def test_the_dial_goes_from_the_standing_to_the_whole_reason():
    assert told("range-war:6", STANDING) == "You are winning; only one of 5 moves keeps the win."
    assert told("range-war:6", IDEA) == "Leave the opponent a side to go to that is not larger than the other one."
    assert told("range-war:6", MOVE) == "Play 5."
    assert told("range-war:6", REASON) == (
        "5: leaves the opponent 4 numbers above 5 and you 4 below; they only go up and you only down from now on, "
        "and by taking the nearest each time you give nothing away and they run out first "
        "(rule 1, No more ahead than behind)."
    )


def test_a_lost_position_is_called_lost():
    assert told("pocket-addition:6", STANDING) == "You lose if the opponent plays perfectly."


def test_a_draw_is_called_a_draw():
    assert told("pyramid-challenge,highest=3:2.2.2.2", STANDING).startswith("It is a draw with best play; every move")


def test_ideas_speak_of_what_the_move_does():
    assert told("pocket-addition:6.1", IDEA) == "You can make the target at once."
    assert told("pocket-addition:6", IDEA).startswith("Every number loses if the opponent plays well")
    assert told("pocket-addition:6.9.8", IDEA).startswith("The opponent is about to make the target: take away")
    assert told("pocket-addition:6.9", IDEA) == "Make a threat that the opponent is already too high to stop."
    assert told("digit-dilemma:7L.3M", IDEA) == "Threaten two digits at once: the opponent can take only one."
    assert told("digit-dilemma:7L.3M.1R.5L", IDEA) == "A digit completes a multiple of 7 at once."
    assert told("pyramid-challenge:9.1", IDEA).startswith("Two equal numbers that are too large to add")
    assert told("range-war", IDEA) == "There is a number from which the opponent cannot go on at all."


@pytest.mark.parametrize("name", FOUR)
def test_before_the_move_is_told_no_hint_names_it(name):
    """A standing or an idea holds no number of the game but counts, the target and the divisor."""
    game = games.game(name)
    adviser = adviser_for(game, game.options_type())
    for match in walks(Case(game, game.options_type())):
        match.undo()
        if match.must_pass:
            continue
        words = hint(game, match.position, adviser, IDEA).replace("15", "").replace("of 7", "")
        assert not any(character.isdigit() for character in words)


@pytest.mark.parametrize("name", FOUR)
def test_the_move_that_is_told_keeps_the_result(name):
    game = games.game(name)
    adviser = adviser_for(game, game.options_type())
    for match in walks(Case(game, game.options_type())):
        match.undo()
        move = game.parse_move(hint(game, match.position, adviser, MOVE).removeprefix("Play ").removesuffix("."))
        assert adviser.value(match.position.after(move)).winner == adviser.value(match.position).winner
