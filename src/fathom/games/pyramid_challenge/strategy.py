"""How to win Pyramid Challenge: a bottom row that cannot fail, and what to avoid above any other."""

from __future__ import annotations

from fathom.games.pyramid_challenge.rules import DEFAULTS, Cells, Move, Options, Position, fitting, sums_and_differences
from fathom.show.strategy import Rule, Strategy

_BOTTOM_ROW = (1, 2, 4)

_INSIGHT = (
    "A cell is left without a number only above two equal numbers of 5 or more: their difference is 0 and their sum "
    "is above 9. Of the 729 bottom rows, 582 never lead there, whatever you choose above them. Nobody can touch your "
    "pyramid, so if you move first and never get stuck, you win."
)


def strategy(options: Options) -> Strategy[Position, Move] | None:
    """The list for three rows and the numbers 1 to 9."""
    return _STRATEGY if options == DEFAULTS else None


def recommended(cells: Cells) -> Cells:
    """What the first rule that applies recommends for a pyramid with these cells; nothing if none applies."""
    return _start_with_1_2_4(cells) or _add_a_new_number(cells) or _avoid_equal_numbers(cells)


def _start_with_1_2_4(cells: Cells) -> Cells:
    filled = len(cells)
    return _BOTTOM_ROW[filled : filled + 1] if cells == _BOTTOM_ROW[:filled] else ()


def _add_a_new_number(cells: Cells) -> Cells:
    if len(cells) >= DEFAULTS.levels:
        return ()
    return tuple(number for number in fitting(DEFAULTS, cells) if number not in cells)


def _avoid_equal_numbers(cells: Cells) -> Cells:
    """In the left cell of the second row, what will fit in the right one counts; in the right cell, the left one."""
    filled, fits = len(cells) - DEFAULTS.levels, fitting(DEFAULTS, cells)
    if filled == 0:
        beside = sums_and_differences(DEFAULTS.highest, (cells[1], cells[2]))
        return tuple(number for number in fits if any(_can_stand_beside(number, other) for other in beside))
    if filled == 1:
        return tuple(number for number in fits if _can_stand_beside(number, cells[-1]))
    return ()


def _can_stand_beside(number: int, other: int) -> bool:
    """Does a number fit above the two?"""
    return bool(sums_and_differences(DEFAULTS.highest, (number, other)))


_STRATEGY: Strategy[Position, Move] = Strategy(
    _INSIGHT,
    (
        Rule(
            "Bottom row 1, 2, 4",
            "Fill your bottom row with 1, 2 and 4, from left to right: after that a number fits every cell, whichever "
            "you choose.",
            lambda position: _start_with_1_2_4(position.own),
            "pyramid-challenge:1.5",
        ),
        Rule(
            "A new number",
            "If your bottom row has begun differently, add a number that is not in it yet.",
            lambda position: _add_a_new_number(position.own),
            "pyramid-challenge:6.3",
        ),
        Rule(
            "No big pair",
            "In the second row, do not put two equal numbers of 5 or more side by side; before you fill the left cell, "
            "make sure that a different number, or one below 5, will fit in the right one.",
            lambda position: _avoid_equal_numbers(position.own),
            "pyramid-challenge:1.1.4.2.9.4",
        ),
    ),
)
