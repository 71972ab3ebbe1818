"""Many writers, one commit: whoever asks while a commit is under way shares the next one.

    journal = Journal(open_ledger("matches.db"))
    await journal.append(addition)                       -> Written, once it is on disk
    await journal.read(lambda ledger: ledger.entries(id))

One thread has the ledger. A commit with its fsync takes as long for two hundred entries as for one, so the more there
is to do, the more is done at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Ledger, Written

T = TypeVar("T")
log = logging.getLogger("fathom.journal")


class _Job(NamedTuple):
    """Something to be done by the thread: an addition to write, or a question to ask the ledger."""

    task: Addition | Callable[[Ledger], Any]
    future: asyncio.Future[Any]


class Journal:
    """The door to a ledger for one event loop."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._waiting: list[_Job] = []
        self._groups: SimpleQueue[list[_Job]] = SimpleQueue()
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    async def append(self, addition: Addition) -> Written:
        """Write an entry; returns when it is on disk. `StoreError` leaves open whether it is: the same key tells."""
        written: Written = await self._do(addition)
        return written

    async def read(self, question: Callable[[Ledger], T]) -> T:
        """What the ledger answers; everything acknowledged before is in it."""
        answer: T = await self._do(question)
        return answer

    def _do(self, task: Addition | Callable[[Ledger], Any]) -> asyncio.Future[Any]:
        future = self._loop.create_future()
        if self._is_closed:
            future.set_exception(StoreError("The store is closed."))
            return future
        self._waiting.append(_Job(task, future))
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._hand_over)  # after everybody else whose turn it is now
        return future

    async def close(self) -> None:
        """Finish what was asked for, then close the ledger."""
        self._is_closed = True
        await self._idle.wait()
        self._groups.put([])
        await asyncio.to_thread(self._thread.join)
        self._ledger.close()

    def _hand_over(self) -> None:
        """Give the thread everything that waits."""
        group, self._waiting = self._waiting, []
        self._groups.put(group)

    def _work(self) -> None:
        while group := self._groups.get():
            self._carry_out(group)

    def _carry_out(self, jobs: Sequence[_Job]) -> None:
        """Write everything in one commit, then answer the questions; each future gets its answer on the loop.

        When the store fails, the rest of the group is told so at once: each would wait for as long again.
        """
        writes = [job for job in jobs if isinstance(job.task, Addition)]
        answers = list(zip(writes, self._written([job.task for job in writes]), strict=True)) if writes else []
        last = answers[-1][1] if answers else None
        for job in jobs:
            if not isinstance(job.task, Addition):
                last = last if isinstance(last, StoreError) else self._asked(job.task)
                answers.append((job, last))
        self._loop.call_soon_threadsafe(self._tell, answers)

    def _tell(self, answers: Sequence[tuple[_Job, object]]) -> None:
        """Answer everybody of a group, and go on with those who came meanwhile."""
        for job, answer in answers:
            if job.future.done():
                continue  # whoever asked has gone
            if isinstance(answer, StoreError):
                job.future.set_exception(answer)
            else:
                job.future.set_result(answer)
        if self._waiting:
            self._hand_over()
        else:
            self._idle.set()

    def _written(self, additions: Sequence[Any]) -> Sequence[object]:
        try:
            return self._ledger.write(additions)
        except Exception as error:
            return [_store_error(error)] * len(additions)

    def _asked(self, question: Any) -> object:
        try:
            return question(self._ledger)
        except Exception as error:
            return _store_error(error)


def _store_error(error: Exception) -> StoreError:
    """What whoever asked is told; where the store is and what is wrong with it is for the operator."""
    log.warning("the store failed", extra={"reason": f"{type(error).__name__}: {error}"})
    return StoreError("The store does not answer just now: try again in a moment.")
