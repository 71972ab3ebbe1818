"""Why a move is good or bad in Range War with a limited reach: what it leaves in reach, and who wins after that.

The counts on both sides no longer decide, since numbers on a side may be too far away. So the reasons say only what the
exact values prove: which numbers the next seat can claim, and that each of them loses.
"""

from __future__ import annotations

from fathom.core.numerals import numbers_in
from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.range_war.rules import LOWER, Ending, Position

_NUMBERS_NAMED = 6


def why(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """`lets the opponent claim 3, which leaves you 5 and 6 in reach, and each of them loses; 4 would have won`"""
    after, seat = position.after(move), position.to_move
    if after.outcome:
        return f"{_nothing_left(after)}, so the opponent cannot move and you win"
    if adviser.value(after).winner == seat:
        return f"leaves the opponent {_what_is_left(after)}"
    reply, then = adviser.best(after)
    told = f"lets the opponent claim {reply}"
    told += ", from where you cannot go on" if then.outcome else f", which leaves you {_what_is_left(then)}"
    if adviser.value(position).winner != seat:
        return told
    return f"{told}; {adviser.say_once(position, lambda: f'{adviser.best(position)[0]} would have won')}"


def _nothing_left(over: Position) -> str:
    assert over.outcome
    side = "below" if over.must_go == LOWER else "above"
    if over.outcome.ending is Ending.OUT_OF_REACH:
        return f"no free number {side} {over.last} is in reach"
    return f"no free number lies {side} {over.last}"


def _what_is_left(position: Position) -> str:
    """What a seat that has lost can still claim."""
    numbers = numbers_in(position.choices)
    if len(numbers) == 1:
        return f"only {numbers[0]} in reach, and that loses"
    named = enumerate_words(map(str, numbers)) if len(numbers) <= _NUMBERS_NAMED else f"{len(numbers)} numbers"
    return f"{named} in reach, and each of them loses"


def idea(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """What to look for, without naming the move."""
    if position.choices.bit_count() == 1:
        return "Only one number is in reach, so there is nothing to choose."
    if adviser.value(position).winner != position.to_move:
        return "Every number in reach lets the opponent win; choose one that makes the game last."
    if position.after(move).outcome:
        return "There is a number from which the opponent cannot go on at all."
    return "Look for a number after which every answer in the opponent's reach loses."
