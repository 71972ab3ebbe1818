"""Pocket Addition as an OpenSpiel Python game. Action ``n`` takes the number ``n``, action 0 passes."""

from __future__ import annotations

import pyspiel

from benchmarks.peers.spiel import PASS, Parameters, PeerGame, PeerState, declare, members, size

DEFAULTS: Parameters = {"highest": 9, "target": 15}
TYPE = declare("peer_pocket_addition", "Pocket Addition", DEFAULTS)


class PocketAdditionGame(PeerGame):
    """A shared pool 1..highest; reach the target exactly, or hold more when both must pass."""

    def __init__(self, params: Parameters | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.highest = int(chosen["highest"])
        self.target = int(chosen["target"])
        super().__init__(TYPE, size(self.highest + 1, 2 * self.highest + 2), dict(params or {}))

    def new_initial_state(self) -> PocketAdditionState:
        """The start of a game."""
        return PocketAdditionState(self)


class PocketAdditionState(PeerState):
    """The pool as a bit mask, the room each player has left under the target, and the last taker."""

    def __init__(self, game: PocketAdditionGame) -> None:
        super().__init__(game)
        self._pool = (2 << game.highest) - 2  # bit n is the number n
        self._room = [game.target, game.target]
        self._taker = 0
        self._passed = False

    def _legal_actions(self, player: int) -> list[int]:
        within = (2 << self._room[player]) - 1
        return members(self._pool & within) or [PASS]

    def _apply_action(self, action: int) -> None:
        player = self._player
        if action == PASS:
            if self._passed:
                self._finish(winner=self._leader())
                return
            self._passed = True
        else:
            self._passed = False
            self._pool ^= 1 << action
            self._room[player] -= action
            self._taker = player
            if self._room[player] == 0:
                self._finish(winner=player)
                return
        self._next_player()

    def _leader(self) -> int:
        first, second = self._room
        if first == second:
            return self._taker
        return 0 if first < second else 1

    def _action_to_string(self, _player: int, action: int) -> str:
        return "pass" if action == PASS else str(action)

    def __str__(self) -> str:
        return f"pool: {members(self._pool)}; room: {self._room}; taker: {self._taker}; passed: {self._passed}"


pyspiel.register_game(TYPE, PocketAdditionGame)
