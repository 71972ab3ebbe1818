"""The games as Gymnasium environments. Importing this module registers them.

    import gymnasium, fathom.adapters.gymnasium
    env = gymnasium.make("fathom/RangeWar-v0", opponent="@expert", seat=2, highest=12)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

In a game for two you sit in one seat and an opponent in the other; with `opponent=None` you play both. The reward is 1
for a win, -1 for a loss and 0 otherwise, seen from the seat that acts. An action that is not allowed loses the game,
and `info["illegal"]` says why. Once a game is over, observation and mask are zeros. A game that the opponent wins with
its first move is over before you can act: the next step, whatever its action, reports the loss.
"""

from __future__ import annotations

from typing import ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from fathom import games
from fathom.adapters.chance import Stream
from fathom.adapters.numbering import number_moves, read_options
from fathom.adapters.opponents import Opponent, SeatChoice, check_seat, seat_opponent
from fathom.adapters.spaces import Info, Step, mask_of, observation_space
from fathom.core.outcome import Seat
from fathom.errors import GameOver
from fathom.library.match import Match, start_of


class ContestEnv(gym.Env[np.ndarray, int]):
    """A game for two, seen from one seat."""

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent | None = "@random",
        seat: SeatChoice = 1,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.render_mode = render_mode
        self._options = read_options(game, options)
        self._numbering = number_moves(game, self._options)
        self._given_seat = check_seat(seat)
        self._opponent = None if opponent is None else seat_opponent(opponent, self._numbering, seed=0)
        self._stream: Stream | None = None
        self.action_space = spaces.Discrete(len(self._numbering.actions))
        self.observation_space = observation_space(self._numbering.observer)
        #: The match being played, for looking at.
        self.match: Match = start_of(game, options)
        #: The seat you have in it.
        self.seat: Seat = 1
        self._is_reported = True

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[np.ndarray, Info]:
        super().reset(seed=seed)
        if self._stream is None or seed is not None:
            self._stream = Stream(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.match = start_of(self._numbering.game.name, self._options.write())
        self.seat = 1 + self._stream.below(2) if self._given_seat == "random" else self._given_seat
        self._let_opponent_move(self._stream)
        self._is_reported = False
        return self._observe(), self._info()

    def step(self, action: int) -> Step:
        if self._stream is None or self._is_reported:
            raise GameOver("No game is being played: call reset() before step().")
        info: Info = {}
        seat = self.match.position.to_move if self._opponent is None else self.seat
        if not self.match.outcome:
            info = self._act(int(action))
            self._let_opponent_move(self._stream)
        if self.render_mode == "human":
            print(self.match)
        outcome = self.match.outcome
        self._is_reported = outcome is not None
        reward = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == seat else -1.0
        return self._observe(), reward, self._is_reported, False, self._info() | info

    def _act(self, action: int) -> Info:
        """Make your move; one that is not allowed forfeits the game."""
        position = self.match.position
        if action in self._numbering.legal(position):
            self.match.play(self._numbering.actions[action])
            return {}
        refusal = self._numbering.refusal(position, action)
        self.match.forfeit(position.to_move, refusal)
        return {"illegal": refusal}

    def render(self) -> str | None:
        """The board as text, in the mode `ansi`."""
        return str(self.match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the opponent's process, if it has one."""
        if self._opponent:
            self._opponent.close()

    def _let_opponent_move(self, stream: Stream) -> None:
        while self._opponent and not self.match.outcome and self.match.position.to_move != self.seat:
            self._opponent.move(self.match, stream)

    def _observe(self) -> np.ndarray:
        is_over = self.match.outcome is not None
        row = (0,) * len(self._numbering.observer.labels) if is_over else self._numbering.observe(self.match.position)
        return np.array(row, self.observation_space.dtype)

    def _info(self) -> Info:
        legal = () if self.match.outcome else self._numbering.legal(self.match.position)
        return {"action_mask": mask_of(legal, len(self._numbering.actions))}


def environment_id(game: str) -> str:
    """The id of a game's environment: `fathom/RangeWar-v0`."""
    return f"fathom/{games.game(game).title.replace(' ', '')}-v0"


def register_games() -> None:
    """Register every game that can be observed, those of installed packages too."""
    for name in games.names():
        room = games.room(name)
        if room.puzzles:
            gym.register(environment_id(name), "fathom.adapters.puzzle_env:PuzzleEnv")
        elif room.observer(room.game.options_type()):
            gym.register(
                environment_id(name),
                "fathom.adapters.gymnasium:ContestEnv",
                vector_entry_point="fathom.adapters.vector:ContestVectorEnv",
                kwargs={"game": name},
            )


register_games()
