"""Sensible alternatives: the moves along a best route that are nearly as good as its own."""

from __future__ import annotations

from fathom.games.pyramid_puzzle.rules import GAME, Move, Options, Position
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.solution import is_within

#: A move is sensible if it leads to at most this many MP over the best.
SENSIBLE = 2


def count_alternatives(options: Options, routes: BestRoutes) -> int:
    """The other sensible moves, summed over the positions of the first best route; the choice of a start counts too."""
    position, total = GAME.start(options), 0
    for tile in routes.first():
        total += _count_sensible(position, routes.cost + SENSIBLE) - 1
        position = position.after(Move(tile))
    return total


def _count_sensible(position: Position, most: int) -> int:
    """The number of moves after which the whole walk can still cost at most `most` MP."""
    return sum(_is_sensible(position.after(move), most) for move in position.moves())


def _is_sensible(after: Position, most: int) -> bool:
    if after.outcome:
        return after.outcome.winner is not None and after.mp <= most
    return is_within(after, most - after.mp)
