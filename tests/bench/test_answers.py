"""Parsing: strict, and as stated."""

from __future__ import annotations

import pytest

from fathom.bench.answers import find_answer
from fathom.bench.make import Plan, make_items
from fathom.bench.score import score_answer

BEST = make_items(Plan(tasks=("best",), games=("pocket-addition",), size=1))[0]


@pytest.mark.parametrize(
    "text, move",
    [
        ('{"move": "7"}', "7"),
        ('I first thought of {"move": "3"}, but no: {"move": "7"}', "7"),
        ('```json\n{"move": "7"}\n```\nThe 3 loses.', "7"),
        ('{"move": "7"} and {"note": "the last object has no move"}', "7"),
        ('{"outer": {"move": "3"}} {"move": 7}', 7),
        ('{broken {"move": "7"}', "7"),
    ],
)
def test_the_last_object_with_the_key_counts(text: str, move: object):
    found = find_answer(text, "move")
    assert found is not None
    assert found["move"] == move


@pytest.mark.parametrize("text", ["", "7", "I play 7.", '{"outer": {"move": "7"}}', "[7]"])
def test_prose_and_broken_objects_are_no_answer(text: str):
    assert find_answer(text, "move") is None


@pytest.mark.parametrize("piece", ["{", '{"a":', '{"move": "7", '], ids=["braces", "nested", "unclosed"])
def test_a_flood_of_braces_is_no_answer(piece: str):
    assert find_answer(piece * 9_000, "move") is None


def test_only_the_end_of_a_long_text_is_read():
    assert find_answer('{"move": "7"}' + " " * 30_000, "move") is None


@pytest.mark.parametrize(
    "text, status",
    [
        (None, "late"),
        ("", "unparsable"),
        ("I would take the 7.", "unparsable"),
        ('{"move": "banana"}', "unparsable"),
        ('{"move": [1]}', "unparsable"),
        ('{"move": true}', "unparsable"),
        ('{"move": NaN}', "unparsable"),
        ('{"move": "99"}', "illegal"),
        ('{"move": null}', "refused"),
        ("I cannot help with games.", "refused"),
        ("I’m sorry, but no.", "refused"),
    ],
)
def test_the_four_ways_to_fail_are_told_apart(text: str | None, status: str):
    score = score_answer(BEST, text)
    assert (score.status, score.credit) == (status, 0)
    assert score.regret
    assert score.regret == score_answer(BEST, None).regret


def test_an_illegal_structured_answer_is_not_replaced_from_prose():
    assert BEST.truth
    legal = BEST.truth["moves"][0]["move"]
    assert score_answer(BEST, f'I play {legal}, of course: {legal}. {{"move": "99"}}').status == "illegal"
    assert score_answer(BEST, f'{{"move": "{legal}"}} or rather {{"move": "99"}}').status == "illegal"
