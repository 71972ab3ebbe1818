"""A position as a row of small whole numbers, for programs that learn, and a whole game as arrays.

    observer = room.observer(options)
    observer.observe(position)         (0, 0, 8, 5, 0, 0, ...)   one number per label, from 0 to `observer.highest`

The row is seen from the seat to move, and it tells everything that matters from here on: two positions with the same
row and the same seat to move are the same position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NamedTuple

from fathom.core.game import AnyPosition, P

if TYPE_CHECKING:
    import numpy as np


class Observer(NamedTuple, Generic[P]):
    """How the positions of a game with some options are written as numbers."""

    #: What each number says, in a few words.
    labels: tuple[str, ...]
    #: The largest number that can occur.
    highest: int
    #: The row of a position.
    observe: Callable[[P], tuple[int, ...]]


#: Of any game, for code that treats all games alike.
AnyObserver = Observer[AnyPosition]


class GameArrays(NamedTuple):
    """Every position of a game that is not over, numbered from 0, the start; the rows of the arrays are positions.

    A successor is the number of a position, or one of the numbers below.
    """

    #: By action: the position after it.
    successors: np.ndarray
    #: What the observer sees.
    observations: np.ndarray
    #: The seat to move.
    seats: np.ndarray


#: Successors that are not positions: a move that is not allowed, a draw, a win of seat 1 or 2.
ILLEGAL, DRAWN, WON_BY_1, WON_BY_2 = -4, -3, -2, -1

#: Positions that arrays may have. With more of them they would not fit into memory beside anything else.
MOST_POSITIONS = 1_000_000
