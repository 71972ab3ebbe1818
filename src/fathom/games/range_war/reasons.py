"""Why a move of Range War is good or bad: only the two sides of the claimed number matter."""

from __future__ import annotations

from fathom.core.value import Adviser
from fathom.games.range_war.rules import ANY, LOWER, Position
from fathom.games.range_war.theory import sides
from fathom.show.room import Reasons


def why(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """`leaves 3 numbers below 4 and 5 above; the opponent must go down into the smaller side, so you win`"""
    after = position.after(move)
    below, above = sides(after)
    result = "so you win" if adviser.value(after).winner == position.to_move else "so you lose"
    if after.outcome:
        return f"no free number lies {_where(after)} {move}, so the opponent cannot move and you win"
    if after.must_go == ANY and not (below and above):
        direction = "down" if below else "up"
        return f"{_left(move, below, above)}; the opponent can only go {direction}, into the larger side, {result}"
    if after.must_go == ANY:
        return f"{_left(move, below, above)}; the opponent may go either way, {_chosen(below, above)}, {result}"
    ahead, behind = (below, above) if after.must_go == LOWER else (above, below)
    direction = "down" if after.must_go == LOWER else "up"
    size = "larger" if ahead > behind else "smaller" if ahead < behind else "equally large"
    return f"{_left(move, below, above)}; the opponent must go {direction} into the {size} side, {result}"


def _where(after: Position) -> str:
    return {LOWER: "below", ANY: "below or above"}.get(after.must_go, "above")


def _left(move: int, below: int, above: int) -> str:
    if below == above:
        return f"leaves {_numbers(below)} on each side of {move}"
    return f"leaves {_numbers(below)} below {move} and {above or 'none'} above"


def _numbers(count: int) -> str:
    return {0: "no number", 1: "1 number"}.get(count, f"{count} numbers")


def _chosen(below: int, above: int) -> str:
    return "and neither side is larger" if below == above else "and takes the larger side"


def idea(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """What to look for, without naming the move."""
    if adviser.value(position).winner != position.to_move:
        return "Every number leaves the opponent the larger side; make the game last and hope."
    if position.after(move).outcome:
        return "There is a number from which the opponent cannot go on at all."
    return "Leave the opponent a side to go to that is not larger than the other one."


REASONS = Reasons(why, idea)
