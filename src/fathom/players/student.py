"""The student: plays by the rules that `fathom teach` shows, without looking anything up."""

from __future__ import annotations

import random

from fathom.analysis.levels import weights_by_rules
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition
from fathom.players import Machine
from fathom.show.strategy import AnyStrategy


class StudentPlayer(Machine):
    """Any move that the first rule that applies recommends, all equally likely; without one, any legal move."""

    def __init__(self, strategy: AnyStrategy | None, rng: random.Random) -> None:
        super().__init__(rng)
        self._strategy = strategy

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        moves = position.moves()
        advice = self._strategy.advice(position) if self._strategy else None
        return weights_by_rules(len(moves), {moves.index(move) for move in advice.moves} if advice else ())
