"""What a position is worth: winners hurry, losers delay."""

from __future__ import annotations

from itertools import pairwise
from unittest.mock import Mock

from fathom import games
from fathom.core.outcome import Outcome
from fathom.core.value import DRAW, Value, end_of_best_play, value_of

#: From best to worst for seat 1.
RANKED = [Value(1, 0), Value(1, 1), Value(1, 500), DRAW, Value(2, 500), Value(2, 1), Value(2, 0)]


def test_any_win_is_above_a_draw_and_a_draw_above_any_loss():
    assert all(better.score(1) > worse.score(1) for better, worse in pairwise(RANKED))


def test_what_one_seat_likes_the_other_dislikes_as_much():
    assert [value.score(2) for value in RANKED] == [-value.score(1) for value in RANKED]


def test_a_finished_game_is_decided_in_no_plies():
    assert value_of(Outcome(2, "532 is a multiple of 7")) == Value(2, 0)
    assert value_of(Outcome(None, "neither pyramid can be completed")) == Value(None, None)


def test_the_position_before_is_one_ply_further_from_the_end():
    assert Value(2, 4).one_ply_earlier() == Value(2, 5)


def test_a_draw_has_no_distance():
    assert DRAW.one_ply_earlier() == DRAW


def test_as_json():
    assert Value(2, 9).as_json() == {"winner": 2, "plies": 9}
    assert DRAW.as_json() == {"winner": None, "plies": None}


def told(*moves):
    """An adviser that was told what to advise."""
    following = iter(moves)
    return Mock(best=lambda position: (move := next(following), position.after(move)))


def test_best_play_is_followed_to_its_end():
    start, over = (games.read_code(code).position for code in ("range-war", "range-war:2.1.10.9"))
    assert end_of_best_play(start, told(2, 1, 10, 9)) == over.outcome
    assert end_of_best_play(over, told()) == over.outcome
