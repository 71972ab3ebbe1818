"""Range War as an OpenSpiel Python game. Action ``n - 1`` claims the number ``n``."""

from __future__ import annotations

import pyspiel

from benchmarks.peers.spiel import Parameters, PeerGame, PeerState, declare, members, size

DEFAULTS: Parameters = {"highest": 10, "second_move": "lower"}
TYPE = declare("peer_range_war", "Range War", DEFAULTS)


class RangeWarGame(PeerGame):
    """Numbers 1..highest, each claimed once; the direction alternates; a seat that cannot move loses."""

    def __init__(self, params: Parameters | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.highest = int(chosen["highest"])
        self.second_is_lower = chosen["second_move"] == "lower"
        super().__init__(TYPE, size(self.highest, self.highest), dict(params or {}))

    def new_initial_state(self) -> RangeWarState:
        """The start of a game."""
        return RangeWarState(self)


class RangeWarState(PeerState):
    """The unclaimed numbers and those that may be claimed now, as bit masks, and the last one claimed."""

    def __init__(self, game: RangeWarGame) -> None:
        super().__init__(game)
        self._free = self._choices = (1 << game.highest) - 1
        self._last = -1  # nothing claimed yet
        self._second_is_lower = game.second_is_lower

    def _legal_actions(self, _player: int) -> list[int]:
        return members(self._choices)

    def _apply_action(self, action: int) -> None:
        last = self._last
        free = self._free = self._free ^ (1 << action)
        below = free & ((1 << action) - 1)
        if last < 0:
            choices = below if self._second_is_lower else free
        else:
            choices = below if action > last else free ^ below
        self._last = action
        self._choices = choices
        if choices:
            self._next_player()
        else:
            self._finish(winner=self._player)

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action + 1)

    def __str__(self) -> str:
        return f"free: {members(self._free)}; choices: {members(self._choices)}; last: {self._last}"


pyspiel.register_game(TYPE, RangeWarGame)
