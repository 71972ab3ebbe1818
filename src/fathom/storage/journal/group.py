"""Group commit: requests that arrive during a commit share the next one.

    journal = Journal(open_ledger("matches.db"))
    journal.write(addition, deliver)                     deliver(Written) is called on the loop, once it is on disk
    await journal.append(addition)                       -> Written: the same for a coroutine
    await journal.read(lambda ledger: ledger.entries(id))
    await journal.ask_lists(lambda lists: lists.matches(Search("playing")))

One thread has the ledger. A commit with its fsync takes as long for two hundred entries as for one, so the groups grow
with the load. The thread need not wait until the loop has looked at everything that has arrived: it starts as soon as
there is enough for a group, and the loop works on the next one meanwhile. It does not start on the first few of many,
because all the others would have to wait for them.
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
#: So many additions are a group worth writing, even if more are about to come.
_ENOUGH = 64


#: Tells a caller what came of its request; called on the loop.
Deliver = Callable[[], None]
#: Is told what came of an addition; after a failure it may be on disk, or not.
DeliverWritten = Callable[[Written | StoreError], None]


class Question(NamedTuple):
    """A query for the ledger: how to get the answer, and how to report a failure."""

    ask: Callable[[Ledger], Deliver]
    deliver: Callable[[StoreError], None]


class Group:
    """What the thread does in one go: additions with who is told about each, and questions."""

    __slots__ = ("additions", "questions", "told")

    def __init__(self) -> None:
        self.additions: list[Addition] = []
        self.told: list[DeliverWritten] = []
        self.questions: list[Question] = []


class Outcome(NamedTuple):
    """What came of a group: for each addition, and the answers to the questions."""

    told: Sequence[DeliverWritten]
    written: Sequence[Written | StoreError]
    answers: Sequence[Deliver]


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
        #: What has arrived and has not been passed to the thread.
        self._waiting: Group | None = None
        self._groups: SimpleQueue[Group | None] = SimpleQueue()
        self._is_working = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_closed = False
        self._loop = asyncio.get_running_loop()
        self._open()

    def _open(self) -> None:
        """Start the thread that has the ledger."""
        self._lists = ListReader(self._ledger.open_lists)
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def write(self, addition: Addition, deliver: DeliverWritten) -> None:
        """Write an entry: told when it is on disk. After `StoreError` it may be: try again with the same key."""
        if self._is_closed:
            deliver(StoreError("The store is closed."))
            return
        group = self._waiting or self._begin_group()
        group.additions.append(addition)
        group.told.append(deliver)
        if not self._is_working and len(group.told) >= _ENOUGH:
            self._hand_over()

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

        if self._is_closed:
            raise StoreError("The store is closed.")
        group = self._waiting or self._begin_group()
        group.questions.append(Question(ask, fail))
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

    async def close(self) -> None:
        """Finish pending requests, then close the ledger."""
        self._is_closed = True
        await self._idle.wait()
        await self._end()
        self._ledger.close()

    async def _end(self) -> None:
        """End the thread, and the one that reads lists."""
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._lists.close)

    def _begin_group(self) -> Group:
        """The next group; if the thread has nothing to do, it gets the group soon."""
        group = self._waiting = Group()
        if not self._is_working:
            self._idle.clear()
            self._loop.call_soon(self._hand_over_unless_growing, group, 0)
        return group

    def _hand_over_unless_growing(self, group: Group, size: int) -> None:
        """Hand over a group when the loop has looked at whatever was ready, and has found nothing more for it."""
        if group is not self._waiting:
            return
        if len(group.told) > size:
            self._loop.call_soon(self._hand_over_unless_growing, group, len(group.told))
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """Start on what is waiting, unless a group is being worked on: then it comes next."""
        if self._waiting and not self._is_working:
            group, self._waiting = self._waiting, None
            self._is_working = True
            self._start(group)

    def _start(self, group: Group) -> None:
        """Pass a group to the thread."""
        self._groups.put(group)

    def _work(self) -> None:
        while self._work_once():
            pass  # and nothing of the last group is kept in memory while waiting for the next

    def _work_once(self) -> bool:
        """Carry out the next group; False if there is none, because the journal is closed."""
        group = self._groups.get()
        if group:
            self._loop.call_soon_threadsafe(self._deliver, self._carry_out(group))
        return group is not None

    def _carry_out(self, group: Group) -> Outcome:
        """Write everything in one commit, then answer the questions; the answers are delivered on the loop.

        When the store fails, the rest of the group fails at once, because each request would wait as long again.
        """
        written: Sequence[Written | StoreError] = []
        failure: StoreError | None = None
        if group.additions:
            try:
                began = perf_counter()
                written = self._ledger.write(group.additions)
                if self._watcher:
                    self._watcher.count_commit(perf_counter() - began, len(written))
            except Exception as error:
                failure = self._fail(error)
                written = [failure] * len(group.additions)
        return Outcome(group.told, written, self._ask_all(group.questions, failure))

    def _ask_all(self, questions: Sequence[Question], failure: StoreError | None = None) -> list[Deliver]:
        """The answers to questions; from the first failure on, that is the answer to all of them."""
        answers: list[Deliver] = []
        for question in questions:
            answer, failure = self._ask(question, failure)
            answers.append(answer)
        return answers

    def _ask(self, job: Question, failure: StoreError | None) -> tuple[Deliver, StoreError | None]:
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

    def _deliver(self, outcome: Outcome) -> None:
        """Start on the requests that have arrived since, then tell what came of a group."""
        self._is_working = False
        self._hand_over()
        if not self._is_working:
            self._idle.set()
        for tell, written in zip(outcome.told, outcome.written, strict=True):
            try:
                tell(written)
            except Exception as error:  # our bug: the others are told all the same
                self._report(error)
        for deliver in outcome.answers:
            try:
                deliver()
            except Exception as error:
                self._report(error)

    def _report(self, error: Exception) -> None:
        self._loop.call_exception_handler({"message": "an answer was not delivered", "exception": error})


def _store_error(error: Exception) -> StoreError:
    """The error for clients; the details go to the log, for the operator."""
    log.warning("the store failed", extra={"reason": f"{type(error).__name__}: {error}"})
    return StoreError("The store is not responding: try again in a moment.")
