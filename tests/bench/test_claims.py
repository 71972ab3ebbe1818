"""Claims: every kind, true and false."""

from __future__ import annotations

import json

import pytest

from fathom.bench.score import score_answer
from tests.bench.test_score import ask

#: Pocket Addition at the start: 6 wins in 5 plies (the rule page), 5 loses.
START = "pocket-addition"


def claim(code: str, move: str, *claims: object):
    return score_answer(ask("reason", code), json.dumps({"move": move, "claims": list(claims)}))


@pytest.mark.parametrize(
    "code, said, is_true",
    [
        (START, {"claim": "wins_in", "move": "6", "plies": 5}, True),
        (START, {"claim": "wins_in", "move": "6", "plies": 7}, False),
        (START, {"claim": "wins_in", "move": "5", "plies": 5}, False),
        (START, {"claim": "wins_in", "move": "6"}, False),
        ("range-war", {"claim": "wins_in", "move": 1, "plies": 1}, True),
        ("range-war", {"claim": "loses_in", "move": "1", "plies": 1}, False),
        # After 9 and 8 the seat to move needs 6, and 7 stops the other one.
        ("pocket-addition:9.8", {"claim": "wins_in", "move": "6", "plies": 1}, True),
        ("pocket-addition:9.8", {"claim": "refuted_by", "move": "1", "reply": "7"}, True),
        ("pocket-addition:9.8", {"claim": "refuted_by", "move": "6", "reply": "7"}, False),
        ("pocket-addition:9.8", {"claim": "loses_in", "move": "1", "plies": 2}, True),
        ("pocket-addition:9.8", {"claim": "line", "moves": ["6"]}, True),
        ("pocket-addition:9.8", {"claim": "line", "moves": ["1", "7"]}, False),
        ("pocket-addition:9.8", {"claim": "line", "moves": ["6", "7"]}, False),
        ("pocket-addition:9.8", {"claim": "line", "moves": []}, False),
        # After 6 and 1, taking 5 leaves seat 1 at 11 and 4 to make 15; every reply but 4 leaves the 4 there.
        ("pocket-addition:6.1", {"claim": "threat", "move": "5", "next": "4"}, True),
        ("pocket-addition:6.1", {"claim": "threat", "move": "5", "next": "3"}, False),
        ("pocket-addition:6.1", {"claim": "threat", "move": "6", "next": "3"}, False),
        (START, {"claim": "beautiful", "move": "6"}, False),
        (START, "6 wins", False),
    ],
)
def test_a_claim_is_checked_by_the_solver(code: str, said: object, is_true: bool):
    (checked,) = claim(code, "2", said).claims
    assert checked.is_true is is_true, checked


def test_a_right_move_with_a_false_reason_gets_no_credit():
    true, false = {"claim": "wins_in", "move": "6", "plies": 5}, {"claim": "wins_in", "move": "6", "plies": 1}
    assert claim(START, "6", true).credit == 1
    assert claim(START, "6", true, false).credit == 0
    assert claim(START, "6", false).is_kept
    assert claim(START, "5", true).credit == 0


def test_a_contradiction_is_to_play_what_one_says_loses():
    against = {"claim": "loses_in", "move": "6", "plies": 4}
    assert claim(START, "6", against).contradictions == 1
    assert claim(START, "7", against).contradictions == 0
    assert claim(START, "6", {"claim": "refuted_by", "move": "6", "reply": "9"}).contradictions == 1


def test_a_reason_without_claims_is_unparsable():
    assert claim(START, "6").status == "unparsable"
