"""Where a call runs: in the caller's own process, or in one that can be stopped.

InlineRunner     at once, where there are neither threads nor processes: inside a browser, which sets an alarm
ThreadRunner     in a thread, which cannot be stopped: when cancelled, it goes on until it is done
ProcessRunner    in a process of its own, with a budget of CPU seconds and of memory
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Callable

from fathom.errors import TooMuch
from fathom.web.thinking.messages import LENGTH, Answer, Budget, Call, encode
from fathom.web.thinking.queue import Runner
from fathom.web.thinking.threads import has_threads

#: A process that has not answered within this many times its CPU seconds is stuck, or the machine is.
_PATIENCE = 10
_USUAL = Budget()
#: Python in a browser is several times slower.
_INLINE_SECONDS = 20.0
#: Sets an alarm, in seconds; 0 stops it.
SetAlarm = Callable[[float], None]
_PROCESSES = 2


class InlineRunner:
    """`set_alarm(seconds)` raises `KeyboardInterrupt` after so many seconds, wherever the call is then; 0 stops it."""

    def __init__(self, set_alarm: SetAlarm = lambda _seconds: None, seconds: float = _INLINE_SECONDS) -> None:
        self._set_alarm = set_alarm
        self._seconds = seconds

    async def run(self, call: Call) -> object:
        await asyncio.sleep(0)  # everybody else first
        self._set_alarm(self._seconds)
        try:
            return call()
        except KeyboardInterrupt:
            raise TooMuch(
                f"This takes more than the {self._seconds:g} seconds that one request may take here. "
                "Smaller options work here, and in the terminal there is no such limit."
            ) from None
        finally:
            self._set_alarm(0)

    async def close(self) -> None:
        pass


class ThreadRunner:
    async def run(self, call: Call) -> object:
        thread = asyncio.ensure_future(asyncio.to_thread(call))
        try:
            return await asyncio.shield(thread)
        except asyncio.CancelledError:
            await asyncio.wait({thread})
            raise

    async def close(self) -> None:
        pass


class ProcessRunner:
    """Starts its process with the first call, and another one when that has ended."""

    def __init__(self, budget: Budget = _USUAL) -> None:
        self._budget = budget
        self._process: asyncio.subprocess.Process | None = None

    async def run(self, call: Call) -> object:
        try:
            async with asyncio.timeout(_PATIENCE * self._budget.seconds):
                answer = await self._ask(call)
        except TimeoutError:
            await self.close()
            raise self._budget.exceeded() from None
        except (OSError, asyncio.IncompleteReadError):  # killed, by whoever: perhaps it took too much memory
            await self.close()
            raise self._budget.exceeded() from None
        except BaseException:
            await self.close()
            raise
        if answer.is_last:
            await self.close()
        if answer.error is not None:
            raise answer.error
        return answer.result

    async def _ask(self, call: Call) -> Answer:
        process = await self._start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(encode(call))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH))
        answer: Answer = pickle.loads(await process.stdout.readexactly(length))
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            program = (sys.executable, "-P", "-m", "fathom.web.thinking.worker", *map(str, self._budget))
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            pipe = asyncio.subprocess.PIPE
            # In a session of its own, because Linux may share out the processors between sessions: the event loop would
            # then wait behind whatever is computed in its own.
            self._process = await asyncio.create_subprocess_exec(
                *program, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
            )
        return self._process

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def usual_runners() -> list[Runner]:
    """Processes, where there are any."""
    return [ProcessRunner() for _ in range(_PROCESSES)] if has_threads() else [InlineRunner()]
