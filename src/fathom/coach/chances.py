"""The exact chances of every level against every other, worked out over the whole game.

    chances(game, options)["@expert", "@casual"]         -> Odds(first=Fraction(...), drawn=Fraction(...))

Levels look at values only, never at the names of moves. So positions are alike when the trees of choices below them are:
the same seat to move, and the same kinds of positions to move to, each as often. Every kind is worked out once, from the
ends back. A room's `shape` says early that two positions are alike (see `fathom.games.shape`), so that most of them
need not even be visited.

Nothing is rounded: a kind holds one whole number for each pair of levels, over one common denominator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import mul
from typing import Any, NamedTuple

from fathom import games
from fathom.coach.levels import LEVELS, Level, weights
from fathom.core.game import Game
from fathom.core.options import Options
from fathom.core.outcome import Outcome, Seat
from fathom.core.value import Value, value_of
from fathom.errors import Unknown

_MOST_MOVES = 4_000_000
_REPORT_EVERY = 1 << 13

Progress = Callable[[int], None]


class Odds(NamedTuple):
    """How a match of two levels ends: the chance that seat 1 wins, and that nobody does."""

    first: Fraction
    drawn: Fraction

    @property
    def second(self) -> Fraction:
        return 1 - self.first - self.drawn


class Kind(NamedTuple):
    """Positions with one tree of choices: whose turn it is, the value, and the kinds after each move, in rising order."""

    seat: Seat
    value: Value
    following: tuple[int, ...]


@lru_cache(maxsize=8)
def chances(game: Game[Any], options: Options, progress: Progress | None = None) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by the names of who sits in seat 1 and in seat 2."""
    kinds = fold(game.start(options), games.shape(game.name), progress)
    return odds(kinds, LEVELS)


def fold(start: Any, shape: Callable[[Any], Hashable], progress: Progress | None = None) -> list[Kind]:
    """Every kind of position below `start`: those that follow a kind stand before it, and that of `start` is the last."""
    folder = _Folder(shape, progress)
    folder.visit(start)
    return folder.kinds


class _Folder:
    """Walks a game once and files its positions by kind. It keeps its own stack, so it never runs out of Python's."""

    def __init__(self, shape: Callable[[Any], Hashable], progress: Progress | None) -> None:
        self.kinds: list[Kind] = []
        self._shape = shape
        self._progress = progress
        self._numbers: dict[tuple[Hashable, ...], int] = {}
        self._filed: dict[Hashable, int] = {}
        self._moves = 0

    def visit(self, start: Any) -> None:
        stack = [(self._shape(start), start.to_move, self._following(start))]
        while stack:
            shape, seat, following = stack[-1]
            missing = [(key, after) for key, after in following if key not in self._filed]
            if missing:
                stack += [(key, after.to_move, self._following(after)) for key, after in dict(missing).items()]
                continue
            stack.pop()
            if shape not in self._filed:
                self._filed[shape] = self._choice(seat, sorted([self._filed[key] for key, _ in following]))

    def _following(self, position: Any) -> list[tuple[Hashable, Any]]:
        """The positions after each move with their shapes; one that is over is filed at once."""
        moves = position.moves()
        self._count(len(moves))
        following: list[tuple[Hashable, Any]] = []
        for move in moves:
            after = position.after(move)
            if after.outcome:
                following.append((self._end(after), None))
            else:
                following.append((self._shape(after), after))
        return following
