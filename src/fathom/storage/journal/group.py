"""Group commit: requests that arrive during a commit share the next one.

    journal = Journal(open_ledger("matches.db"))
    journal.write(addition, deliver)                     deliver(Written) is called on the loop, once it is on disk
    await journal.append(addition)                       -> Written: the same for a coroutine
    await journal.read(lambda ledger: ledger.entries(id))
    await journal.ask_lists(lambda lists: lists.matches(Search("playing")))

One thread has the ledger. A commit with its fsync takes as long for two hundred entries as for one, so the groups grow
with the load.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar

from fathom.errors import StoreError, TooMany
from fathom.storage.journal import Addition, Ledger, Lists, Written
from fathom.storage.journal.list_reader import ListReader

T = TypeVar("T")
log = logging.getLogger("fathom.journal")


#: Tells a caller what came of its request; called on the loop.
Deliver = Callable[[], None]
#: Is told what came of an addition; after a failure it may be on disk, or not.
DeliverWritten = Callable[[Written | StoreError], None]


class _Write(NamedTuple):
    """An addition for the thread to write, and who is told about it."""

    addition: Addition
    deliver: DeliverWritten


class _Question(NamedTuple):
    """A query for the ledger: how to get the answer, and how to report a failure."""

    ask: Callable[[Ledger], Deliver]
    deliver: Callable[[StoreError], None]


class Watcher(Protocol):
    """Counts what the store does; called in the thread of the journal."""

    def count_commit(self, seconds: float, entries: int) -> None: ...

    def count_read(self, seconds: float) -> None: ...

    def count_store_failure(self) -> None: ...


class Journal:
    """Access to a ledger from one event loop."""

    def __init__(self, ledger: Ledger, watcher: Watcher | None = None) -> None:
        self._ledger = ledger
        self._watcher = watcher
        self._waiting: list[_Write | _Question] = []
        self._groups: SimpleQueue[list[_Write | _Question]] = SimpleQueue()
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_closed = False
        self._lists = ListReader(ledger.open_lists)
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def write(self, addition: Addition, deliver: DeliverWritten) -> None:
        """Write an entry: told when it is on disk. After `StoreError` it may be: try again with the same key."""
        self._enqueue(_Write(addition, deliver))

    def append(self, addition: Addition) -> asyncio.Future[Written]:
        """The same, for a coroutine to wait for."""
        future: asyncio.Future[Written] = self._loop.create_future()

        def deliver(written: Written | StoreError) -> None:
            if future.done():  # the caller has been cancelled
                return
            if isinstance(written, StoreError):
                future.set_exception(written)
            else:
                future.set_result(written)

        self.write(addition, deliver)
        return future

    async def read(self, question: Callable[[Ledger], T]) -> T:
        """The ledger's answer, which includes everything acknowledged before."""
        future: asyncio.Future[T] = self._loop.create_future()

        def ask(ledger: Ledger) -> Deliver:
            answer = question(ledger)
            return lambda: None if future.done() else future.set_result(answer)

        def fail(error: StoreError) -> None:
            if not future.done():
                future.set_exception(error)

        self._enqueue(_Question(ask, fail))
        return await future

    async def ask_lists(self, question: Callable[[Lists], T]) -> T:
        """The same for a list, in another thread: nothing that is written waits for it."""
        if self._is_closed:
            raise StoreError("The store is closed.")
        try:
            began = perf_counter()
            answer = await self._lists.ask(question)
        except TooMany:
            raise
        except Exception as error:
            raise self._fail(error) from error
        if self._watcher:
            self._watcher.count_read(perf_counter() - began)
        return answer

    def _enqueue(self, job: _Write | _Question) -> None:
        if self._is_closed:
            job.deliver(StoreError("The store is closed."))
            return
        self._waiting.append(job)
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._hand_over)  # after the tasks that are ready now

    async def close(self) -> None:
        """Finish pending requests, then close the ledger."""
        self._is_closed = True
        await self._idle.wait()
        self._groups.put([])
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._lists.close)
        self._ledger.close()

    def _hand_over(self) -> None:
        """Pass everything that is waiting to the thread."""
        group, self._waiting = self._waiting, []
        self._groups.put(group)

    def _work(self) -> None:
        while self._work_once():
            pass  # and nothing of the last group is kept in memory while waiting for the next

    def _work_once(self) -> bool:
        """Carry out the next group; False if there is none, because the journal is closed."""
        group = self._groups.get()
        if group:
            self._loop.call_soon_threadsafe(self._deliver, self._carry_out(group))
        return bool(group)

    def _carry_out(self, jobs: Sequence[_Write | _Question]) -> list[Deliver]:
        """Write everything in one commit, then answer the questions; the answers are delivered on the loop.

        When the store fails, the rest of the group fails at once, because each request would wait as long again.
        """
        answers: list[Deliver] = []
        failure: StoreError | None = None
        writes = [job for job in jobs if isinstance(job, _Write)]
        if writes:
            try:
                began = perf_counter()
                written = self._ledger.write([job.addition for job in writes])
                if self._watcher:
                    self._watcher.count_commit(perf_counter() - began, len(writes))
                answers += [partial(job.deliver, one) for job, one in zip(writes, written, strict=True)]
            except Exception as error:
                failure = self._fail(error)
                answers += [partial(job.deliver, failure) for job in writes]
        for job in jobs:
            if isinstance(job, _Question):
                answer, failure = self._ask(job, failure)
                answers.append(answer)
        return answers

    def _ask(self, job: _Question, failure: StoreError | None) -> tuple[Deliver, StoreError | None]:
        """The answer to a question, and the store's failure, if it has failed."""
        if failure is None:
            try:
                began = perf_counter()
                answer = job.ask(self._ledger)
                if self._watcher:
                    self._watcher.count_read(perf_counter() - began)
                return answer, None
            except Exception as error:
                failure = self._fail(error)
        return partial(job.deliver, failure), failure

    def _fail(self, error: Exception) -> StoreError:
        if self._watcher:
            self._watcher.count_store_failure()
        return _store_error(error)

    def _deliver(self, answers: Sequence[Deliver]) -> None:
        """Start on the requests that have arrived since, then deliver the answers of a group."""
        if self._waiting:
            self._hand_over()
        else:
            self._idle.set()
        for deliver in answers:
            try:
                deliver()
            except Exception as error:  # our bug: the others are told all the same
                self._loop.call_exception_handler({"message": "an answer was not delivered", "exception": error})


def _store_error(error: Exception) -> StoreError:
    """The error for clients; the details go to the log, for the operator."""
    log.warning("the store failed", extra={"reason": f"{type(error).__name__}: {error}"})
    return StoreError("The store is not responding: try again in a moment.")
