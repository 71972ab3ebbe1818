"""Who knows the exact values of a game with its options: the room itself, or else the generic solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from fathom import games
from fathom.core.game import PLIES, AnyGame
from fathom.core.options import Options
from fathom.core.value import Adviser, AnyAdviser, AnyOracle
from fathom.errors import Unknown
from fathom.solver.search import UNLIMITED, Budget, solve

_POSITIONS_REMEMBERED = 1 << 16
_BITS_REMEMBERED = 1 << 27
ADVISERS_REMEMBERED = 8


@lru_cache(maxsize=ADVISERS_REMEMBERED)
def adviser_for(game: AnyGame, options: Options) -> AnyAdviser:
    """The adviser of a game with these options; the last few are remembered."""
    oracle = games.room(game.name).oracle(options) or make_oracle(game, options)
    # Positions of long games are large: their sets of numbers have as many bits.
    longest = game.longest(options) or 1
    return Adviser(oracle, min(_POSITIONS_REMEMBERED, _BITS_REMEMBERED // longest))


def has_contest(game: AnyGame, options: Options) -> bool:
    """Can machines play it by exact values: is it a contest, and is there a way to its values?"""
    if game.measure != PLIES:
        return False
    return game.longest(options) is not None or games.room(game.name).oracle(options) is not None


def make_oracle(
    game: AnyGame, options: Options, budget: Budget = UNLIMITED, progress: Callable[[int], None] | None = None
) -> AnyOracle:
    """Of a contest: what the game's room knows, or else the generic solver within a budget; raises `Unknown`."""
    from_room = games.room(game.name).oracle(options) if game.measure == PLIES else None
    if from_room:
        return from_room
    if game.longest(options) is None:
        raise Unknown(f"{game.title} need not end, so the solver for games does not apply to it.")
    return solve(game.start(options), budget, progress)
