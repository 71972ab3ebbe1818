"""Why a move of Pyramid Challenge is good or bad: what can still be topped, and who is ahead in the race."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import PASS
from fathom.core.value import Adviser
from fathom.core.words import counted, enumerate_words
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
from fathom.games.pyramid_challenge.tokens import reasons as with_tokens
from fathom.show.room import Reasons

_NUMBERS_NAMED = 3
#: Ways to go on that are tried to find out which numbers come side by side in all of them.
_WAYS_TRIED = 200


def why(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """`9 beside 9 can never be topped: 18 is too high and 0 is not a number; the opponent needs 3 turns to finish`"""
    if position.options.is_limited:
        return with_tokens.why(position, move, adviser)
    options, own, foe, meter = position.options, position.own, position.foe, adviser.meter
    if move == PASS:
        return f"{_never_topped(*below(options.levels, own))}; {_race_alone(options, foe, meter)}"
    cells = (*own, move)
    if len(cells) == options.cells:
        return "completes your pyramid"
    if is_alive(options, cells, meter):
        return f"your pyramid needs {_turns(options, cells)} more; {_race(options, cells, foe, meter)}"
    result = _race_alone(options, foe, meter)
    if not is_alive(options, own, meter):
        return f"your pyramid can no longer be completed, since {_dead(options, cells)}; {result}"
    told = f"{_deadly(options, cells)}; {result}"
    is_thrown = adviser.value(position).winner != adviser.value(position.after(move)).winner
    return f"{told}; {adviser.say_once(position, lambda: _better(options, own, meter))}" if is_thrown else told


def _never_topped(a: int, b: int) -> str:
    """Nothing fits above two numbers only if they are equal and too large to be added."""
    return f"{_beside(a, b)}: {a + b} is too high and 0 is not a number"


def _beside(a: int, b: int) -> str:
    return f"{a} beside {b} can never be topped"


def _deadly(options: Options, cells: Cells) -> str:
    """Why the last number placed has made the pyramid impossible to complete."""
    last, fits = cells[-1], fitting(options, cells)
    if len(cells) > 1 and _is_dead_end(options, cells, len(cells) - 1):
        return _never_topped(last, last)
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
    return _dead(options, cells)


def _dead(options: Options, cells: Cells) -> str:
    """Why a pyramid cannot be completed: two numbers side by side, now or whatever is filled in."""
    for cell in range(1, len(cells)):
        if _is_dead_end(options, cells, cell):
            return _beside(cells[cell], cells[cell])
    numbers = _meet_at_last(options, cells)
    pairs = enumerate_words([f"two {number}s" for number in numbers], "or") if numbers else "two equal numbers"
    return f"whatever you fill in from here, {pairs} come side by side, too large to add"


def _is_dead_end(options: Options, cells: Cells, cell: int) -> bool:
    """Does a cell hold the same number as the one to its left, too large to be added to it?"""
    is_equal = cells[cell] == cells[cell - 1] and _untoppable(options, cells[cell])
    return is_equal and _side_by_side(options.levels, cell)


def _meet_at_last(options: Options, cells: Cells) -> list[int]:
    """The numbers of which two come side by side, in each way to go on; none if the ways are too many to try."""
    numbers, ways = set[int](), [cells]
    for tried, way in enumerate(ways):
        if tried == _WAYS_TRIED:
            return []
        fits = fitting(options, way)
        if not fits:
            numbers.add(below(options.levels, way)[0])
        ways += [(*way, number) for number in fits]
    return sorted(numbers)


def _better(options: Options, own: Cells, meter: Meter) -> str:
    """The numbers that would have kept the pyramid alive: `any number but 3 and 9 would have kept yours open`."""
    fits = fitting(options, own)
    living = [str(number) for number in fits if is_alive(options, (*own, number), meter)]
    deadly = [str(number) for number in fits if str(number) not in living]
    if len(living) <= _NUMBERS_NAMED:
        numbers = enumerate_words(living, "or")
    elif len(deadly) == 1:
        numbers = "any other number"
    elif len(deadly) <= _NUMBERS_NAMED:
        numbers = f"any number but {enumerate_words(deadly)}"
    else:
        numbers = f"{living[0]} and {len(living) - 1} other numbers"
    return f"{numbers} would have kept yours open"


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
    return counted(options.cells - len(cells), "turn")


def idea(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """What to look for, without naming the move."""
    if position.options.is_limited:
        return with_tokens.idea(position, move, adviser)
    options, own, meter = position.options, position.own, adviser.meter
    if move == PASS:
        return "Nothing fits your next cell, so you can only pass."
    if not is_alive(options, own, meter):
        return "Your pyramid can no longer be completed; nothing you place changes that."
    if len(own) + 1 == options.cells:
        return "You can complete your pyramid."
    if adviser.value(position).winner != position.to_move:
        return "The opponent finishes first whatever you place, unless they get stuck."
    fits = fitting(options, own)
    if len(fits) == 1:
        return "Only one number fits, so there is nothing to choose."
    if all(is_alive(options, (*own, number), meter) for number in fits):
        return "Any number that fits keeps your pyramid alive."
    return "Two equal numbers that are too large to add must never come side by side, here or further up."


def prefer(position: Position, moves: Sequence[Move]) -> Move:
    """Of equally good moves one that keeps the own pyramid open, even in a race that is lost."""
    if position.options.is_limited:
        return with_tokens.prefer(position, moves)
    options, own = position.options, position.own
    return next((move for move in moves if move != PASS and is_alive(options, (*own, move), UNLIMITED)), moves[0])


REASONS = Reasons(why, idea, prefer)
