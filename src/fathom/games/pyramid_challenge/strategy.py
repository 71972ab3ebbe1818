"""How to win Pyramid Challenge: a bottom row that cannot fail, and what to avoid above any other."""

from __future__ import annotations

from fathom.games.pyramid_challenge.rules import DEFAULTS, Move, Options, Position, fitting, sums_and_differences
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


def _start_with_1_2_4(position: Position) -> list[Move]:
    filled = len(position.own)
    is_begun = position.own == _BOTTOM_ROW[:filled]
    return [_BOTTOM_ROW[filled]] if is_begun and filled < len(_BOTTOM_ROW) else []


def _add_a_new_number(position: Position) -> list[Move]:
    options, own = position.options, position.own
    if len(own) >= options.levels:
        return []
    return [number for number in fitting(options, own) if number not in own]


def _avoid_equal_numbers(position: Position) -> list[Move]:
    """In the left cell of the second row, what will fit in the right one counts; in the right cell, the left one."""
    options, own = position.options, position.own
    fits = fitting(options, own)
    if len(own) == options.levels:
        beside = sums_and_differences(options.highest, (own[1], own[2]))
        return [number for number in fits if any(_can_stand_beside(number, other) for other in beside)]
    if len(own) == options.levels + 1:
        return [number for number in fits if _can_stand_beside(number, own[-1])]
    return []


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
            _start_with_1_2_4,
            "pyramid-challenge:1.5",
        ),
        Rule(
            "A new number",
            "If your bottom row has begun differently, add a number that is not in it yet.",
            _add_a_new_number,
            "pyramid-challenge:6.3",
        ),
        Rule(
            "No big pair",
            "In the second row, do not put two equal numbers of 5 or more side by side; before you fill the left cell, "
            "make sure that a different number, or one below 5, will fit in the right one.",
            _avoid_equal_numbers,
            "pyramid-challenge:1.1.4.2.9.4",
        ),
    ),
)
