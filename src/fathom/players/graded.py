"""Players of a level: they use exact values, as far ahead and as reliably as the level allows."""

from __future__ import annotations

import random
from typing import Final

from fathom.analysis.adviser import adviser_from
from fathom.analysis.levels import Answers, Level, weights
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options
from fathom.core.value import DRAW
from fathom.core.words import counted
from fathom.players import Brief, Machine
from fathom.solver.ahead import look_ahead

#: The most positions that a machine looks at when it cannot see to the end: less than a second of work.
POSITIONS_AHEAD: Final = 100_000


class GradedPlayer(Machine):
    """Plays at a level; `fathom.analysis.levels` says what that means."""

    def __init__(self, level: Level, game: AnyGame, options: Options, rng: random.Random) -> None:
        super().__init__(rng)
        self.level = level
        self._game = game
        self._options = options

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        moves, adviser = position.moves(), adviser_from(self._game, self._options, position, meter)

        def replies(i: int) -> Answers:
            after = position.after(moves[i])
            return Answers.of([] if after.outcome else adviser.values_after(after))

        return weights(self.level, position.to_move, adviser.values_after(position), replies)

    def think_briefly(self, position: AnyPosition) -> Brief:
        """By what can be seen a few plies ahead: what is not certain looks like a draw, and no traps are set."""
        ahead = look_ahead(position, POSITIONS_AHEAD)
        seen = [DRAW if value is None else value for value in ahead.values]
        found = weights(self.level._replace(tricks=False), position.to_move, seen, lambda _: Answers(0, 0, 0))
        return Brief(found, f"looked {counted(ahead.plies, 'move')} ahead" if None in ahead.values else None)
