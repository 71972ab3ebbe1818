"""Prompts: nothing in them answers the question, and nothing has to be guessed."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.bench.prompts import WORDINGS, Manner, write_prompt
from fathom.bench.tasks import TASKS, Task
from tests.bench.test_score import ask

CODES = {
    "range-war": "range-war:6.4",
    "pocket-addition": "pocket-addition:6.9",
    "digit-dilemma": "digit-dilemma:7L.3M",
    "pyramid-challenge": "pyramid-challenge:4.7.3",
}


def prompts(task: Task) -> list[str]:
    codes = ["pyramid-puzzle"] if task == "puzzle" else list(CODES.values())
    return [
        write_prompt(task, games.read_code(code), Manner(style, paraphrase, tools=True)).text
        for code in codes
        for style in ("numbered", "prose")
        for paraphrase in range(WORDINGS)
    ]


@pytest.mark.parametrize("task", TASKS)
def test_the_form_of_an_answer_names_no_move(task: Task):
    """A move that is given as an example could be the right one, and a model that copies it would be right."""
    for prompt in prompts(task):
        form = prompt.partition("End your answer with one JSON object.")[2]
        assert form
        given = re.findall(r'"(?:move|moves|route)": \[?("[^"]*")', form)
        assert set(given) <= {'"..."'}


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_asks_for_one_object_and_has_no_holes(task: Task):
    for prompt in prompts(task):
        assert prompt.count("End your answer with one JSON object.") == 1
        assert "{{" not in prompt
        assert "None" not in prompt
        assert not re.search(r"  |\.\.\.\.", prompt)


@pytest.mark.parametrize("name", CODES)
def test_every_key_of_a_position_is_explained(name: str):
    form = ask("track", CODES[name]).prompt.answer
    head, *lines = form.splitlines()
    keys = re.findall(r'"(\w+)": ', head)
    assert [line.partition(":")[0] for line in lines[: len(keys)]] == keys


def test_words_that_an_answer_must_use_are_told():
    """The direction of Range War is asked for in the game's own words."""
    assert "compared with the last one: lower, higher, any" in ask("track", "range-war:6.4").prompt.answer


def test_moves_are_explained_where_the_answer_has_none():
    for task in ("track", "value"):
        prompt = ask(task, "digit-dilemma:7L.3M").prompt
        assert "A move is a digit and the first letter of a place" in prompt.position
        assert "A move is" not in prompt.answer


def test_other_options_are_told_before_the_rules_that_they_change():
    rules = ask("best", "pocket-addition,highest=8,target=30").prompt.rules
    first, second, third = rules.splitlines()[:3]
    assert first == "Pocket Addition"
    assert second.startswith(
        "In this game: highest = 8; target = 30. These values replace the numbers of the rule book"
    )
    assert third.startswith("1. ")
    assert "replace" not in ask("best", "pocket-addition").prompt.rules


def test_only_the_variants_that_are_played_are_told():
    def has(code: str) -> tuple[bool, bool]:
        rules = ask("best", code).prompt.rules
        return "base, from 4 to 16" in rules, "leading_zero=unqualified is" in rules

    assert has("digit-dilemma,divisor=21") == (False, False)
    assert has("digit-dilemma,base=9") == (True, False)
    assert has("digit-dilemma,leading_zero=unqualified") == (False, True)


@pytest.mark.parametrize("copies, said", [(1, "There is only one of every number"), (3, "There are only 3 of every")])
def test_prose_counts_tokens_in_good_english(copies: int, said: str):
    match = games.read_code(f"pyramid-challenge,copies={copies}")
    assert said in write_prompt("best", match, Manner("prose")).rules
