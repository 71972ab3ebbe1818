"""An oracle with a memory: values and best moves, each worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fathom import games
from fathom.core.game import Game
from fathom.core.options import Options
from fathom.core.value import Oracle, Value
from fathom.errors import Unknown
from fathom.solver.search import UNLIMITED, Budget, solve

_POSITIONS_REMEMBERED = 1 << 18
_ADVISERS_REMEMBERED = 8


class Adviser:
    """Knows the value of every position of a game, and what perfect play does there."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.values_after: Callable[[Any], list[Value]] = oracle.values_after
        self.value: Callable[[Any], Value] = lru_cache(_POSITIONS_REMEMBERED)(oracle.value)
        self.best: Callable[[Any], tuple[Any, Any]] = lru_cache(_POSITIONS_REMEMBERED)(self._best)

    def _best(self, position: Any) -> tuple[Any, Any]:
        """The first of the best moves, and the position after it."""
        seat = position.to_move
        scores = [value.score(seat) for value in self.oracle.values_after(position)]
        move = position.moves()[scores.index(max(scores))]
        return move, position.after(move)


@lru_cache(maxsize=_ADVISERS_REMEMBERED)
def adviser_for(game: Game[Any], options: Options) -> Adviser:
    """The adviser of a game with these options; the last few are remembered."""
    return Adviser(make_oracle(game, options))


def has_values(game: Game[Any], options: Options) -> bool:
    """Is there a way to exact values: every playing ends, or the room has its own?"""
    return game.longest(options) is not None or games.oracle(game.name, options) is not None


def make_oracle(
    game: Game[Any], options: Options, budget: Budget = UNLIMITED, progress: Callable[[int], None] | None = None
) -> Oracle:
    """What the game's room knows, or else the generic solver within a budget; raises `Unknown`."""
    from_room: Oracle | None = games.oracle(game.name, options)
    if from_room:
        return from_room
    if game.longest(options) is None:
        raise Unknown(f"{game.title} need not end, so the solver for games does not apply to it.")
    return solve(game.start(options), budget, progress)
