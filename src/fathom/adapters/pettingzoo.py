"""The games for two as PettingZoo environments, in which agents take turns (AEC). Importing this module registers them.

    from fathom.adapters.pettingzoo import range_war_v0
    env = range_war_v0.env(highest=12, render_mode="ansi")

    import pettingzoo, fathom.adapters.pettingzoo
    env = pettingzoo.make("aec", "fathom/range_war-v0", highest=12)

Agents are `player_1`, who moves first, and `player_2`. An observation is a dictionary with `observation`, the position
as the agent whose turn it is sees it, and `action_mask`. The winner gets 1 and the loser -1. An action that is not
allowed loses the game, and `infos[agent]["illegal"]` says why.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo.utils import wrappers

from fathom import games
from fathom.adapters.numbering import number_moves, read_options
from fathom.adapters.spaces import Info, mask_of, observation_space
from fathom.core.outcome import Outcome
from fathom.library.match import Match, start_of

Observation = dict[str, np.ndarray]
AGENTS = ("player_1", "player_2")


class ContestAEC(pettingzoo.AECEnv[str, Observation, int]):
    """A game for two, each agent in its turn."""

    def __init__(self, game: str, *, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": module_name(game),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._options = read_options(game, options)
        self._numbering = number_moves(game, self._options)
        self.possible_agents = list(AGENTS)
        actions = len(self._numbering.actions)
        seen = {"observation": observation_space(self._numbering.observer), "action_mask": spaces.MultiBinary(actions)}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}
        #: The match being played, for looking at.
        self.match: Match = start_of(game, options)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self.match = start_of(self._numbering.game.name, self._options.write())
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, Info] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> Observation:
        """The position, seen from the seat to move, and what the agent may do: nothing unless it is its turn."""
        is_turn = agent == self.agent_selection and self.match.outcome is None
        row = self._numbering.observer.observe(self.match.position)
        legal = self._numbering.legal(self.match.position) if is_turn else ()
        return {
            "observation": np.array(row, self.observation_spaces[agent]["observation"].dtype),
            "action_mask": mask_of(legal, len(self._numbering.actions)),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent that is done acts by None"
        self._cumulative_rewards[agent] = 0.0
        self._act(int(action))
        if self.match.outcome:
            self._end(self.match.outcome)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _act(self, action: int) -> None:
        """Make a move; one that is not allowed forfeits the game."""
        position = self.match.position
        if action in self._numbering.legal(position):
            self.match.play(self._numbering.actions[action])
            return
        refusal = self._numbering.refusal(position, action)
        self.infos[self.agent_selection]["illegal"] = refusal
        self.match.forfeit(position.to_move, refusal)

    def _end(self, outcome: Outcome) -> None:
        self.terminations = dict.fromkeys(AGENTS, True)
        if outcome.winner:
            won, lost = AGENTS[outcome.winner - 1], AGENTS[2 - outcome.winner]
            self.rewards = {won: 1.0, lost: -1.0}

    def render(self) -> str | None:
        """The board: as text in the mode `ansi`, printed in the mode `human`."""
        if self.render_mode == "human":
            print(self.match)
        return str(self.match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be ended."""


def make_env(
    game: str, *, render_mode: str | None = None, **options: object
) -> pettingzoo.AECEnv[str, Observation, int]:
    """The environment in the wrappers that enforce the order of calls."""
    raw = ContestAEC(game, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def module_name(game: str) -> str:
    """The name of a game's module: `range_war_v0`."""
    return f"{game.replace('-', '_')}_v0"


def _make_module(game: str) -> ModuleType:
    """A module with `env` and `raw_env`, as PettingZoo's own games have one."""
    module = ModuleType(f"{__name__}.{module_name(game)}", f"{games.game(game).title} as a PettingZoo environment.")

    module.__dict__.update(env=partial(make_env, game), raw_env=partial(ContestAEC, game))
    return module


def register_games() -> None:
    """Register every game for two that can be observed, and make its module."""
    for name in games.names():
        room = games.room(name)
        if room.game.is_contest and room.observer(room.game.options_type()):
            module = _make_module(name)
            globals()[module_name(name)] = sys.modules[module.__name__] = module
            pettingzoo.register("aec", f"fathom/{name.replace('-', '_')}-v0", module.env)


register_games()
