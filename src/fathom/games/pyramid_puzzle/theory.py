"""The exact values of a puzzle: the fewest MP in all, from any position of a walk."""

from __future__ import annotations

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Known
from fathom.core.value import Census, Value
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.games.pyramid_puzzle.solve.solution import least_mp_from, solve_from

KNOWN = Known(positions=1733, mp=12)

_OUT_OF_REACH = Value(None)


class LeastCost:
    """The fewest MP in all for which the peak can be reached."""

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return Value(1, mp=position.mp) if position.outcome.winner else _OUT_OF_REACH
        rest = least_mp_from(position, meter)
        return _OUT_OF_REACH if rest is None else Value(1, mp=position.mp + rest)

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move), meter) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        return None


def best_line(position: Position, meter: Meter = UNLIMITED) -> list[Move]:
    """The best route: at every step, the first tile in the order of the pyramid."""
    routes = solve_from(position, meter).routes
    tiles = routes.first() if routes else []
    return [Move(tile) for tile in (tiles if position.tile is None else tiles[1:])]
