"""Digit Dilemma as an OpenSpiel Python game.

Action ``digit * slots + place`` puts the digit on that place of the mover's board; place 0 is the leftmost.
"""

from __future__ import annotations

from functools import cache

import pyspiel

from benchmarks.peers.spiel import Parameters, PeerGame, PeerState, declare, members, size

DEFAULTS: Parameters = {"divisor": 7, "slots": 3, "leading_zero": "allowed"}
TYPE = declare("peer_digit_dilemma", "Digit Dilemma", DEFAULTS)

DIGITS = 10
ZERO_LEFT = 0  # the action that puts digit 0 on place 0


class DigitDilemmaGame(PeerGame):
    """A shared pool of the ten digits; complete your number with a multiple of the divisor."""

    def __init__(self, params: Parameters | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.divisor = int(chosen["divisor"])
        self.slots = int(chosen["slots"])
        self.zero_may_lead = chosen["leading_zero"] == "allowed"
        self.powers = [10**place for place in reversed(range(self.slots))]
        super().__init__(TYPE, size(DIGITS * self.slots, 2 * self.slots), dict(params or {}))

    def new_initial_state(self) -> DigitDilemmaState:
        """The start of a game."""
        return DigitDilemmaState(self)


@cache
def placements(pool: int, empty: int, slots: int, zero_may_lead: bool) -> list[int]:
    """The actions that put a digit of the pool on an empty place, ascending. Shared, so not to be changed."""
    actions = [digit * slots + place for digit in members(pool) for place in members(empty)]
    return actions if zero_may_lead else [action for action in actions if action != ZERO_LEFT]


class DigitDilemmaState(PeerState):
    """The pool and each player's empty places, as bit masks, and the numbers written so far."""

    def __init__(self, game: DigitDilemmaGame) -> None:
        super().__init__(game)
        self._game = game
        self._pool = (1 << DIGITS) - 1
        self._empty = [(1 << game.slots) - 1] * 2
        self._number = [0, 0]

    def _legal_actions(self, player: int) -> list[int]:
        game = self._game
        return placements(self._pool, self._empty[player], game.slots, game.zero_may_lead)

    def _apply_action(self, action: int) -> None:
        player, game = self._player, self._game
        digit, place = divmod(action, game.slots)
        self._pool ^= 1 << digit
        self._empty[player] ^= 1 << place
        self._number[player] += digit * game.powers[place]
        if not self._empty[player]:
            if self._number[player] % game.divisor == 0:
                self._finish(winner=player)
                return
            if not self._empty[1 - player]:
                self._finish(winner=self._nearer())
                return
        self._next_player()

    def _nearer(self) -> int:
        divisor = self._game.divisor
        first, second = self._number
        return 0 if (-first % divisor, first) < (-second % divisor, second) else 1

    def _action_to_string(self, _player: int, action: int) -> str:
        digit, place = divmod(action, self._game.slots)
        return f"{digit} on {place}"

    def __str__(self) -> str:
        return f"pool: {members(self._pool)}; empty: {self._empty}; numbers: {self._number}"


pyspiel.register_game(TYPE, DigitDilemmaGame)
