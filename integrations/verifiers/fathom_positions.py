"""Positions of a game as a taskset of verifiers: `vf-eval fathom-positions`.

A task is a position of `fathom.curriculum` with its prompt, and an answer gets the reward of `fathom.reward`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import verifiers.v1 as vf
from pydantic import Field

import fathom

__all__ = ["FathomPositions"]


class PositionData(vf.TaskData):
    """A position, and the question about it."""

    code: str
    stage: int
    depth: int
    only: bool
    group: str
    seed: int


class AnswerConfig(vf.TaskConfig):
    """How answers are rewarded, as `--env.taskset.task.NAME`."""

    no_move: float = 0.0
    """The reward of an answer that is not a legal move: `fathom.reward` itself says -1."""


class PositionTask(vf.Task[PositionData, vf.State, AnswerConfig]):
    """One answer to one position."""

    @vf.reward
    async def kept(self, trace: vf.Trace) -> float:
        """1 for a move that keeps what the position is worth, 0.5 or 0 for one that does not."""
        worth = fathom.reward(self.data.code, trace.last_reply)
        return self.config.no_move if worth < 0 else worth

    @vf.metric
    async def legal(self, trace: vf.Trace) -> float:
        """1 if the answer is a legal move, else 0."""
        return float(fathom.reward(self.data.code, trace.last_reply) >= 0)


class PositionsConfig(vf.TasksetConfig):
    """Which positions there are, as `--env.taskset.NAME`."""

    task: AnswerConfig = AnswerConfig()
    game: str = "pocket-addition"
    """A game for two."""
    options: dict[str, int | str] = Field(default_factory=dict)
    """Options of the game, such as `{"highest": 12}`."""
    split: Literal["train", "validation"] = "train"
    per_stage: int = 100
    """How many positions a stage has at most."""
    seed: int = 0
    """Another seed takes other positions."""


class FathomPositions(vf.Taskset[PositionTask, PositionsConfig]):
    """The positions of a curriculum, from those that are decided at once to those that take long to see through."""

    def load(self) -> Iterator[PositionTask]:
        wanted = self.config
        for row in fathom.curriculum(wanted.game, per_stage=wanted.per_stage, seed=wanted.seed, **wanted.options):
            if row["split"] == wanted.split:
                yield PositionTask(
                    PositionData(
                        id=row["code"],
                        prompt=row["prompt"],
                        code=row["code"],
                        stage=row["stage"],
                        depth=row["depth"],
                        only=row["only"],
                        group=row["group"],
                        seed=row["seed"],
                    ),
                    wanted.task,
                )
