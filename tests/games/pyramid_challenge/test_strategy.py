"""The rules for Pyramid Challenge, derived again from their sentences, and their proof on one pyramid at a time."""

from __future__ import annotations

from itertools import product

import pytest

from fathom import games
from fathom.core.game import AnyPosition
from fathom.core.match import Match

pytestmark = pytest.mark.truth

GAME = games.game("pyramid-challenge")
STRATEGY = games.room("pyramid-challenge").strategy(GAME.options_type())
assert STRATEGY
Pyramid = tuple[int, ...]


def above(a: int, b: int) -> set[int]:
    """What may stand above two numbers, by the rule book."""
    return {number for number in (a + b, a - b, b - a) if 1 <= number <= 9}


def fitting(cells: Pyramid) -> set[int]:
    """What fits next in a pyramid of three rows, its cells in the order in which they are filled."""
    if len(cells) < 3:
        return set(range(1, 10))
    below = {3: (0, 1), 4: (1, 2), 5: (3, 4)}[len(cells)]
    return above(*(cells[i] for i in below))


def can_be_completed(cells: Pyramid) -> bool:
    return len(cells) == 6 or any(can_be_completed((*cells, number)) for number in fitting(cells))


def pyramids() -> list[Pyramid]:
    """Every pyramid that is not complete and has a number that fits."""
    found: list[Pyramid] = [()]
    for cells in found:
        if len(cells) < 5:
            found += [(*cells, number) for number in sorted(fitting(cells))]
    return [cells for cells in found if fitting(cells)]


def told(cells: Pyramid) -> tuple[int, set[int]]:
    """The number of the first rule that applies, and what it says; 0 and everything that fits if none does."""
    if len(cells) < 3 and cells == (1, 2, 4)[: len(cells)]:
        return 1, {(1, 2, 4)[len(cells)]}
    if len(cells) < 3:
        return 2, set(range(1, 10)) - set(cells)

    def is_big_pair(number: int, other: int) -> bool:
        return number == other >= 5

    good = set[int]()
    if len(cells) == 3:
        right = above(cells[1], cells[2])
        good = {number for number in fitting(cells) if any(not is_big_pair(number, other) for other in right)}
    if len(cells) == 4:
        good = {number for number in fitting(cells) if not is_big_pair(number, cells[3])}
    return (3, good) if good else (0, fitting(cells))


def position_with(cells: Pyramid) -> AnyPosition:
    """Seat 1 has these cells; seat 2 has filled as many of its own with 1, 2, 4, 1, 2."""
    match = Match(GAME)
    for own, other in zip(cells, (1, 2, 4, 1, 2), strict=False):
        match.play(str(own))
        match.play(str(other))
    return match.position


def test_the_rules_recommend_what_their_sentences_say() -> None:
    assert STRATEGY
    for cells in pyramids():
        position = position_with(cells)
        advice = STRATEGY.advice(position)
        number, expected = told(cells)
        assert (advice.number if advice else 0) == number, cells
        assert set(STRATEGY.moves(position)) == expected, cells


def test_above_1_2_4_a_number_always_fits() -> None:
    for cells in pyramids():
        if cells[:3] == (1, 2, 4):
            assert all(len(cells) == 5 or fitting((*cells, number)) for number in fitting(cells))


def follow(cells: Pyramid, *, without_first: bool) -> list[Pyramid]:
    """Every way to go on by the rules; without the first one, by what the second says from the start."""
    number, moves = told(cells)
    if without_first and number == 1:
        moves = set(range(1, 10)) - set(cells)
    return [(*cells, move) for move in moves]


def test_neither_the_whole_list_nor_the_list_without_its_first_rule_ever_gets_stuck() -> None:
    for without_first in (False, True):
        met: list[Pyramid] = [()]
        for cells in met:
            assert can_be_completed(cells), cells
            if len(cells) < 6:
                met += follow(cells, without_first=without_first)
        assert any(len(cells) == 6 for cells in met)


def test_of_the_729_bottom_rows_582_keep_every_way_open() -> None:
    def always_fits(cells: Pyramid) -> bool:
        return len(cells) == 6 or (bool(fitting(cells)) and all(always_fits((*cells, n)) for n in fitting(cells)))

    rows = list(product(range(1, 10), repeat=3))
    assert STRATEGY
    told = f"Of the {len(rows)} bottom rows, {sum(map(always_fits, rows))} never lead there"
    assert told in STRATEGY.insight
    assert always_fits((1, 2, 4))


def test_a_cell_is_left_without_a_number_only_above_two_equal_numbers_of_5_or_more() -> None:
    stuck = {(a, b) for a, b in product(range(1, 10), repeat=2) if not above(a, b)}
    assert stuck == {(a, a) for a in range(5, 10)}
