"""Load on a server that is killed repeatedly, and the verdict on what happened.

killing = Killing(server, seed=7, kills=20, moves=5000)
asyncio.run(killing.run())
killing.judged().wrong == []
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import NamedTuple

from tests.web.proof.checker import violations
from tests.web.proof.door import Stuck
from tests.web.proof.load import Load
from tests.web.proof.process import Server
from tests.web.proof.recorder import Recorder
from tests.web.proof.stored import read_store

TABLES = 24
#: The longest that a killer waits after the number of moves he waited for: a kill may come at any point of a move.
LINGER_SECONDS = 0.02
LOOK_SECONDS = 0.005


class Judged(NamedTuple):
    """How far a run got, and everything that was wrong, in a sentence each."""

    kills: int
    moves: int
    wrong: list[str]


class Killing:
    """One run, which reports its progress."""

    def __init__(self, server: Server, seed: int, kills: int, moves: int) -> None:
        self.recorder = Recorder()
        self.kills = 0
        self._server = server
        self._rng = random.Random(f"{seed}/killer")
        self._seed, self._kills_wanted, self._moves_wanted = seed, kills, moves
        self._stuck: list[str] = []
        self._is_interrupted = False

    async def run(self) -> None:
        """Run until there are enough kills and moves and every match is over, or nothing happens any more."""
        await asyncio.to_thread(self._server.start)
        load = Load([self._server.port], self.recorder, self._seed, self._goes_on)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(load.run(TABLES))
                group.create_task(self._kill())
        except* Stuck as stuck:
            self._stuck += [str(error) for error in _leaves(stuck)]

    def judged(self) -> Judged:
        """The judgement of what has happened so far; the server is stopped for it."""
        self._server.stop()
        found = violations(self.recorder.history, read_store(self._server.store))
        errors = ["The server told of an unhandled error."] if "Traceback" in self._server.said() else []
        return Judged(self.kills, self.recorder.moves, [*map(str, found), *self._stuck, *errors])

    def _goes_on(self) -> bool:
        is_enough = self.kills >= self._kills_wanted and self.recorder.moves >= self._moves_wanted
        return not is_enough and not self._is_interrupted

    async def _kill(self) -> None:
        try:
            await self._kill_enough()
        except asyncio.CancelledError:
            # A client that was cancelled in the middle of something may still finish it, but starts no other match.
            self._is_interrupted = True
            raise

    async def _kill_enough(self) -> None:
        each = self._moves_wanted / self._kills_wanted
        while self.kills < self._kills_wanted:
            enough = self.recorder.moves + self._rng.uniform(0.2, 1.4) * each
            while self.recorder.moves < enough:
                await asyncio.sleep(LOOK_SECONDS)
            await asyncio.sleep(self._rng.uniform(0, LINGER_SECONDS))
            self._server.kill()
            self.kills += 1
            await asyncio.to_thread(self._server.start)


def _leaves(group: BaseExceptionGroup[Stuck]) -> Iterator[BaseException]:
    for error in group.exceptions:
        yield from _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
