"""Drop-in environments for gg-bench, right by the rule books, with its action numbers and observations.

    from fathom.adapters.gg_bench import RangeWar as CustomEnv       # in place of the class in env_193.py

    101  PocketAddition      number - 1, and 9 passes
    193  RangeWar            number - 1
    645  PyramidChallenge    number - 1; whoever is stuck passes without an action
    682  DigitDilemma        digit * 3 + place

As in gg-bench, both seats act in turn, `valid_moves()` lists the actions allowed, and a reward is for the seat that has
acted: 1 for a win, -10 for a move that is not allowed (`info["illegal"]` says why). It is -1 for a move that ends the
game and loses it, and 0 otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import cast

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from fathom.adapters.numbering import Numbering, number_moves
from fathom.core.game import PASS
from fathom.errors import GameOver
from fathom.games.digit_dilemma import rules as digit_dilemma
from fathom.games.pocket_addition import rules as pocket_addition
from fathom.games.pyramid_challenge import rules as pyramid_challenge
from fathom.games.range_war import rules as range_war
from fathom.library.match import Match, new

_WIN, _LOSS, _ILLEGAL = 1, -1, -10

Info = dict[str, object]


class ByTheBook(gym.Env[np.ndarray, int]):
    """A game with the options of its rule book, in the shape of gg-bench."""

    #: The name of the game in codes.
    game: str

    def __init__(self) -> None:
        self.match: Match = new(self.game)
        self._numbering: Numbering = number_moves(self.game, self.match.options)
        self.done = False

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[np.ndarray, Info]:
        super().reset(seed=seed)
        self.match, self.done = new(self.game), False
        return self.observe(), {}

    def step(self, action: int) -> tuple[np.ndarray, int, bool, bool, Info]:
        if self.done:
            raise GameOver("The game is over: call reset() before the next step().")
        position = self.match.position
        seat, info = position.to_move, Info()
        if action in self.valid_moves():
            self.match.play(self._numbering.actions[action])
            self._pass_for_the_stuck()
            outcome = self.match.outcome
            reward = 0 if outcome is None or outcome.winner is None else _WIN if outcome.winner == seat else _LOSS
        else:
            reward, info["illegal"] = _ILLEGAL, self._numbering.refusal(position, int(action))
        self.done = reward == _ILLEGAL or self.match.outcome is not None
        return self.observe(), reward, self.done, False, info

    def valid_moves(self) -> list[int]:
        """The actions allowed now; none once the game is over."""
        return [] if self.done else self._numbering.legal(self.match.position)

    @property
    def current_player(self) -> int:
        """The seat to move: 1 or 2."""
        return self.match.position.to_move

    def render(self) -> str:
        """The board as text."""
        return str(self.match)

    @abstractmethod
    def observe(self) -> np.ndarray:
        """The observation of gg-bench's environment."""

    def _pass_for_the_stuck(self) -> None:
        """Nothing, where passing is an action."""


class PocketAddition(ByTheBook):
    """Environment 101: the numbers (1 yours, -1 the other's), your total, the other total."""

    game = "pocket-addition"
    action_space = spaces.Discrete(10)
    observation_space = spaces.Box(np.array([-1] * 9 + [0, 0]), np.array([1] * 9 + [15, 15]), dtype=np.int8)

    def observe(self) -> np.ndarray:
        position = cast("pocket_addition.Position", self.match.position)
        seen = np.zeros(11, np.int8)
        for ply in self.match.plies:
            if isinstance(ply.move, int):
                seen[ply.move - 1] = 1 if ply.seat == position.to_move else -1
        seen[9:] = position.own, position.foe
        return seen


class RangeWar(ByTheBook):
    """Environment 193: the numbers (1 claimed), the last one (0 at the start), the trend (-1 down, 0 none, 1 up)."""

    game = "range-war"
    action_space = spaces.Discrete(10)
    observation_space = spaces.Box(np.array([0] * 10 + [0, -1]), np.array([1] * 10 + [10, 1]), dtype=np.int8)

    def observe(self) -> np.ndarray:
        position = cast("range_war.Position", self.match.position)
        claimed = [1 - (position.free >> n & 1) for n in range(1, 11)]
        *_, before, last = (0, 0, *(cast("int", ply.move) for ply in self.match.plies))
        trend = 0 if before == 0 else 1 if last > before else -1
        return np.array([*claimed, last, trend], np.int8)


class PyramidChallenge(ByTheBook):
    """Environment 645: the six cells of seat 1, then those of seat 2; 0 is an empty cell."""

    game = "pyramid-challenge"
    action_space = spaces.Discrete(9)
    observation_space = spaces.Box(0, 9, (12,), np.int32)

    def observe(self) -> np.ndarray:
        position = cast("pyramid_challenge.Position", self.match.position)
        seen = np.zeros(12, np.int32)
        for seat, first in ((1, 0), (2, 6)):
            cells = position.pyramid(seat)
            seen[first : first + len(cells)] = cells
        return seen

    def _pass_for_the_stuck(self) -> None:
        while self.match.must_pass:
            self.match.play(PASS)


class DigitDilemma(ByTheBook):
    """Environment 682: your places and the other's (0 empty, else digit + 1), then the digits (1 in the pool)."""

    game = "digit-dilemma"
    action_space = spaces.Discrete(30)
    observation_space = spaces.MultiDiscrete([11] * 6 + [2] * 10)

    def observe(self) -> np.ndarray:
        position = cast("digit_dilemma.Position", self.match.position)
        places = [0 if digit is None else digit + 1 for digit in (*position.own, *position.foe)]
        return np.array([*places, *(position.pool >> digit & 1 for digit in range(10))], np.int64)
