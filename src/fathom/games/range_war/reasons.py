"""Why a move of Range War is good or bad: from then on each side has a supply of its own, and one lasts longer.

Directions alternate, so one seat only ever goes down and the other only up. A number that is passed over changes sides;
whoever takes the nearest one each time gives nothing away. So the seat with fewer numbers on its side, or with as many
but to move, runs out first.
"""

from __future__ import annotations

from fathom.core.value import Adviser
from fathom.core.words import counted
from fathom.games.range_war.reach import reasons as with_reach
from fathom.games.range_war.rules import ANY, LOWER, Position
from fathom.games.range_war.theory import sides
from fathom.show.room import Reasons


def why(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """`leaves the opponent 3 numbers below 4 and you 5 above; they only go down and you only up from now on, ...`"""
    if position.options.is_limited:
        return with_reach.why(position, move, adviser)
    after, seat = position.after(move), position.to_move
    if after.outcome:
        side = "below" if after.must_go == LOWER else "above"
        return f"no free number lies {side} {move}, so the opponent cannot move and you win"
    told = _either_way(move, after) if after.must_go == ANY else _one_way(move, after)
    if adviser.value(after).winner == seat:
        return f"{told}, and by taking the nearest each time you give nothing away and they run out first"
    told += ", and by taking the nearest each time they give nothing away and you run out first"
    if adviser.value(position).winner != seat:
        return told
    return f"{told}; {adviser.say_once(position, lambda: _better(position, adviser))}"


def _one_way(move: int, after: Position) -> str:
    below, above = sides(after)
    if after.must_go == LOWER:
        left, ways = f"{_numbers(below)} below {move} and you {above or 'none'} above", "down and you only up"
    else:
        left, ways = f"{_numbers(above)} above {move} and you {below or 'none'} below", "up and you only down"
    return f"leaves the opponent {left}; they only go {ways} from now on"


def _either_way(move: int, after: Position) -> str:
    """The second number may lie on either side of the first."""
    below, above = sides(after)
    if below == above:
        left = f"leaves {_numbers(below)} on each side of {move}"
        return f"{left}; whichever way the opponent goes, you get the other side"
    way = "down" if below > above else "up"
    left = f"leaves {_numbers(below)} below {move} and {above or 'none'} above"
    return f"{left}; the opponent goes {way} into the larger side"


def _numbers(count: int) -> str:
    return counted(count, "number") if count else "no number"


def _better(position: Position, adviser: Adviser[Position, int]) -> str:
    """What the best move does that another one failed to do."""
    move, after = adviser.best(position)
    below, above = sides(after)
    if after.outcome:
        return f"{move} would have left them no move"
    if after.must_go == ANY:
        return f"{move} would have left {below} on each side"
    theirs, yours = (below, above) if after.must_go == LOWER else (above, below)
    return f"{move} would have left them {theirs} against your {yours}"


def idea(position: Position, move: int, adviser: Adviser[Position, int]) -> str:
    """What to look for, without naming the move."""
    if position.options.is_limited:
        return with_reach.idea(position, move, adviser)
    if position.choices.bit_count() == 1:
        return "Only one number is open to you, so there is nothing to choose."
    if adviser.value(position).winner != position.to_move:
        return "Every number leaves the opponent the larger side; choose one that makes the game last."
    if position.after(move).outcome:
        return "There is a number from which the opponent cannot go on at all."
    return "Leave the opponent a side to go to that is not larger than the other one."


REASONS = Reasons(why, idea)
