"""A match as data, for every front end."""

from __future__ import annotations

import json

from hypothesis import given

from fathom import games
from fathom.core.match import Match
from fathom.show.view import view
from tests.core.strategies import matched, matches


def test_a_match_that_goes_on():
    assert view(games.read_code("range-war,highest=5:3")) == {
        "code": "range-war,highest=5:3",
        "game": "range-war",
        "options": {"highest": 5, "second_move": "lower"},
        "played": ["3"],
        "to_move": 2,
        "over": False,
        "outcome": None,
        "moves": ["1", "2"],
    }


def test_a_match_that_is_over():
    assert view(games.read_code("range-war,highest=5:5.4")) == {
        "code": "range-war,highest=5:5.4",
        "game": "range-war",
        "options": {"highest": 5, "second_move": "lower"},
        "played": ["5", "4"],
        "to_move": None,
        "over": True,
        "outcome": {"winner": 2, "reason": "no number higher than 4 is left for seat 1"},
        "moves": [],
    }


def test_a_match_that_was_given_up():
    match = games.read_code("range-war:6")
    match.resign(2)
    seen = view(match)
    assert (seen["to_move"], seen["over"], seen["moves"]) == (None, True, [])
    assert seen["outcome"] == {"winner": 1, "reason": "seat 2 resigned"}


def test_a_pass_is_a_move():
    assert view(games.read_code("pocket-addition,highest=1,target=2:1"))["moves"] == ["pass"]


@given(matches())
@matched
def test_a_view_is_plain_json(match: Match):
    assert json.loads(json.dumps(view(match))) == view(match)


@given(matches())
@matched
def test_every_move_of_a_view_can_be_played(match: Match):
    seen = view(match)
    for text in seen["moves"][:5]:
        assert match.game.format_move(match.read(text, seen["to_move"])) == text
