"""Whole games as an environment of OpenEnv: the server, `python fathom_openenv.py`, and its client, `FathomClient`.

A session plays one `fathom.Episode` after the other. The reward is 0 until the end, and then 1 for a win, 0.5 for a
draw and 0 for a loss; a puzzle gives the least MP divided by the MP spent.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Literal
from uuid import uuid4

import uvicorn
from fastapi import FastAPI
from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

import fathom

SESSIONS = 64


class MoveAction(Action):
    """A move."""

    move: str = Field(description="The move, such as 7, 7L, D1 or pass")


class GameObservation(Observation):
    """What the player is told."""

    text: str = Field(description="What happened since the last move, the board, and who is to move")
    code: str = Field(description="The position as a code, which is also the position's address in Fathom")


class GameState(State):
    """The game of a session."""

    game: str = Field(default="", description="The name of the game")
    code: str = Field(default="", description="The position as a code")


class FathomEnvironment(Environment[MoveAction, GameObservation, GameState]):
    """Games against an opponent, or puzzles, one after the other."""

    # A session shares nothing with another one.
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._episode: fathom.Episode | None = None
        self._state = GameState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        game: str = "range-war",
        code: str | None = None,
        opponent: str = "@perfect",
        seat: Literal[1, 2, "random"] | None = None,
        forgiving: bool = False,
        options: Mapping[str, int | str] | None = None,
        **_columns: object,
    ) -> GameObservation:
        """Begin the next game, from its start or from the position of a code.

        Without a seat you have the one that is to move. Columns of a data set that mean nothing here are ignored.
        """
        if not opponent.startswith("@"):
            # Whoever can reach the server must not start programs on it.
            raise ValueError(f"{opponent!r} is not a machine; their names start with @, such as @perfect.")
        match = fathom.Match(code) if code else fathom.new(game, **(options or {}))
        self._episode = fathom.Episode(
            match.game.name,
            opponent=opponent,
            seat=seat or match.position.to_move,
            seed=seed,
            forgiving=forgiving,
            **(options or {}),
        )
        self._state = GameState(episode_id=episode_id or str(uuid4()), game=match.game.name)
        return self._observe(self._episode, self._episode.reset(code=code))

    def step(self, action: MoveAction, timeout_s: float | None = None, **_more: object) -> GameObservation:
        """Make a move, and let the opponent answer."""
        if self._episode is None:
            raise ValueError("There is no game yet: call reset() before the first step().")
        said = self._episode.step(action.move)
        self._state.step_count += 1
        return self._observe(self._episode, said)

    @property
    def state(self) -> GameState:
        return self._state

    def _observe(self, episode: fathom.Episode, text: str) -> GameObservation:
        self._state.code = episode.match.code
        return GameObservation(text=text, code=episode.match.code, done=episode.done, reward=_worth(episode))


def _worth(episode: fathom.Episode) -> float:
    """The reward of an episode, from 0 to 1."""
    if not episode.done:
        return 0.0
    return (1 + episode.reward) / 2 if episode.match.game.is_contest else max(0.0, episode.reward)


class FathomClient(EnvClient[MoveAction, GameObservation, GameState]):
    """A session with a server: `FathomClient(base_url="http://127.0.0.1:8000").sync()`."""

    def _step_payload(self, action: MoveAction) -> dict[str, object]:
        return {"move": action.move}

    def _parse_result(self, payload: dict) -> StepResult[GameObservation]:
        said = payload["observation"]
        observation = GameObservation(
            text=said["text"], code=said["code"], done=payload["done"], reward=payload["reward"]
        )
        return StepResult(observation=observation, reward=observation.reward, done=observation.done)

    def _parse_state(self, payload: dict) -> GameState:
        return GameState(**payload)


def make_app(sessions: int = SESSIONS) -> FastAPI:
    """The server as an application, with at most so many sessions at a time: OpenEnv's own default is one."""
    return create_app(
        FathomEnvironment,
        MoveAction,
        GameObservation,
        env_name="fathom",
        max_concurrent_envs=sessions,
        state_cls=GameState,
    )


def main() -> None:
    parser = ArgumentParser(description="Serve Fathom's games as an environment of OpenEnv.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="games played at the same time")
    wanted = parser.parse_args()
    uvicorn.run(make_app(wanted.sessions), host=wanted.host, port=wanted.port)


if __name__ == "__main__":
    main()
