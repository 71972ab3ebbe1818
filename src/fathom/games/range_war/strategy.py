"""How to win Range War: one rule, by counting the free numbers on both sides of the number you claim."""

from __future__ import annotations

from fathom.core.numerals import numbers_in
from fathom.games.range_war.rules import ANY, HIGHER, Options, Position
from fathom.games.range_war.theory import sides
from fathom.show.strategy import Rule, Strategy

_INSIGHT = (
    "All that matters is how many free numbers lie on each side of the last one: "
    "the player to move wins if more of them lie ahead, where they must go, than behind."
)
_TEXT = (
    "Claim a number that leaves your opponent no more free numbers ahead, on the side where they must go, than behind."
)
_EITHER_WAY = " If they may go either way, leave as many on one side as on the other."


def strategy(options: Options) -> Strategy[Position, int] | None:
    """The same rule for every length of the line; none if numbers ahead can be out of reach."""
    if options.is_limited:
        return None
    text = _TEXT if options.second_move == "lower" else _TEXT + _EITHER_WAY
    return Strategy(_INSIGHT, (Rule("No more ahead than behind", text, leave_no_more_ahead, "range-war:6.4"),))


def leave_no_more_ahead(position: Position) -> list[int]:
    """The legal numbers are adjacent among the free ones, so the counts of free numbers below them are consecutive."""
    left = position.free.bit_count() - 1
    first = sides(position)[0] if position.must_go == HIGHER else 0
    numbers = enumerate(numbers_in(position.choices), first)
    return [number for below, number in numbers if 2 * _ahead(position, below, left) <= left]


def _ahead(position: Position, below: int, left: int) -> int:
    """How many of the numbers left lie where the opponent must go; the more promising side if they may choose."""
    if position.must_go != ANY:
        return below if position.must_go == HIGHER else left - below
    if position.options.second_move == "lower":
        return below
    if position.last is None:
        return max(below, left - below)
    return left - below if below < sides(position)[0] else below
