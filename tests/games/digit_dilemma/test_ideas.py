"""What the hint tells to look for in Digit Dilemma is there, and the move that the next hint names does it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.value import Adviser
from tests import truth
from tests.games.claims import wins
from tests.games.digit_dilemma.boards import digits_of, doubles, empty_places, finishing, sample_positions
from tests.games.digit_dilemma.test_reasons import READINGS, beats_whatever, has_another, unbeaten_after

pytestmark = [pytest.mark.slow, pytest.mark.truth]

GAME: Any = games.game("digit-dilemma")


def threats(position, seat):
    return set(finishing(position, seat)) & digits_of(position)


def completes_now(position, move):
    return position.after(move).outcome is not None and bool(threats(position, position.to_move))


def completes_unbeaten(position, move):
    no_multiple = not threats(position, position.to_move)
    return no_multiple and len(empty_places(position, position.to_move)) == 1 and unbeaten_after(position, move)


def threatens_two(position, move):
    return move in doubles(position, position.to_move)


def threatens_out_of_reach(position, move):
    after = position.after(move)
    needed = threats(after, position.to_move)
    return len(needed) == 1 and all(reply.digit not in needed for reply in after.moves())


def takes_needed(position, move):
    return move.digit in threats(position, 3 - position.to_move)


def threatens_and_keeps_another(position, move):
    """It wins by the comparison if the threat is stopped: at once with an unbeaten number, or by the last word."""
    after = position.after(move)
    return len(threats(after, position.to_move)) == 1 and (has_another(after) or beats_whatever(after))


def keeps_ways_open(position, move):
    after = position.after(move)
    return all(doubles(after.after(reply), position.to_move) for reply in after.moves())


def completes_last(position, move):
    after = position.after(move)
    mine, theirs = (len(empty_places(after, seat)) for seat in (position.to_move, after.to_move))
    return mine == theirs and (mine > 1 or beats_whatever(after))


def completes_first(position, move):
    after = position.after(move)
    return len(empty_places(after, position.to_move)) < len(empty_places(after, after.to_move))


IDEAS = {
    "A digit completes a multiple of {} at once.": completes_now,
    "Nothing completes a multiple for you now: complete a number that the opponent cannot beat.": completes_unbeaten,
    "Threaten two digits at once: the opponent can take only one.": threatens_two,
    "Threaten a digit that the opponent cannot take.": threatens_out_of_reach,
    "Take a digit that the opponent needs.": takes_needed,
    "Threaten one digit, and keep another that is good enough if it is taken.": threatens_and_keeps_another,
    "Keep ways open to threaten two digits at once on your next turn.": keeps_ways_open,
    "You complete last: place so that you can beat whatever number the opponent completes.": completes_last,
    "You complete first: place so that the opponent can never stop or beat all your numbers.": completes_first,
}
LOST = "Every move loses if the opponent plays perfectly; make them prove it."


@pytest.mark.parametrize("values", [*READINGS, {"slots": 2}])
def test_every_idea_is_true(values):
    room: Any = games.room("digit-dilemma")
    options = GAME.options_type(**values)
    adviser: Any = Adviser(room.oracle(options), prefer=room.reasons.prefer)
    known = {text.format(options.divisor): check for text, check in IDEAS.items()}
    for position in sample_positions(GAME, options, Random(truth.SEED), truth.amount(500, 20_000)):
        move = adviser.best(position)[0]
        idea = room.reasons.idea(position, move, adviser)
        if idea == LOST:
            assert wins(position, 3 - position.to_move, adviser)
        else:
            assert wins(position, position.to_move, adviser), f"{position}\n{idea}"
            assert known[idea](position, move), f"{position}\n{move}: {idea}"
        assert GAME.format_move(move) not in idea
