"""Thousands of matches at once, played by looking them up in a table.

    envs = gymnasium.make_vec("fathom/DigitDilemma-v0", num_envs=4096, opponent="@random")
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminations, truncations, infos = envs.step(envs.unwrapped.sample_legal())

The same as a `SyncVectorEnv` of as many environments, with the same seeds and actions. `opponent` is one of Fathom's
own machines, or None: then you play both seats, and each reward is for the seat that has just acted.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fathom.adapters.chance import draw_below
from fathom.adapters.numbering import read_options
from fathom.adapters.opponents import Opponent, SeatChoice, check_seat, is_policy
from fathom.adapters.policies import TablePolicy
from fathom.adapters.spaces import Info, observation_space
from fathom.adapters.tables import GameTable, make_table
from fathom.errors import BadOption, GameOver

_NONE = np.empty(0, np.int64)
Steps = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Info]


class ContestVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many matches of a game for two, each seen from one seat."""

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        opponent: Opponent | None = "@random",
        seat: SeatChoice = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **options: object,
    ) -> None:
        if opponent is not None and not is_policy(opponent):
            raise BadOption(
                f'{opponent!r} cannot play in a table: only Fathom\'s own machines can. Use vectorization_mode="sync".'
            )
        chosen = read_options(game, options)
        self.table: GameTable = make_table(game, chosen)
        self._policy = TablePolicy(str(opponent), self.table) if opponent else None
        self._given_seat = check_seat(seat)
        self._autoreset = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._autoreset}
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(self.table.actions)
        self.single_observation_space = observation_space(self.table.numbering.observer)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._streams = np.zeros(num_envs, np.uint64)
        self._states = np.full(num_envs, self.table.illegal, np.int32)
        self._seats = np.ones(num_envs, np.int8)
        #: The places whose match is over and was reported so.
        self._reported = _NONE
        self._is_seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, object] | None = None
    ) -> tuple[np.ndarray, Info]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._seed(seed)
        which = np.arange(self.num_envs)
        if options and "reset_mask" in options:
            which = np.flatnonzero(np.asarray(options["reset_mask"]))
        self._begin(which)
        self._reported = np.setdiff1d(self._reported, which)
        return self._observe()

    def step(self, actions: np.ndarray) -> Steps:
        if not self._is_seeded:
            raise GameOver("No games are being played: call reset() before step().")
        table, states = self.table, self._states
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.min() < 0 or actions.max() >= table.actions:
            raise BadOption(f"One action from 0 to {table.actions - 1} is needed for each of {self.num_envs} games.")
        if self._reported.size and self._autoreset is AutoresetMode.DISABLED:
            raise GameOver("Some games are over: reset them with options={'reset_mask': ...} before the next step().")
        movers = table.seats.take(states)
        self._states = table.successors.take(states * table.actions + actions)
        self._begin(self._reported)
        if self._policy:
            going = self._states < table.size
            self._reply(np.flatnonzero(going & (table.seats.take(self._states) != self._seats)))
        terminations = self._states >= table.size
        terminations[self._reported] = False  # begun just now
        ended = np.flatnonzero(terminations)
        rewards = np.zeros(self.num_envs)
        rewards[ended] = table.reward(self._states[ended], (self._seats if self._policy else movers)[ended])
        self._reported = ended
        if self._autoreset is AutoresetMode.SAME_STEP:
            self._begin(ended)
            self._reported = _NONE
        observations, infos = self._observe()
        return observations, rewards, terminations, np.zeros(self.num_envs, bool), infos

    def sample_legal(self) -> np.ndarray:
        """A random legal action in every match, all equally likely; 0 where the match is over."""
        table, states = self.table, self._states
        which = (self.np_random.random(self.num_envs) * table.choices.take(states)).astype(np.int32)
        return table.legal.take(states * table.actions + which)

    def _seed(self, seed: int | list[int | None] | None) -> None:
        """Set the streams of chance: those of given seeds, and those that were never seeded."""
        if isinstance(seed, int):
            seed = [seed + i for i in range(self.num_envs)]
        given = np.array([each is not None for each in seed or [None] * self.num_envs])
        if seed:
            self._streams[given] = np.array([each for each in seed if each is not None], np.uint64)
        if not self._is_seeded:
            self._streams[~given] = self.np_random.integers(1 << 62, size=int((~given).sum()), dtype=np.uint64)
        self._is_seeded = True

    def _begin(self, which: np.ndarray) -> None:
        """Start the next match in these places, with the opponent's first move where it has one."""
        self._states[which] = 0
        if self._given_seat == "random":
            streams = self._streams[which]
            self._seats[which] = draw_below(streams, 2) + 1
            self._streams[which] = streams
        else:
            self._seats[which] = self._given_seat
        if self._policy:
            self._reply(which[self._seats[which] != self.table.seats[0]])

    def _reply(self, which: np.ndarray) -> None:
        """Let the opponent move in these places, until it is your turn or the match is over."""
        assert self._policy, "only an opponent replies"
        table = self.table
        while len(which):
            states, streams = self._states[which], self._streams[which]
            states = table.successors.take(states * table.actions + self._policy.choose(states, streams))
            self._states[which], self._streams[which] = states, streams
            which = which[(states < table.size) & (table.seats.take(states) != self._seats[which])]

    def _observe(self) -> tuple[np.ndarray, Info]:
        observations, masks = self.table.split(self.table.rows.take(self._states, axis=0, mode="clip"))
        return observations, {"action_mask": masks}
