"""An oracle with a memory: best moves, each worked out once."""

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

_POSITIONS_REMEMBERED = 1 << 16
_BITS_REMEMBERED = 1 << 27
ADVISERS_REMEMBERED = 8


class Adviser:
    """Knows the value of every position of a game, and what perfect play does there."""

    def __init__(self, oracle: Oracle, remembered: int = _POSITIONS_REMEMBERED) -> None:
        self.oracle = oracle
        self.values_after: Callable[[Any], list[Value]] = oracle.values_after
        self.value: Callable[[Any], Value] = oracle.value
        self.best: Callable[[Any], tuple[Any, Any]] = lru_cache(remembered)(self._best)

    def _best(self, position: Any) -> tuple[Any, Any]:
        """The first of the best moves, and the position after it."""
        moves, seat = position.moves(), position.to_move
        if len(moves) == 1:
            return moves[0], position.after(moves[0])
        values = self.oracle.values_after(position)
        best = max(set(values), key=lambda value: value.score(seat))  # many moves, few values
        move = moves[values.index(best)]
        return move, position.after(move)


@lru_cache(maxsize=ADVISERS_REMEMBERED)
def adviser_for(game: Game[Any], options: Options) -> Adviser:
    """The adviser of a game with these options; the last few are remembered."""
    oracle = make_oracle(game, options)
    # Positions of long games are large: their sets of numbers have as many bits.
    longest = game.longest(options) or 1
    return Adviser(oracle, min(_POSITIONS_REMEMBERED, _BITS_REMEMBERED // longest))


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
