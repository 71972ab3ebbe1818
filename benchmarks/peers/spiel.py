"""What every OpenSpiel peer shares: how a two-player game is declared, and whose turn it is.

The peers are ordinary OpenSpiel *Python games*: subclasses of ``pyspiel.Game`` and ``pyspiel.State``,
registered with ``pyspiel.register_game`` and played through OpenSpiel's own interface. They are written to be
fast, as fathom is: sets of numbers are bit masks, lists of actions are remembered by mask, and there are no
observers, which random play never asks for. What is left is mostly the price of OpenSpiel's own calls.

OpenSpiel numbers its players 0 and 1; they are seats 1 and 2 of the rule books.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pyspiel

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
PASS = 0
"""The action of a pass, in the games that have one; their numbers start at 1, so 0 is free."""

Parameters = Mapping[str, int | str]


@cache
def members(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending. Shared, so not to be changed; OpenSpiel copies it.

    >>> members(0b101010)
    [1, 3, 5]
    """
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def declare(short_name: str, long_name: str, defaults: Parameters) -> Any:
    """The ``GameType`` of a deterministic two-player game with these parameters and their defaults."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=dict(defaults),
    )


def size(actions: int, longest: int) -> Any:
    """The ``GameInfo`` of a two-player game with this number of distinct actions and at most ``longest`` plies."""
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )


class PeerGame(pyspiel.Game):
    """The rules of one peer; a subclass reads its parameters once, when it is made, and never during play."""

    def __deepcopy__(self, memo: dict[int, Any]) -> PeerGame:
        """The same game: it never changes, while ``State.clone`` copies all that a state refers to."""
        return self


class PeerState(pyspiel.State):
    """One playing of a peer: the player to move until somebody calls ``_finish``."""

    def __init__(self, game: PeerGame) -> None:
        super().__init__(game)
        self._player = 0
        self._to_move = 0  # the same as _player until the end, then TERMINAL
        self._score = 0.0  # of player 0

    def current_player(self) -> int:
        """The player to move, or TERMINAL once the game is over."""
        return self._to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._to_move == TERMINAL

    def returns(self) -> list[float]:
        """+1 to the winner and -1 to the loser; zeros while undecided and for a draw."""
        return [self._score, -self._score]

    def _next_player(self) -> None:
        self._player = self._to_move = 1 - self._player

    def _finish(self, winner: int | None) -> None:
        self._to_move = TERMINAL
        if winner is not None:
            self._score = 1.0 if winner == 0 else -1.0
