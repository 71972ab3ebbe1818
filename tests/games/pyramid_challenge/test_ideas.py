"""Every idea of Pyramid Challenge, the second level of a hint, is true of the position and of the best move."""

from __future__ import annotations

import re

import pytest

from fathom.core.game import PASS
from tests import truth
from tests.games.claims import every_hint, every_idea, solved_graph, wins
from tests.games.pyramid_challenge.facts import completable, essentially_different, fitting

pytestmark = [pytest.mark.slow, pytest.mark.truth]

AVOID = "Two equal numbers that are too large to add must never come side by side, here or further up."


def is_true(said, position, move, solved):
    options, own = position.options, position.own
    fits = fitting(options, own)
    is_alive = completable(options, own)
    living = [number for number in fits if completable(options, (*own, number))]
    is_won = wins(position, position.to_move, solved)
    return {
        "Nothing fits your next cell, so you can only pass.": fits == () and move == PASS,
        "Your pyramid can no longer be completed; nothing you place changes that.": not is_alive and move in fits,
        "You can complete your pyramid.": len(own) + 1 == options.cells and move in living,
        "The opponent finishes first whatever you place, unless they get stuck.": (
            wins(position, 3 - position.to_move, solved) and completable(options, position.foe)
        ),
        "Only one number fits, so there is nothing to choose.": is_won and fits == (move,),
        "Any number that fits keeps your pyramid alive.": is_won and [*fits] == living and move in living,
        AVOID: is_won and is_alive and living != [*fits] and move in living,
    }[said]


def check(positions, solved):
    said = set()
    for position, move, idea in every_idea("pyramid-challenge", positions, solved):
        assert is_true(idea, position, move, solved), f"{position}\n{idea}"
        assert not any(character.isdigit() for character in idea)
        said.add(idea)
    return said


@pytest.mark.parametrize("values", [{"highest": 3}, {"levels": 2, "highest": 5}, {"levels": 4, "highest": 2}])
def test_every_idea_is_true_and_names_no_number(values):
    check(*solved_graph("pyramid-challenge", **values))


@pytest.mark.parametrize("values", truth.amount([{}], [{}, {"levels": 4, "highest": 4}]))
def test_every_idea_about_essentially_different_pyramids_is_true(values):
    assert len(check(*essentially_different(**values))) == 7


def test_two_numbers_get_in_each_others_way_only_if_they_are_equal_and_too_large():
    """What the idea to avoid rests on: any two other numbers have a sum or a difference that fits."""
    for highest in range(1, 30):
        for a in range(1, highest + 1):
            for b in range(1, highest + 1):
                fits = {n for n in (a + b, abs(a - b)) if 1 <= n <= highest}
                assert (fits == set()) == (a == b and a + b > highest)


#: What the levels before and after each idea say.
RUNGS = {
    "Nothing fits your next cell, so you can only pass.": ("draw|^You lose", "^pass: .* can never be topped"),
    "Your pyramid can no longer be completed; nothing you place changes that.": (
        "draw|^You lose",
        "your pyramid can no longer be completed",
    ),
    "You can complete your pyramid.": ("^You are winning", "completes your pyramid"),
    "The opponent finishes first whatever you place, unless they get stuck.": ("^You lose", "you (come second|lose)"),
    "Only one number fits, so there is nothing to choose.": ("^You are winning", "you (finish first|win)"),
    "Any number that fits keeps your pyramid alive.": ("^You are winning; every move", "you (finish first|win)"),
    AVOID: ("^You are winning; .* of", "you (finish first|win)"),
}


@pytest.mark.parametrize("values", [{}])
def test_no_level_of_a_hint_contradicts_another(values):
    for position, rungs in every_hint("pyramid-challenge", *essentially_different(**values)):
        standing, reason = RUNGS[rungs.idea]
        assert re.search(standing, rungs.standing), f"{position}\n{rungs}"
        assert re.search(reason, rungs.reason), f"{position}\n{rungs}"


# ------------------------------------------------------------------ with limited tokens

MIND = "Mind the tokens: some numbers leave too few of what you need, or too many of what the opponent needs."


def is_true_with_tokens(said, position, move, solved):
    moves, winner, seat = position.moves(), solved.value(position).winner, position.to_move
    keeping = [number for number in moves if solved.value(position.after(number)).winner == winner]
    return {
        "There is nothing that you can place, so you can only pass.": moves == (PASS,) == (move,),
        "You can complete your pyramid.": len(position.own) + 1 == position.options.cells and move != PASS,
        "There is only one number that you can place.": moves == (move,) != (PASS,),
        "The opponent wins with best play, whatever you place; make the game last.": winner == 3 - seat,
        "Every number that you can place keeps the result.": keeping == [*moves] and winner in (seat, None),
        MIND: move in keeping and len(keeping) < len(moves) and winner in (seat, None),
    }[said]


def test_every_idea_with_limited_tokens_is_true_and_names_no_number():
    said = set()
    for values in ({"highest": 3, "copies": 2}, {"highest": 4, "copies": 1}, {"levels": 2, "highest": 4, "copies": 2}):
        positions, solved = solved_graph("pyramid-challenge", **values)
        for position, move, idea in every_idea("pyramid-challenge", positions, solved):
            assert is_true_with_tokens(idea, position, move, solved), f"{position}\n{idea}"
            assert not any(character.isdigit() for character in idea)
            said.add(idea)
    assert len(said) == 6
