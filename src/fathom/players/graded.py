"""Players of a level: they use exact values, as far ahead and as reliably as the level allows."""

from __future__ import annotations

import random
from collections.abc import Sequence

from fathom.analysis.adviser import adviser_for
from fathom.analysis.levels import Level, level_named, weights
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options
from fathom.core.value import AnyAdviser, Value
from fathom.players import Machine


class GradedPlayer(Machine):
    """Plays at a level; `fathom.analysis.levels` says what that means."""

    def __init__(self, level: Level, adviser: AnyAdviser, rng: random.Random) -> None:
        super().__init__(rng)
        self.level = level
        self._adviser = adviser

    @classmethod
    def named(cls, name: str, rng: random.Random, game: AnyGame, options: Options) -> GradedPlayer:
        return cls(level_named(name), adviser_for(game, options), rng)

    def weights(self, position: AnyPosition) -> list[int]:
        moves = position.moves()

        def replies(i: int) -> Sequence[Value]:
            after = position.after(moves[i])
            return [] if after.outcome else self._adviser.values_after(after)

        return weights(self.level, position.to_move, self._adviser.values_after(position), replies)
