"""Pyramid Challenge as an OpenSpiel Python game. Action ``n`` writes the number ``n``, action 0 passes.

Cells in the order they are filled, for three levels:

        5
      3   4
    0   1   2
"""

from __future__ import annotations

import pyspiel

from benchmarks.peers.spiel import PASS, Parameters, PeerGame, PeerState, declare, size

DEFAULTS: Parameters = {"levels": 3, "highest": 9}
TYPE = declare("peer_pyramid_challenge", "Pyramid Challenge", DEFAULTS)


class PyramidChallengeGame(PeerGame):
    """Each player fills a pyramid of its own; the first to fill every cell wins."""

    def __init__(self, params: Parameters | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.levels = int(chosen["levels"])
        self.highest = int(chosen["highest"])
        self.cells = self.levels * (self.levels + 1) // 2
        self.bottom = list(range(1, self.highest + 1))
        self.below = cells_below(self.levels)
        super().__init__(TYPE, size(self.highest + 1, 2 * self.cells + 2), dict(params or {}))

    def new_initial_state(self) -> PyramidChallengeState:
        """The start of a game."""
        return PyramidChallengeState(self)


def cells_below(levels: int) -> list[int]:
    """For each cell, the left one of the two directly below it; -1 for the cells of the bottom row.

    >>> cells_below(3)
    [-1, -1, -1, 0, 1, 3]
    """
    below = [-1] * levels
    row_start = 0
    for width in range(levels, 1, -1):
        below.extend(range(row_start, row_start + width - 1))
        row_start += width
    return below


class PyramidChallengeState(PeerState):
    """The two pyramids, each the list of its filled cells in order."""

    def __init__(self, game: PyramidChallengeGame) -> None:
        super().__init__(game)
        self._game = game
        self._pyramids: list[list[int]] = [[], []]
        self._passed = False

    def _legal_actions(self, player: int) -> list[int]:
        game, cells = self._game, self._pyramids[player]
        left = game.below[len(cells)]
        if left < 0:
            return game.bottom
        one, other = cells[left], cells[left + 1]
        total, difference = one + other, abs(one - other)
        actions = [difference] if 1 <= difference <= game.highest else []
        if total <= game.highest:
            actions.append(total)
        return actions or [PASS]

    def _apply_action(self, action: int) -> None:
        if action == PASS:
            if self._passed:
                self._finish(winner=None)
                return
            self._passed = True
        else:
            self._passed = False
            cells = self._pyramids[self._player]
            cells.append(action)
            if len(cells) == self._game.cells:
                self._finish(winner=self._player)
                return
        self._next_player()

    def _action_to_string(self, _player: int, action: int) -> str:
        return "pass" if action == PASS else str(action)

    def __str__(self) -> str:
        return f"pyramids: {self._pyramids}; passed: {self._passed}"


pyspiel.register_game(TYPE, PyramidChallengeGame)
