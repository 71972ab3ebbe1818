"""Why a move of Pyramid Challenge is good or bad: what can still be topped, and who is ahead in the race."""

from __future__ import annotations

from itertools import pairwise

from fathom.core.budget import Meter
from fathom.core.game import PASS
from fathom.core.value import Adviser
from fathom.games.pyramid_challenge.rules import (
    Cells,
    Move,
    Options,
    Position,
    below,
    fitting,
    sums_and_differences,
    supports,
)
from fathom.games.pyramid_challenge.theory import is_alive
from fathom.show.room import Reasons


def why(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """`9 beside 9 can never be topped: 18 is too high and 0 is not a number; the opponent finishes in 3 turns`"""
    options, own, foe, meter = position.options, position.own, position.foe, adviser.meter
    if move == PASS:
        a, b = below(options.levels, own)
        return f"{_never_topped(a, b)}; {_race_alone(options, foe, meter)}"
    cells = (*own, move)
    if len(cells) == options.cells:
        return "completes your pyramid"
    if is_alive(options, cells, meter):
        return f"your pyramid needs {_turns(options, cells)} more; {_race(options, cells, foe, meter)}"
    if is_alive(options, own, meter):
        return f"{_deadly(options, cells)}; {_race_alone(options, foe, meter)}"
    return f"your pyramid can no longer be completed; {_race_alone(options, foe, meter)}"


def _never_topped(a: int, b: int) -> str:
    """Nothing fits above two numbers only if they are equal and too large to be added."""
    return f"{a} beside {b} can never be topped: {a + b} is too high and 0 is not a number"


def _deadly(options: Options, cells: Cells) -> str:
    """Why the last number placed has made the pyramid impossible to complete."""
    left, last = (cells[-2:-1] or (0,))[0], cells[-1]
    if _side_by_side(options.levels, len(cells) - 1) and not sums_and_differences(options.highest, (left, last)):
        return _never_topped(left, last)
    fits = fitting(options, cells)
    pair_ahead = _side_by_side(options.levels, len(cells))
    if pair_ahead and len(cells) >= options.levels and fits == (last,) and _untoppable(options, last):
        return f"only {last} fits beside this {last}, and {_never_topped(last, last)}"
    if len(cells) == options.levels:
        forced = [sums_and_differences(options.highest, pair) for pair in pairwise(cells)]
        for i in range(len(forced) - 1):
            if len(forced[i]) == 1 and forced[i] == forced[i + 1] and _untoppable(options, forced[i][0]):
                number = forced[i][0]
                row = " ".join(map(str, cells[i : i + 3]))
                return f"above {row} stand only {number} and {number}, and {_never_topped(number, number)}"
    return "whatever you fill in from here, two equal numbers that are too large to add come side by side"


def _untoppable(options: Options, number: int) -> bool:
    return 2 * number > options.highest


def _side_by_side(levels: int, cell: int) -> bool:
    """Is there another cell to the left in its row?"""
    if cell < levels:
        return cell > 0
    indices = supports(levels)
    return indices[cell] == indices[cell - 1] + 1 and cell > levels


def _race(options: Options, cells: Cells, foe: Cells, meter: Meter) -> str:
    """Your pyramid can be completed: who is first?"""
    if not is_alive(options, foe, meter):
        return "the opponent's can no longer be completed, so you win"
    theirs = options.cells - len(foe)
    if theirs <= options.cells - len(cells):
        return f"the opponent is to move and needs {_turns(options, foe)}, so you come second"
    return f"the opponent is to move and needs {_turns(options, foe)}, so you finish first"


def _race_alone(options: Options, foe: Cells, meter: Meter) -> str:
    """Your pyramid cannot be completed: can the other one?"""
    if is_alive(options, foe, meter):
        return f"the opponent needs {_turns(options, foe)} to finish, so you lose"
    return "the opponent's cannot be completed either, so nobody wins"


def _turns(options: Options, cells: Cells) -> str:
    left = options.cells - len(cells)
    return "1 turn" if left == 1 else f"{left} turns"


def idea(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """What to look for, without naming the move."""
    options, own, meter = position.options, position.own, adviser.meter
    if move == PASS or not is_alive(options, own, meter):
        return "Your pyramid can no longer be completed; nothing you place changes that."
    fits = fitting(options, own)
    if len((*own, move)) == options.cells:
        return "You can complete your pyramid."
    if all(is_alive(options, (*own, number), meter) for number in fits):
        return "Any number that fits keeps your pyramid alive."
    return "Two equal numbers that are too large to add must never come side by side, here or further up."


REASONS = Reasons(why, idea)
