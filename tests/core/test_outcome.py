"""How a game ended."""

from __future__ import annotations

import copy
import pickle

import pytest

from fathom.core.outcome import Ending, MatchEnding, Outcome, other


class Sample(Ending):
    MULTIPLE = 2, "{number} is a multiple of {divisor}"
    STUCK = 5, "neither pyramid can be completed"
    LAST = 3, "{winner} took the last number, not {loser}"


WON = Outcome(2, Sample.MULTIPLE, (("number", 532), ("divisor", 7)))
DRAWN = Outcome(None, Sample.STUCK)


def test_the_seats_face_each_other():
    assert (other(1), other(2)) == (2, 1)


def test_as_json_it_names_the_winner_and_the_reason():
    assert WON.as_dict() == {"winner": 2, "reason": "532 is a multiple of 7"}


def test_nobody_is_null():
    assert DRAWN.as_dict() == {"winner": None, "reason": "neither pyramid can be completed"}


@pytest.mark.parametrize("outcome", [WON, DRAWN])
def test_copies_are_equal(outcome: Outcome):
    copies = {copy.copy(outcome), copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))}
    assert copies == {outcome}


def test_the_ending_knows_its_rule():
    assert (WON.rule, DRAWN.rule) == (2, 5)
    assert Outcome(1, MatchEnding.RESIGNED, (("seat", 2),)).rule is None


def test_players_are_called_by_their_names_or_by_their_seats():
    last = Outcome(2, Sample.LAST)
    assert last.describe(("Ann", "Ben")) == "Ben took the last number, not Ann"
    assert last.reason == "seat 2 took the last number, not seat 1"


@pytest.mark.parametrize("name", ["seat 2", "{winner}", "{0}", "a}{b"])
def test_a_name_is_shown_as_it_is_whatever_it_holds(name: str):
    assert Outcome(1, Sample.LAST).describe((name, "Ben")) == f"{name} took the last number, not Ben"


def test_whoever_resigns_is_named_in_a_puzzle_too():
    assert Outcome(None, MatchEnding.RESIGNED, (("seat", 1),)).describe(("Ann",)) == "Ann resigned"
    assert Outcome(2, MatchEnding.RESIGNED, (("seat", 1),)).describe(("Ann", "Ben")) == "Ann resigned"


def test_a_draw_is_an_outcome_all_the_same():
    assert bool(DRAWN)


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError):
        WON.winner = 1  # type: ignore[misc]
