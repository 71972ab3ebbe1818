"""What every game shares: passes, refusals, what is known, and positions that are values."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import games
from fathom.core.game import PASS, Known, Violation
from fathom.core.match import Match
from fathom.errors import UnreadableMove
from tests.core.strategies import GAMES, NASTY, anything, fuzzed, matched, matches, pieces, short

RANGE_WAR = games.game("range-war")
POCKET_ADDITION = games.game("pocket-addition")


@pytest.mark.parametrize(
    "known, result",
    [
        (Known(4108, winner=1, plies=1), "the first player wins in 1 move"),
        (Known(9, winner=2, plies=11), "the second player wins in 11 moves"),
        (Known(9), "a draw"),
        (Known(9, mp=12), "the best route costs 12 MP"),
        (Known(9, mp=0), "the best route costs 0 MP"),
    ],
)
def test_what_is_known_is_said_in_words(known: Known, result: str):
    assert known.result == result


def test_what_is_allowed_is_listed():
    position = RANGE_WAR.start(RANGE_WAR.options_type(highest=3))
    assert RANGE_WAR.allowed(position) == "Allowed now: 1, 2, 3."


def test_twelve_moves_are_all_listed():
    position = RANGE_WAR.start(RANGE_WAR.options_type(highest=12))
    assert RANGE_WAR.allowed(position) == "Allowed now: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."


def test_more_than_twelve_are_counted():
    position = RANGE_WAR.start(RANGE_WAR.options_type(highest=15))
    assert RANGE_WAR.allowed(position) == "Allowed now: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more."


def test_after_the_end_nothing_is_allowed():
    assert RANGE_WAR.allowed(RANGE_WAR.start().after(1)) == "The game is over."


def test_a_refusal_names_the_rule_and_what_would_work():
    error = RANGE_WAR.refusal(RANGE_WAR.start().after(3), 5)
    assert error.rule == 3
    assert error.reason == "5 is not lower than 3, as the second number must be"
    assert error.allowed == "Allowed now: 1, 2."
    assert str(error) == "5 is not lower than 3, as the second number must be (rule 3). Allowed now: 1, 2."


def test_a_legal_move_has_no_refusal():
    with pytest.raises(AssertionError, match="is legal"):
        RANGE_WAR.refusal(RANGE_WAR.start(), 5)


def test_a_violation_is_a_rule_and_a_sentence():
    assert RANGE_WAR.start().violation(11) == Violation(1, "11 is not on the line, which runs from 1 to 10")


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass\n"])
def test_a_pass_is_spelled_in_any_case(text: str):
    assert POCKET_ADDITION.parse_move(text) == PASS


def test_moves_of_a_number_game_are_spelled_as_numbers_or_pass():
    assert POCKET_ADDITION.parse_move(" 7 ") == 7
    assert POCKET_ADDITION.format_move(7) == "7"
    assert POCKET_ADDITION.format_move(PASS) == "pass"


@pytest.mark.parametrize("text", ["pas", "passs", "paſs", "٣", "+4", "4.0", ""])
def test_anything_else_spells_no_move_of_a_number_game(text: str):
    with pytest.raises(UnreadableMove):
        POCKET_ADDITION.parse_move(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("text", NASTY, ids=short)
def test_no_odd_spelling_is_a_move(game, text: str):
    with pytest.raises(UnreadableMove) as caught:
        game.parse_move(text)
    assert str(caught.value).isprintable()


@given(st.sampled_from(GAMES), anything | pieces("7", "L", " left", ",", "clear:", "B2", "pass", "0", "12"))
@fuzzed
def test_any_text_is_a_move_with_one_spelling_or_unreadable(game, text: str):
    try:
        move = game.parse_move(text)
    except UnreadableMove:
        return
    spelled = game.format_move(move)
    assert game.parse_move(spelled) == move
    assert game.format_move(game.parse_move(spelled)) == spelled


@given(matches())
@matched
def test_copies_of_a_position_are_equal_and_go_on_alike(match: Match):
    position = match.position
    for copied in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert copied == position
        assert hash(copied) == hash(position)
        assert copied.key() == position.key()
        assert copied.moves() == position.moves()
        assert [copied.after(move) for move in copied.moves()] == [position.after(move) for move in position.moves()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_there_is_only_one_instance_of_a_game(game):
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game
