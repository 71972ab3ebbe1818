"""An oracle with a memory: best moves, each worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fathom import games
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Game
from fathom.core.memory import Memory
from fathom.core.options import Options
from fathom.core.value import Oracle, Value
from fathom.errors import Unknown
from fathom.solver.search import solve

_POSITIONS_REMEMBERED = 1 << 16
_BITS_REMEMBERED = 1 << 27
ADVISERS_REMEMBERED = 8

#: position -> the first of its best moves, and the position after it.
BestMoves = Memory[Any, tuple[Any, Any]]


class Adviser:
    """Knows the value of every position of a game, and what perfect play does there.

    An adviser is for one piece of work, whose meter it has; what it finds out can be shared with others.
    """

    def __init__(self, oracle: Oracle, meter: Meter = UNLIMITED, best_moves: BestMoves | None = None) -> None:
        self.oracle = oracle
        self.meter = meter
        self._best_moves = BestMoves(_POSITIONS_REMEMBERED) if best_moves is None else best_moves
        self._recall = self._best_moves.get

    def value(self, position: Any) -> Value:
        return self.oracle.value(position, self.meter)

    def values_after(self, position: Any) -> list[Value]:
        return self.oracle.values_after(position, self.meter)

    def best(self, position: Any) -> tuple[Any, Any]:
        """The first of the best moves, and the position after it."""
        known = self._recall(position)
        return self._best_moves.keep(position, self._find_best(position)) if known is None else known

    def _find_best(self, position: Any) -> tuple[Any, Any]:
        moves, seat = position.moves(), position.to_move
        if len(moves) == 1:
            return moves[0], position.after(moves[0])
        values = self.values_after(position)
        best = max(set(values), key=lambda value: value.score(seat))  # many moves, few values
        move = moves[values.index(best)]
        return move, position.after(move)


class _Knowledge:
    """What all advisers of a game with the same options share."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self._game = game
        self._options = options
        self._oracle: Oracle | None = None
        # Positions of long games are large: their sets of numbers have as many bits.
        longest = game.longest(options) or 1
        self._best_moves = BestMoves(min(_POSITIONS_REMEMBERED, _BITS_REMEMBERED // longest))

    def adviser(self, meter: Meter) -> Adviser:
        """An adviser for one piece of work; the first one that gets that far makes the oracle."""
        if self._oracle is None:
            self._oracle = make_oracle(self._game, self._options, meter)
        return Adviser(self._oracle, meter, self._best_moves)


_knowledge = lru_cache(maxsize=ADVISERS_REMEMBERED)(_Knowledge)


def adviser_for(game: Game[Any], options: Options, meter: Meter = UNLIMITED) -> Adviser:
    """An adviser of a game with these options; what is known of the last few is remembered."""
    return _knowledge(game, options).adviser(meter)


def forget_everything() -> None:
    """Give back the memory of what is known, and of what was begun."""
    _knowledge.cache_clear()


def has_values(game: Game[Any], options: Options) -> bool:
    """Is there a way to exact values: every playing ends, or the room has its own?"""
    return game.longest(options) is not None or games.oracle(game.name, options) is not None


def make_oracle(game: Game[Any], options: Options, meter: Meter = UNLIMITED) -> Oracle:
    """What the game's room knows, or else what the generic solver finds; raises `Unknown` when it takes too much."""
    from_room: Oracle | None = games.oracle(game.name, options, meter)
    if from_room:
        return from_room
    if game.longest(options) is None:
        raise Unknown(f"{game.title} need not end, so the solver for games does not apply to it.")
    return solve(game.start(options), meter)
