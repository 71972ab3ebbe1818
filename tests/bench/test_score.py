"""Scores, against what the rule pages say of the games."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest

from fathom import games
from fathom.bench.item import Item
from fathom.bench.prompts import Manner, write_prompt
from fathom.bench.score import score_answer
from fathom.bench.tasks import Task


def ask(task: Task, code: str) -> Item:
    match = games.read_code(code)
    prompt = write_prompt(task, match, Manner())
    return Item("x", task, "test", match.game.name, code, match.position.to_move, None, "", "", prompt)


def answer(**fields: object) -> str:
    return json.dumps(fields)


@pytest.mark.parametrize("move, regret", [("6", 0), ("7", 0), ("8", 0), ("5", 1), ("1", 1), ("9", 1)])
def test_regret_is_the_value_before_minus_the_value_after(move: str, regret: int):
    """Seat 1 wins Pocket Addition with 6, 7 or 8, and loses with every other first number."""
    score = score_answer(ask("best", "pocket-addition"), answer(move=move))
    assert score.regret == regret
    assert score.credit == 1 - regret
    assert score.chance == Fraction(3, 9)


def test_a_slower_win_is_counted_in_plies_and_is_no_error():
    """6 is the quickest of the winning first numbers: it wins in 5 plies."""
    slower = {move: score_answer(ask("best", "pocket-addition"), answer(move=move)).slower for move in "678"}
    assert slower["6"] == 0
    assert slower["7"]
    assert score_answer(ask("best", "pocket-addition"), answer(move="7")).credit == 1


def test_half_a_point_is_lost_where_a_draw_is():
    """In the Fair preset of Pyramid Challenge nobody can force a win, and 2 of the 6 first moves keep the draw."""
    item = ask("best", "pyramid-challenge,levels=2,highest=6,copies=1")
    regrets = Counter(score_answer(item, answer(move=str(number))).regret for number in range(1, 7))
    assert regrets == {Fraction(0): 2, Fraction(1, 2): 4}


@pytest.mark.parametrize(
    "moves, credit",
    [(["5", "7", "8", "9", "10"], 1), ([10, 9, 8, 7, 5, 5], 1), (["5", "7", "8", "9"], 0), (["4", "5"], 0)],
)
def test_legal_moves_count_as_a_set(moves: list, credit: float):
    """After 6, 4 the next number of Range War must be higher than 4."""
    assert score_answer(ask("legal", "range-war:6.4"), answer(moves=moves)).credit == credit


def test_a_position_must_be_right_in_every_fact():
    item = ask("track", "pocket-addition:6.9.1")
    right = {
        "pool": [2, 3, 4, 5, 7, 8],
        "player_1": [1, 6],
        "player_2": ["9"],
        "total_1": 7,
        "total_2": 9,
        "to_move": 2,
    }
    assert score_answer(item, json.dumps(right)).credit == 1
    for wrong in ({"pool": [2, 3]}, {"total_1": 8}, {"to_move": 1}, {"player_1": "6"}, {"pool": None}):
        assert score_answer(item, json.dumps(right | wrong)).credit == 0


def test_the_order_of_places_matters_and_that_of_a_pool_does_not():
    item = ask("track", "digit-dilemma:7L.3M")
    right = {"pool": list("98654210"), "player_1": ["7", "_", "_"], "player_2": ["_", "3", "_"], "to_move": "1"}
    assert score_answer(item, json.dumps(right)).credit == 1
    assert score_answer(item, json.dumps(right | {"player_1": ["_", "7", "_"]})).credit == 0


@pytest.mark.parametrize("code, value", [("range-war", 1), ("range-war:6", 1), ("range-war:5", 0)])
@pytest.mark.parametrize("probability", [0, 0.25, 1])
def test_probabilities_are_scored_by_brier(code: str, value: int, probability: float):
    """Openings 1 to 5 win for seat 1, so after 6 it is seat 2, who is to move, that wins."""
    score = score_answer(ask("value", code), answer(probability=probability))
    assert score.credit == 1 - (probability - value) ** 2
    assert score.probability == probability
    assert score.value == value


@pytest.mark.parametrize("probability", [-0.1, 1.1, "0.5", True, [1]])
def test_what_is_not_a_probability_is_unparsable(probability: object):
    assert score_answer(ask("value", "range-war"), answer(probability=probability)).status == "unparsable"


ROUTE = ["E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"]  # the published route: 12 MP


@pytest.mark.parametrize(
    "route, status, over",
    [
        (ROUTE, "answered", 0),
        (["E2", "E1", *ROUTE[1:]], "answered", 1),
        (ROUTE[:-1], "illegal", None),
        ([*ROUTE, "B1"], "illegal", None),
        (["E1", "A1"], "illegal", None),
        (["E1", "nowhere"], "unparsable", None),
        ("E1|D1", "unparsable", None),
    ],
)
def test_a_route_is_replayed_and_compared_in_mp(route: object, status: str, over: int | None):
    score = score_answer(ask("puzzle", "pyramid-puzzle"), answer(route=route))
    assert (score.status, score.over, score.credit) == (status, over, float(over == 0))
