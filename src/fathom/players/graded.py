"""Players of a level: they use exact values, as far ahead and as reliably as the level allows."""

from __future__ import annotations

import random
from collections.abc import Sequence

from fathom.analysis.adviser import adviser_from
from fathom.analysis.levels import Level, level_named, weights
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options
from fathom.core.value import DRAW, Value
from fathom.players import Machine


class GradedPlayer(Machine):
    """Plays at a level; `fathom.analysis.levels` says what that means."""

    def __init__(self, level: Level, game: AnyGame, options: Options, rng: random.Random) -> None:
        super().__init__(rng)
        self.level = level
        self._game = game
        self._options = options

    @classmethod
    def named(cls, name: str, rng: random.Random, game: AnyGame, options: Options) -> GradedPlayer:
        return cls(level_named(name), game, options, rng)

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        moves, adviser = position.moves(), adviser_from(self._game, self._options, position, meter)

        def replies(i: int) -> Sequence[Value]:
            after = position.after(moves[i])
            return [] if after.outcome else adviser.values_after(after)

        return weights(self.level, position.to_move, adviser.values_after(position), replies)

    def weights_by(self, values: Sequence[Value | None], position: AnyPosition) -> list[int]:
        """The weights when only some values are known: what is not known looks like a draw, and no traps are set."""
        seen = [DRAW if value is None else value for value in values]
        return weights(self.level._replace(tricks=False), position.to_move, seen, lambda _: [])
