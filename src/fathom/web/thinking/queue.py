"""Who may think when: a queue for each owner, and a few runners that serve them in turn.

    thinking = Thinking([ProcessRunner(), ProcessRunner()])
    analysis = await thinking.run("203.0.113.7", analyze, match)

`work` is a function of a module, with arguments that can be pickled, because a runner may be another process. Whoever
cancels the call takes the work off the queue, or stops it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from fathom.errors import FathomError, TooMany, TooMuch
from fathom.web.thinking.messages import Call

P = ParamSpec("P")
T = TypeVar("T")

#: The most that one owner may have waiting.
MOST_WAITING = 20
_RETRY_SECONDS = 5

#: How a call ended: `refused` if the queue was full, `abandoned` if nobody waits for it any more.
Outcome = Literal["done", "too-much", "abandoned", "failed", "refused"]
#: Counts a call by its outcome, and by the seconds it ran; None if it did not.
Count = Callable[[Outcome, float | None], None]


class Runner(Protocol):
    """Runs one call at a time."""

    async def run(self, call: Call) -> object:
        """The result, or the error that the call raised. When cancelled, the work stops as soon as it can."""

    async def close(self) -> None:
        """Stop for good."""


class _Job(NamedTuple):
    owner: str
    call: Call
    done: asyncio.Future[object]


class Thinking:
    """The queue. Owners are served in turn, however much one of them asks for."""

    def __init__(self, runners: Sequence[Runner], count: Count = lambda _outcome, _seconds: None) -> None:
        self._count = count
        self._runners = list(runners)
        self._idle = list(runners)
        #: By owner, the one to be served next first.
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: dict[_Job, asyncio.Task[None]] = {}

    @property
    def waiting(self) -> int:
        """The number of calls that wait for a runner."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """The number of calls that run."""
        return len(self._running)

    async def run(self, owner: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """The result of a call; raises `TooMany` if the owner has too many of them waiting."""
        if len(self._waiting.get(owner, ())) >= MOST_WAITING:
            self._count("refused", None)
            raise TooMany(
                "You have asked for more than this server works out at once: wait for the answers.", _RETRY_SECONDS
            )
        job = _Job(owner, partial(work, *arguments, **named), asyncio.get_running_loop().create_future())
        self._waiting.setdefault(owner, deque()).append(job)
        self._serve()
        try:
            return cast("T", await job.done)
        finally:
            self._drop(job)

    def _drop(self, job: _Job) -> None:
        """Nobody waits for this any more, or it is done."""
        if task := self._running.get(job):
            task.cancel()
        elif job in self._waiting.get(job.owner, ()):
            self._waiting[job.owner].remove(job)
            self._count("abandoned", None)
            self._forget_if_empty(job.owner)

    def _serve(self) -> None:
        while self._idle and self._waiting:
            owner, jobs = next(iter(self._waiting.items()))
            job = jobs.popleft()
            self._waiting.move_to_end(owner)
            self._forget_if_empty(owner)
            self._running[job] = asyncio.create_task(self._run(job, self._idle.pop()))

    def _forget_if_empty(self, owner: str) -> None:
        if not self._waiting[owner]:
            del self._waiting[owner]

    async def _run(self, job: _Job, runner: Runner) -> None:
        began = time.perf_counter()
        outcome: Outcome = "done"
        try:
            result = await runner.run(job.call)
        except asyncio.CancelledError:
            outcome = "abandoned"
            job.done.cancel()
        except BaseException as error:
            outcome = _outcome_of(error)
            if not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(result)
        finally:
            self._count(outcome, time.perf_counter() - began)
            del self._running[job]
            self._idle.append(runner)
            self._serve()

    async def close(self) -> None:
        """Stop everything; whoever still waits is cancelled."""
        for jobs in self._waiting.values():
            for job in jobs:
                job.done.cancel()
        self._waiting.clear()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in self._runners:
            await runner.close()


def _outcome_of(error: BaseException) -> Outcome:
    """A refusal is an answer like any other; only an error of ours is a failure."""
    if isinstance(error, TooMuch):
        return "too-much"
    return "done" if isinstance(error, FathomError) else "failed"
