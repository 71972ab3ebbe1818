"""How a game ended."""

from __future__ import annotations

import copy
import pickle

import pytest

from fathom.core.outcome import Outcome, other

WON = Outcome(2, "532 is a multiple of 7")
DRAWN = Outcome(None, "neither pyramid can be completed")


def test_the_seats_face_each_other():
    assert (other(1), other(2)) == (2, 1)


def test_as_json_it_names_the_winner_and_the_reason():
    assert WON.as_json() == {"winner": 2, "reason": "532 is a multiple of 7"}


def test_nobody_is_null():
    assert DRAWN.as_json() == {"winner": None, "reason": "neither pyramid can be completed"}


@pytest.mark.parametrize("outcome", [WON, DRAWN])
def test_copies_are_equal(outcome: Outcome):
    copies = {copy.copy(outcome), copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))}
    assert copies == {outcome}


def test_a_draw_is_an_outcome_all_the_same():
    assert bool(DRAWN)


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError):
        WON.winner = 1  # type: ignore[misc]
