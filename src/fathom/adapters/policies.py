"""How a machine chooses, as arrays beside the table of a game."""

from __future__ import annotations

import numpy as np

from fathom.adapters.chance import draw_below
from fathom.adapters.opponents import Policy
from fathom.adapters.tables import GameTable
from fathom.core.game import AnyPosition
from fathom.players import RANDOM


class TablePolicy:
    """One of Fathom's own machines. What it does in a position is worked out when the position is first met."""

    def __init__(self, name: str, table: GameTable) -> None:
        self._table = table
        self._is_random = name == RANDOM
        if not self._is_random:
            self._policy = Policy(name, table.numbering)
            self._positions: list[AnyPosition] | None = None
            self._is_known = np.zeros(table.size, bool)
            #: By position, then by action: the weights of the actions up to this one, added up.
            self._bounds = np.zeros((table.size, table.actions), np.int32)

    def choose(self, states: np.ndarray, streams: np.ndarray) -> np.ndarray:
        """An action for each position, drawn from its stream, which is moved on."""
        if self._is_random:
            drawn = draw_below(streams, self._table.choices.take(states))
            return self._table.legal.take(states * self._table.actions + drawn)
        for state in np.unique(states[~self._is_known.take(states)]):
            self._learn(int(state))
        bounds = self._bounds.take(states, axis=0)
        drawn = draw_below(streams, bounds[:, -1])
        return (bounds <= drawn[:, np.newaxis]).sum(axis=1)

    def _learn(self, state: int) -> None:
        if self._positions is None:
            self._positions = replay(self._table)
        row = np.zeros(self._table.actions, np.int32)
        for action, weight in self._policy.weigh(self._positions[state]):
            row[action] = weight
        self._bounds[state], self._is_known[state] = row.cumsum(), True


def replay(table: GameTable) -> list[AnyPosition]:
    """The positions of a table in their order, by playing the moves that it says lead there."""
    numbering = table.numbering
    rows = table.successors.reshape(-1, table.actions)
    found: dict[int, AnyPosition] = {0: numbering.start}
    frontier = [0]
    for state in frontier:
        for action in np.flatnonzero(rows[state] < table.size):
            following = int(rows[state][action])
            if following not in found:
                found[following] = found[state].after(numbering.actions[action])
                frontier.append(following)
    return [found[state] for state in range(table.size)]
