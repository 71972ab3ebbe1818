"""The student: plays what the rules for winning recommend, and anything where they say nothing."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from fathom import games
from fathom.errors import UnknownPlayer
from fathom.players import STUDENT, Machine, check_player, machine


def student(code: str) -> Machine:
    match = games.read_code(code)
    return machine(STUDENT, random.Random(1), match.game, match.options)


@pytest.mark.parametrize(
    "code, played",
    [
        ("pocket-addition", {6}),  # 6 first
        ("pocket-addition:6.8", {9}),  # 6 + 9 = 15
        ("pocket-addition:6.9", {1, 2}),  # then 8 or 7 makes 15, and 9 + 8 and 9 + 7 are above it
        ("range-war:6.4", {5}),  # leaves 1, 2 and 3 ahead, and 7 to 10 behind
        ("pyramid-challenge:1.5", {2}),
        ("pocket-addition,target=20", set(range(1, 10))),  # no rules for this target: anything
    ],
)
def test_it_plays_what_the_first_rule_that_applies_recommends_each_equally_likely(code: str, played: set[int]) -> None:
    chances = dict(student(code).distribution(games.read_code(code).position))
    assert {move: chance for move, chance in chances.items() if chance} == dict.fromkeys(
        played, Fraction(1, len(played))
    )


def test_where_no_rule_applies_it_plays_anything() -> None:
    position = games.read_code("range-war:5").position  # 4 numbers ahead, 5 behind: lost against perfect play
    assert {chance for _, chance in student("range-war").distribution(position)} == {Fraction(1, 4)}


def test_it_plays_the_puzzle_as_the_random_mover_does() -> None:
    puzzle = games.game("pyramid-puzzle")
    assert check_player(STUDENT, puzzle) == STUDENT
    found = machine(STUDENT, random.Random(1), puzzle).distribution(puzzle.start())
    assert {chance for _, chance in found} == {Fraction(1, len(found))}


def test_it_must_be_told_its_game() -> None:
    with pytest.raises(UnknownPlayer, match="@student plays by the rules of a game, so it must be told which game"):
        machine(STUDENT, random.Random(1))
