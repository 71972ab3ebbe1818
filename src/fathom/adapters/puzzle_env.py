"""Pyramid Puzzle as a Gymnasium environment for one agent."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from fathom.adapters.spaces import Info, Step, mask_of, observation_space
from fathom.errors import GameOver
from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.observation import observer
from fathom.games.pyramid_puzzle.rules import GAME, Move, new_match, puzzle_position
from fathom.library.match import Match, public_match


class PuzzleEnv(gym.Env[np.ndarray, int]):
    """A new puzzle in every episode, made and certified by the generator; the reward of a step is minus its MP.

    With n tiles, actions 0 to n-1 walk to a tile and actions n to 2n-1 clear one. A step that is not allowed changes
    nothing, costs 1 and is explained by `info["illegal"]`. `info["best"]` is the least MP of the puzzle, so a perfect
    walk returns minus that. An episode of more than `steps` steps is truncated. Grades make a curriculum: pass another
    one by `env.reset(options={"grade": "hard"})`.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self, *, grade: str = "easy", levels: int = 5, steps: int = 200, render_mode: str | None = None
    ) -> None:
        self.render_mode = render_mode
        self._grade, self._levels, self._limit = grade, levels, steps
        self._rng: Random | None = None
        self._steps_made = 0
        tiles = pyramid(levels).tiles
        self._moves = [Move(tile, clears) for clears in (False, True) for tile in tiles]
        self._numbers = {move: number for number, move in enumerate(self._moves)}
        self._puzzle = generate(Random(0), grade, levels)
        #: The walk, for looking at.
        self.match: Match = public_match(new_match(self._puzzle.options))
        self.action_space = spaces.Discrete(len(self._moves))
        self.observation_space = observation_space(observer(self._puzzle.options))

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[np.ndarray, Info]:
        super().reset(seed=seed)
        if self._rng is None or seed is not None:
            self._rng = Random(int(self.np_random.integers(1 << 31)) if seed is None else seed)
        if options and "grade" in options:
            self._grade = str(options["grade"])
        self._puzzle = generate(self._rng, self._grade, self._levels)
        self.match = public_match(new_match(self._puzzle.options))
        self._steps_made = 0
        return self._observe(), self._info()

    def step(self, action: int) -> Step:
        if self._rng is None or self.match.outcome:
            raise GameOver("No puzzle is being walked: call reset() before step().")
        position, move = puzzle_position(self.match), self._moves[action]
        self._steps_made += 1
        info: Info = {}
        if position.violation(move):
            cost, info["illegal"] = 1, str(GAME.refusal(position, move))
        else:
            self.match.play(move)
            cost = puzzle_position(self.match).mp - position.mp
        if self.render_mode == "human":
            print(self.match)
        is_over = self.match.outcome is not None
        is_late = not is_over and self._steps_made >= self._limit
        return self._observe(), float(-cost), is_over, is_late, self._info() | info

    def render(self) -> str | None:
        """The pyramid as text, in the mode `ansi`."""
        return str(self.match) if self.render_mode == "ansi" else None

    def _observe(self) -> np.ndarray:
        row = observer(self._puzzle.options).observe(puzzle_position(self.match))
        return np.array(row, self.observation_space.dtype)

    def _info(self) -> Info:
        legal = [self._numbers[move] for move in puzzle_position(self.match).moves()]
        return {"action_mask": mask_of(legal, len(self._moves)), "best": self._puzzle.mp}
