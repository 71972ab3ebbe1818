"""Every idea of Pocket Addition, the second level of a hint, is true of the position and of the best move."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.coach.hints import IDEA, hint
from fathom.core.game import PASS
from tests import truth
from tests.games.claims import every_hint, every_idea, is_best, solved_graph, wins
from tests.games.pocket_addition.facts import (
    fitting,
    is_unstoppable,
    must_block,
    pool_of,
    reachable,
    threat,
    total,
    winner_by_passing,
)

pytestmark = [pytest.mark.slow, pytest.mark.truth]


def every_number_loses(position, move, solved):
    lost = [move for move in position.moves() if not wins(position.after(move), position.to_move, solved)]
    return len(position.moves()) > 1 and lost == [*position.moves()] and is_best(position, move, solved)


def settled_by_totals(after, you):
    return not fitting(after, 1) and not fitting(after, 2) and winner_by_passing(after) == you


def stuck_below(after, you):
    """They can add nothing, though something is left."""
    return after.moves() == (PASS,) and pool_of(after) != set()


#: Of positions that are won: what the best move brings about.
AIMS = {
    "You can make the target at once.": lambda after, you: total(after, you) == after.options.target,
    "Make a threat that the opponent is already too high to stop.": is_unstoppable,
    "Find a number after which neither of you can add anything, and compare the totals.": settled_by_totals,
    "Leave the opponent nothing that is small enough to add.": stuck_below,
    "Get so far ahead that the opponent can no longer reach your total.": lambda after, you: (
        total(after, you) > max(reachable(after, 3 - you))
    ),
    "Make a threat that the opponent must answer, and see what that makes of both totals.": must_block,
    "Leave the opponent only one number that is small enough.": lambda after, you: len(fitting(after, 3 - you)) == 1,
    "Find a number after which you have an answer to every reply.": lambda after, you: (
        len(after.moves()) > 1 and threat(after, you) is None
    ),
}
#: Of any position and its best move.
STANDINGS = {
    "No number is left, so you can only pass.": lambda position, move, solved: not pool_of(position) and move == PASS,
    "Every number left is too large for you, so you can only pass.": lambda position, move, solved: (
        pool_of(position) and not fitting(position, position.to_move) and move == PASS
    ),
    "Only one number is small enough for you, so there is nothing to choose.": lambda position, move, solved: (
        fitting(position, position.to_move) == {move}
    ),
    "Every number loses if the opponent plays well; choose one that makes the win take longest.": every_number_loses,
    "The opponent is about to make the target: take away the number they need.": lambda position, move, solved: (
        threat(position, 3 - position.to_move) == move and wins(position.after(move), position.to_move, solved)
    ),
}


def is_true(said, position, move, solved):
    if said in STANDINGS:
        return STANDINGS[said](position, move, solved)
    after, you = position.after(move), position.to_move
    return is_best(position, move, solved) and wins(after, you, solved) and AIMS[said](after, you)


QUICK = [{}, {"highest": 5, "target": 7}, {"highest": 4, "target": 30}, {"highest": 9, "target": 6}]
LONG = [{"target": 20}, {"highest": 8, "target": 17}]


@pytest.mark.parametrize("values", truth.amount(QUICK, [*QUICK, *LONG]))
def test_every_idea_is_true_and_names_no_number(values):
    positions, solved = solved_graph("pocket-addition", **values)
    for position, move, said in every_idea("pocket-addition", positions, solved):
        assert is_true(said, position, move, solved), f"{position}\n{said}"
        assert not any(character.isdigit() for character in said)


def test_every_idea_comes_up():
    said = {said for _, _, said in every_idea("pocket-addition", *solved_graph("pocket-addition"))}
    assert said == {*STANDINGS, *AIMS} - {"No number is left, so you can only pass."}  # 1 to 9 are never all taken


def told(code):
    match = games.read_code(code)
    return hint(match.game, match.position, adviser_for(match.game, match.options), IDEA)


def test_a_win_that_is_not_by_comparison_is_not_called_one():
    assert told("pocket-addition:7.3.4") == "Leave the opponent only one number that is small enough."


def test_a_forced_pass_is_not_said_to_make_the_target():
    assert told("pocket-addition:9.8.4.6.1.pass") == "Every number left is too large for you, so you can only pass."


WINNING, LOSING, ANY = "^You are winning", "^You lose", ""
#: What the levels before and after each idea say.
RUNGS = {
    "You can make the target at once.": (WINNING, r": makes \d+ exactly"),
    "Make a threat that the opponent is already too high to stop.": (WINNING, "threatens .* cannot take, since"),
    "Find a number after which neither of you can add anything, and compare the totals.": (
        WINNING,
        "(neither of you can add|no number is left).*(your .* beats|you win)",
    ),
    "Leave the opponent nothing that is small enough to add.": (WINNING, "the opponent is stuck at"),
    "Get so far ahead that the opponent can no longer reach your total.": (WINNING, "the opponent can get no further"),
    "Make a threat that the opponent must answer, and see what that makes of both totals.": (
        WINNING,
        r"threatens the \d+ that makes \d+; the opponent must take it",
    ),
    "Leave the opponent only one number that is small enough.": (WINNING, "the opponent can take only the"),
    "Find a number after which you have an answer to every reply.": (
        WINNING,
        "whatever the opponent takes|the opponent's longest defence",
    ),
    "No number is left, so you can only pass.": (ANY, "^pass: "),
    "Every number left is too large for you, so you can only pass.": (ANY, "^pass: "),
    "Only one number is small enough for you, so there is nothing to choose.": (ANY, ""),
    "Every number loses if the opponent plays well; choose one that makes the win take longest.": (
        LOSING,
        "the opponent|they",
    ),
    "The opponent is about to make the target: take away the number they need.": (
        WINNING,
        r": takes the \d+ that the opponent needs",
    ),
}


@pytest.mark.parametrize("values", [{}, {"highest": 5, "target": 7}, {"highest": 4, "target": 30}])
def test_no_level_of_a_hint_contradicts_another(values):
    for position, rungs in every_hint("pocket-addition", *solved_graph("pocket-addition", **values)):
        standing, reason = RUNGS[rungs.idea]
        assert re.search(standing, rungs.standing), f"{position}\n{rungs}"
        assert re.search(reason, rungs.reason), f"{position}\n{rungs}"
