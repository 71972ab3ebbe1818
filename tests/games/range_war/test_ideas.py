"""Every idea of Range War, the second level of a hint, is true of the position and of the best move."""

from __future__ import annotations

import re

import pytest

from tests import truth
from tests.games.claims import every_hint, every_idea, is_best, solved_graph, wins

pytestmark = [pytest.mark.slow, pytest.mark.truth]


def sides(position):
    """The free numbers below the last one and above it, and how many of each the seat to move may take."""
    free = [n for n in range(1, position.options.highest + 1) if position.free >> n & 1]
    below = {n for n in free if n < position.last}
    above = {n for n in free if n > position.last}
    return below, above


def gets_the_larger_side(after):
    """May the seat to move go to a side that is larger than the other one?"""
    below, above = sides(after)
    larger = below if len(below) > len(above) else above
    return len(below) != len(above) and larger <= set(after.moves())


def nothing_to_choose(position, move, solved):
    return position.moves() == (move,)


def every_number_gives_the_larger_side(position, move, solved):
    lost = all(gets_the_larger_side(position.after(number)) for number in position.moves())
    return lost and not wins(position, position.to_move, solved) and is_best(position, move, solved)


def no_way_on(position, move, solved):
    return position.after(move).moves() == () and wins(position.after(move), position.to_move, solved)


def leaves_no_larger_side(position, move, solved):
    after = position.after(move)
    return after.moves() != () and not gets_the_larger_side(after) and wins(after, position.to_move, solved)


IDEAS = {
    "Only one number is open to you, so there is nothing to choose.": nothing_to_choose,
    "Every number leaves the opponent the larger side; choose one that makes the game last.": (
        every_number_gives_the_larger_side
    ),
    "There is a number from which the opponent cannot go on at all.": no_way_on,
    "Leave the opponent a side to go to that is not larger than the other one.": leaves_no_larger_side,
}
QUICK = [{"second_move": "lower"}, {"second_move": "free"}, {"highest": 2}, {"highest": 5, "second_move": "free"}]
LONG = [{"highest": highest, "second_move": second} for highest in (3, 4, 7, 9, 11) for second in ("lower", "free")]


@pytest.mark.parametrize("values", truth.amount(QUICK, [*QUICK, *LONG]))
def test_every_idea_is_true_and_names_no_number(values):
    positions, solved = solved_graph("range-war", **values)
    for position, move, said in every_idea("range-war", positions, solved):
        assert IDEAS[said](position, move, solved), f"{position}\n{said}"
        assert not any(character.isdigit() for character in said)


def test_every_idea_comes_up():
    assert {said for _, _, said in every_idea("range-war", *solved_graph("range-war"))} == set(IDEAS)


#: What the levels before and after each idea say.
RUNGS = {
    "Only one number is open to you, so there is nothing to choose.": ("", ""),
    "Every number leaves the opponent the larger side; choose one that makes the game last.": (
        "^You lose",
        "you run out first",
    ),
    "There is a number from which the opponent cannot go on at all.": ("^You are winning", "the opponent cannot move"),
    "Leave the opponent a side to go to that is not larger than the other one.": (
        "^You are winning",
        "they run out first",
    ),
}


@pytest.mark.parametrize("values", [{"second_move": "lower"}, {"second_move": "free"}])
def test_no_level_of_a_hint_contradicts_another(values):
    for position, rungs in every_hint("range-war", *solved_graph("range-war", **values)):
        standing, reason = RUNGS[rungs.idea]
        assert re.search(standing, rungs.standing), f"{position}\n{rungs}"
        assert re.search(reason, rungs.reason), f"{position}\n{rungs}"


# ------------------------------------------------------------------ with a limited reach


def every_answer_loses(position, move, solved):
    after = position.after(move)
    return after.moves() != () and all(wins(after.after(n), position.to_move, solved) for n in after.moves())


def every_number_is_lost(position, move, solved):
    lost = all(wins(position.after(number), 3 - position.to_move, solved) for number in position.moves())
    return lost and is_best(position, move, solved)


WITH_REACH = {
    "Only one number is in reach, so there is nothing to choose.": nothing_to_choose,
    "Every number in reach lets the opponent win; choose one that makes the game last.": every_number_is_lost,
    "There is a number from which the opponent cannot go on at all.": no_way_on,
    "Look for a number after which every answer in the opponent's reach loses.": every_answer_loses,
}


@pytest.mark.parametrize("values", [{"reach": 4}, {"reach": 6, "second_move": "free"}, {"highest": 6, "reach": 2}])
def test_every_idea_with_a_reach_is_true_and_names_no_number(values):
    positions, solved = solved_graph("range-war", **values)
    for position, move, said in every_idea("range-war", positions, solved):
        assert WITH_REACH[said](position, move, solved), f"{position}\n{said}"
        assert not any(character.isdigit() for character in said)


def test_every_idea_with_a_reach_comes_up():
    ideas = {said for _, _, said in every_idea("range-war", *solved_graph("range-war", reach=4))}
    assert ideas == set(WITH_REACH)
