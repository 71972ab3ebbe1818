"""The generic solver: solves every reachable position, from the ends back.

    solved = solve(game.start(), Meter(Budget(states=100_000)))
    solved.value(position)                   -> Value(winner, plies)

It has its own stack, so it never hits the recursion limit. When the budget is spent it raises `Unknown`.
"""

from __future__ import annotations

from collections.abc import Hashable

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition
from fathom.core.value import Census, Value, value_of
from fathom.errors import Unknown


class Solved:
    """The values of all positions reachable from a start."""

    def __init__(self, start: AnyPosition, values: dict[Hashable, Value]) -> None:
        self._start = start
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def value(self, position: AnyPosition, meter: Meter = UNLIMITED) -> Value:
        return self._values[position.key()]

    def values_after(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move)) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        """Always None: positions that share a key are solved once and not counted separately."""
        return None


def solve(start: AnyPosition, meter: Meter = UNLIMITED) -> Solved:
    """Solve every reachable position; the meter counts the states solved."""
    limit = meter.budget.states
    values: dict[Hashable, Value] = {}
    children: dict[Hashable, list[Hashable]] = {}
    stack = [start]
    while stack:
        position = stack[-1]
        key = position.key()
        if key in values:
            stack.pop()
        elif position.outcome:
            values[key] = value_of(position.outcome)
            meter.tick()
        elif key in children:
            values[key] = _best(position.to_move, [values[child] for child in children.pop(key)])
            meter.tick()
        else:
            following = [position.after(move) for move in position.moves()]
            children[key] = [after.key() for after in following]
            stack += following
            if limit is not None and len(values) + len(children) > limit:
                raise Unknown(f"{limit:,} states were not enough to solve it.")
    return Solved(start, values)


def _best(seat: int, values: list[Value]) -> Value:
    return max(values, key=lambda value: value.score(seat)).one_ply_earlier()
