"""The operator's own programs as opponents: visitors play against `@rocky`, and never name a command.

Each bot has a few processes, started by the first question. They are asked in threads of their own and answer for all
matches, because a question says everything. What goes wrong with one costs it that game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from fathom.core.match import AnyMatch
from fathom.players.read_only import ReadOnlyMatch
from fathom.web.thinking.threads import run_in_thread

if TYPE_CHECKING:
    from fathom.players.programs.program import Program

#: What visitors read about a bot.
ABOUT: Final = "a program of this server"
#: The processes of each bot, and so the matches that it can think about at once; others wait their turn.
_PROCESSES: Final = 2
_MOVE_SECONDS: Final = 5.0


class Bots:
    """The bots of one server by their names: `Bots({"@rocky": "./rocky"})`."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        self._programs = {
            name: [_make_program(command) for _ in range(_PROCESSES)] for name, command in commands.items()
        }
        self._idle: dict[str, asyncio.LifoQueue[Program]] = {}
        for name, programs in self._programs.items():
            self._idle[name] = asyncio.LifoQueue()
            for program in programs:
                self._idle[name].put_nowait(program)
        self._threads = ThreadPoolExecutor(max(1, _PROCESSES * len(commands)), "bots")

    def opponents(self) -> dict[str, str]:
        """The names of the bots, and what visitors read about each."""
        return dict.fromkeys(self._programs, ABOUT)

    def __contains__(self, name: object) -> bool:
        return name in self._programs

    async def choose(self, name: str, match: AnyMatch) -> str:
        """The move that a bot answers, when one of its processes is free; raises `Forfeit`."""
        idle = self._idle[name]
        program = await idle.get()
        answering = asyncio.get_running_loop().run_in_executor(self._threads, _choose, program, match)
        answering.add_done_callback(lambda _: idle.put_nowait(program))  # not before, even if nobody waits any more
        return await asyncio.shield(answering)

    async def close(self) -> None:
        """End every process, whatever it is doing."""
        for programs in self._programs.values():
            for program in programs:
                program.interrupt()
        await run_in_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown(cancel_futures=True)
        for programs in self._programs.values():
            for program in programs:
                program.close()


def _make_program(command: str) -> Program:
    from fathom.players.programs.program import Program  # needs what a browser has not got

    return Program(command, seconds=_MOVE_SECONDS)


def _choose(program: Program, match: AnyMatch) -> str:
    return match.game.format_move(program.choose(ReadOnlyMatch(match)))
