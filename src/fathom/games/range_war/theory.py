"""The solution of Range War: all that matters is the number of free numbers on each side of the last one.

With n free numbers in the required direction and m in the other, the seat to move wins exactly when n > m: in 2m + 1
plies. Otherwise it loses, in 2n plies. (Taking the number that leaves `a` numbers beyond it gives the other seat
n - 1 - a + m in its direction and `a` behind it; the rest is induction.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Known
from fathom.core.outcome import Seat, other
from fathom.core.value import Census, Value, value_of
from fathom.games.range_war.rules import ANY, HIGHER, LOWER, Options, Position

if TYPE_CHECKING:
    from fathom.games.range_war.reach.table import ReachTable

KNOWN = Known(positions=4108, winner=1, plies=1)


def sides(position: Position) -> tuple[int, int]:
    """The number of free numbers below the last one, and above it."""
    if position.last is None:
        return 0, position.options.highest
    below = (position.free & (1 << position.last) - 1).bit_count()
    return below, position.free.bit_count() - below


def ahead_and_behind(position: Position) -> tuple[int, int]:
    """n and m: the number of free numbers in the required direction, and in the other one."""
    below, above = sides(position)
    return (below, above) if position.must_go == LOWER else (above, below)


class ClosedForm:
    """The exact value of every position, for any `highest`, by a formula."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        if position.last is None:
            return self._start()
        if position.must_go == ANY:
            return either_way(position.to_move, *sides(position))
        return one_way(position.to_move, *ahead_and_behind(position))

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        """Counts along the line: each further number leaves one more on one side and one less on the other."""
        if position.outcome:
            return []
        # The legal numbers are adjacent among the free ones, so the counts below them are consecutive.
        first = 0 if position.must_go != HIGHER else sides(position)[0]
        values: list[Value] = []
        for counts in meter.parts(range(first, first + position.choices.bit_count())):
            values += self._values(position, counts)
        return values

    def _values(self, position: Position, counts: Sequence[int]) -> list[Value]:
        """The value after each move, by the count of free numbers below it."""
        seat, free = other(position.to_move), position.free.bit_count() - 1
        if position.last is None and self.options.second_move == "free":
            return [either_way(seat, below, free - below) for below in counts]
        if position.last is None:
            return [one_way(seat, below, free - below) for below in counts]
        below_last, _ = sides(position)
        return [
            one_way(seat, free - below, below) if below < below_last else one_way(seat, below, free - below)
            for below in counts
        ]

    def _start(self) -> Value:
        """Seat 1 opens with 1 if the second number must be lower; if it may be any, the middle number is best."""
        highest = self.options.highest
        if self.options.second_move == "lower":
            return Value(1, 1)
        return Value(1 if highest % 2 else 2, highest)

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        return None


def one_way(seat: Seat, n: int, m: int) -> Value:
    """The value for the seat to move with n free numbers ahead and m behind."""
    return Value(seat, 2 * m + 1) if n > m else Value(other(seat), 2 * n)


def either_way(seat: Seat, below: int, above: int) -> Value:
    """The value for a seat that may choose the direction."""
    if below == above:
        return Value(other(seat), 2 * below)
    return Value(seat, 2 * min(below, above) + 1)


def oracle(options: Options, meter: Meter = UNLIMITED) -> ClosedForm | ReachTable | None:
    """The closed form where it holds; numbers that are out of reach do not count, and need a table.

    None where a table would not pay: with a short reach few positions can be reached.
    """
    if not options.is_limited:
        return ClosedForm(options)
    from fathom.games.range_war.reach import table

    return table.solve(options, meter) if table.has_table(options) else None
