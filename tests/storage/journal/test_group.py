"""Group commit: many writers, one commit for all that are waiting, one answer for each."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Event, current_thread

import pytest

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Ledger, Written
from fathom.storage.journal.group import Journal
from fathom.storage.journal.sqlite import SqliteLedger
from tests.patience import PATIENCE
from tests.storage.journal.entries import entry

pytestmark = pytest.mark.anyio


class WatchedLedger(SqliteLedger):
    """Remembers its commits, waits for a sign before each, and fails when told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.groups: list[list[Addition]] = []
        self.began, self.go_on = Event(), Event()
        self.go_on.set()
        self.failure: Exception | None = None
        self.threads: set[str] = set()

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        self.began.set()
        assert self.go_on.wait(PATIENCE)
        self.groups.append(list(additions))
        self.threads.add(current_thread().name)
        if self.failure:
            raise self.failure
        return super().write(additions)


@pytest.fixture
def ledger(tmp_path: Path) -> WatchedLedger:
    return WatchedLedger(tmp_path / "server.db")


def add(number: int) -> Addition:
    return Addition(entry(f"m{number}"))


def count(ledger: Ledger) -> int:
    return sum(len(ledger.entries(f"m{number}")) for number in range(1000))


async def waiting(journal: Journal, ledger: WatchedLedger, many: int) -> list[asyncio.Future[Written]]:
    """Writers that arrived during a commit, which is that of the first of them."""
    ledger.go_on.clear()
    ledger.began.clear()
    tasks = [journal.append(add(0))]
    assert await asyncio.to_thread(ledger.began.wait, PATIENCE)
    tasks += [journal.append(add(number)) for number in range(1, many)]
    await asyncio.sleep(0)
    return tasks


async def ended(journal: Journal) -> None:
    await asyncio.wait_for(journal.close(), PATIENCE)


async def test_whoever_asks_during_a_commit_shares_the_next_one(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    tasks = await waiting(journal, ledger, 100)
    ledger.go_on.set()
    assert await asyncio.gather(*tasks) == [Written(True)] * 100
    assert [len(group) for group in ledger.groups] == [1, 99]
    await ended(journal)


async def test_a_large_group_is_begun_before_the_loop_has_seen_everything_that_has_arrived(
    ledger: WatchedLedger,
) -> None:
    journal = Journal(ledger)
    futures = [journal.append(add(number)) for number in range(100)]  # the loop does nothing else meanwhile
    assert await asyncio.to_thread(ledger.began.wait, PATIENCE)
    assert all(written.done for written in await asyncio.gather(*futures))
    assert [len(group) for group in ledger.groups] == [64, 36]
    await journal.close()


async def test_the_first_few_of_many_do_not_go_ahead(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    futures = []
    for number in range(20):  # more at every look at what has arrived
        futures.append(journal.append(add(number)))
        await asyncio.sleep(0)
    assert all(written.done for written in await asyncio.gather(*futures))
    assert [len(group) for group in ledger.groups] == [20]
    await ended(journal)


async def test_nobody_is_answered_before_the_commit_returns(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    tasks = await waiting(journal, ledger, 10)
    await asyncio.sleep(0.05)
    assert not any(task.done() for task in tasks)
    ledger.go_on.set()
    await asyncio.gather(*tasks)
    await ended(journal)


async def test_one_thread_has_the_ledger_and_it_is_not_that_of_the_loop(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    await asyncio.gather(*(journal.append(add(number)) for number in range(20)))
    assert await journal.read(lambda _: current_thread().name) == "journal"
    assert ledger.threads == {"journal"}
    await ended(journal)


async def test_a_group_of_moves_is_one_statement(ledger: WatchedLedger) -> None:
    journal, statements = Journal(ledger), list[str]()
    ledger._db.set_trace_callback(statements.append)
    await asyncio.gather(*(journal.append(add(number)) for number in range(20)))
    ledger._db.set_trace_callback(None)
    assert [text.split()[0] for text in statements] == ["INSERT"]
    assert count(ledger) == 20
    await ended(journal)


async def test_a_failed_commit_is_told_to_all_who_shared_it_and_to_nobody_else(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    await journal.append(add(500))
    ledger.failure = StoreError("The disk is full.")
    tasks = await waiting(journal, ledger, 50)
    ledger.go_on.set()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(answer) for answer in answers} == {StoreError}
    ledger.failure = None
    assert await journal.append(add(501)) == Written(True)
    assert await journal.read(count) == 2
    await ended(journal)


async def test_a_failure_of_any_kind_is_told_in_one_sentence_and_explained_in_the_log(
    ledger: WatchedLedger, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(ledger)
    ledger.failure = OSError("/var/lib/fathom/server.db is on fire")
    with pytest.raises(StoreError, match=r"^The store is not responding: try again in a moment\.$"):
        await journal.append(add(1))
    assert [vars(record)["reason"] for record in caplog.records] == ["OSError: /var/lib/fathom/server.db is on fire"]
    with pytest.raises(StoreError, match="is not responding"):
        await journal.read(lambda _: dict[str, int]()["nothing"])
    ledger.failure = None
    assert await journal.append(add(2)) == Written(True)
    await ended(journal)


async def test_a_question_sees_everything_that_was_asked_to_be_written_before_it(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    tasks = await waiting(journal, ledger, 30)
    question = asyncio.create_task(journal.read(count))
    await asyncio.sleep(0)
    ledger.go_on.set()
    assert await question == 30
    await asyncio.gather(*tasks)
    await ended(journal)


async def test_closing_finishes_what_was_asked_for(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    tasks = await waiting(journal, ledger, 100)
    question = asyncio.create_task(journal.read(count))
    await asyncio.sleep(0)
    closing = asyncio.create_task(journal.close())
    await asyncio.sleep(0.05)
    ledger.go_on.set()
    assert await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE) == [Written(True)] * 100
    assert await question == 100
    await asyncio.wait_for(closing, PATIENCE)
    reopened = SqliteLedger(ledger.path)
    assert count(reopened) == 100
    reopened.close()


async def test_whoever_asks_after_the_end_is_refused_and_does_not_wait_for_ever(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    await ended(journal)
    with pytest.raises(StoreError, match="closed"):
        await asyncio.wait_for(journal.append(add(1)), PATIENCE)


async def test_whoever_goes_away_during_a_commit_takes_nobody_with_them(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    tasks = await waiting(journal, ledger, 10)
    tasks[5].cancel()
    await asyncio.sleep(0)
    ledger.go_on.set()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(answers.pop(5), asyncio.CancelledError)
    assert answers == [Written(True)] * 9
    assert await journal.read(count) == 10
    await ended(journal)


async def test_a_bug_in_hearing_of_a_commit_keeps_nobody_else_from_it(ledger: WatchedLedger) -> None:
    journal, reported = Journal(ledger), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context.get("exception")))
    heard: list[Written | StoreError] = []
    fault = ZeroDivisionError()

    def stumble(_written: Written | StoreError) -> None:
        raise fault

    journal.write(add(1), stumble)
    journal.write(add(2), heard.append)
    assert await journal.read(count) == 2
    assert (heard, reported) == ([Written(True)], [fault])
    await ended(journal)


async def test_a_thousand_writers_at_once_are_each_answered_once(ledger: WatchedLedger) -> None:
    journal = Journal(ledger)
    answers = await asyncio.gather(*(journal.append(Addition(entry("m1", 1 + number % 500))) for number in range(1000)))
    assert [answer.done for answer in answers].count(True) == 500
    assert all(answer.first for answer in answers if not answer.done)
    await ended(journal)


async def test_when_the_store_fails_the_rest_of_a_group_is_told_at_once(ledger: WatchedLedger) -> None:
    journal, asked = Journal(ledger), []

    def ask(_: Ledger) -> None:
        asked.append(1)
        raise StoreError("The database is away.")

    tasks = await waiting(journal, ledger, 1)
    questions = [asyncio.ensure_future(journal.read(ask)) for _ in range(5)]
    await asyncio.sleep(0)
    ledger.go_on.set()
    answers = await asyncio.gather(*questions, return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreError] * 5
    assert len(asked) == 1
    assert await tasks[0] == Written(True)
    assert await journal.read(lambda working: len(working.entries("m0"))) == 1
    await ended(journal)
