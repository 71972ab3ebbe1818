"""The journal in one thread: nobody hears of anything before the browser has kept it, and what was kept comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

import pytest

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Entry, Ledger, Result, Search, Sighting, Summary, Written
from fathom.storage.journal.group import Journal
from fathom.storage.journal.local import LocalJournal, read_row, restore, write_row
from fathom.storage.journal.sqlite import SqliteLedger
from tests.patience import PATIENCE
from tests.storage.journal.entries import entry, summary

pytestmark = pytest.mark.anyio


class Browser:
    """Keeps rows, waits for a sign before it has, and fails when told to."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.asked = asyncio.Event()
        self.failure: Exception | None = None

    async def keep(self, rows: list[str]) -> None:
        self.asked.set()
        await self.go_on.wait()
        if self.failure:
            raise self.failure
        self.rows += rows

    def journal(self) -> LocalJournal:
        return LocalJournal(restore(self.rows), self.keep)


@pytest.fixture
async def browser() -> Browser:
    return Browser()


@pytest.fixture(params=["thread", "local"])
async def journal(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Journal:
    """The two journals that keep one contract."""
    return browser.journal() if request.param == "local" else Journal(SqliteLedger(tmp_path / "server.db"))


def add(number: int) -> Addition:
    return Addition(entry(f"m{number}"))


def count(ledger: Ledger) -> int:
    return sum(len(ledger.entries(f"m{number}")) for number in range(300))


# ------------------------------------------------------------ what both journals do


async def test_many_writers_at_once_are_each_answered_once(journal: Journal) -> None:
    answers = await asyncio.gather(*(journal.append(Addition(entry("m1", 1 + number % 50))) for number in range(100)))
    assert [answer.done for answer in answers].count(True) == 50
    assert all(answer.first for answer in answers if not answer.done)
    await journal.close()


async def test_a_question_sees_everything_that_was_asked_to_be_written_before_it(journal: Journal) -> None:
    tasks = [journal.append(add(number)) for number in range(30)]
    assert await journal.read(count) == 30
    assert await asyncio.gather(*tasks) == [Written(True)] * 30
    found = await journal.ask_lists(lambda lists: lists.entries("m7"))
    assert found == [entry("m7")]
    await journal.close()


async def test_closing_finishes_what_was_asked_for_and_refuses_the_rest(journal: Journal) -> None:
    tasks = [journal.append(add(number)) for number in range(30)]
    question = asyncio.create_task(journal.read(count))
    await asyncio.sleep(0)
    await asyncio.wait_for(journal.close(), PATIENCE)
    assert await asyncio.gather(*tasks) == [Written(True)] * 30
    assert await question == 30
    with pytest.raises(StoreError, match="closed"):
        await journal.append(add(1))


async def test_a_bug_in_hearing_of_a_commit_keeps_nobody_else_from_it(journal: Journal) -> None:
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context.get("exception")))
    heard: list[Written | StoreError] = []
    fault = ZeroDivisionError()

    def stumble(_written: Written | StoreError) -> None:
        raise fault

    journal.write(add(1), stumble)
    journal.write(add(2), heard.append)
    assert await journal.read(count) == 2
    assert (heard, reported) == ([Written(True)], [fault])
    await journal.close()


async def test_a_question_that_fails_is_told_in_one_sentence(journal: Journal) -> None:
    with pytest.raises(StoreError, match=r"^The store is not responding: try again in a moment\.$"):
        await journal.read(lambda _: dict[str, int]()["nothing"])
    assert await journal.append(add(2)) == Written(True)
    await journal.close()


# ------------------------------------------------------------ what the local one promises besides


async def test_nobody_is_answered_before_the_browser_has_kept_it(browser: Browser) -> None:
    journal = browser.journal()
    browser.go_on.clear()
    first = journal.append(add(1))
    await browser.asked.wait()
    later = journal.append(add(2))
    question = asyncio.create_task(journal.read(count))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not first.done()
    assert not later.done()
    assert not question.done()
    browser.go_on.set()
    assert (await first, await later, await question) == (Written(True), Written(True), 2)
    assert len(browser.rows) == 2
    await journal.close()


async def test_what_cannot_be_kept_has_not_happened_and_can_be_tried_again(browser: Browser) -> None:
    journal = browser.journal()
    browser.failure = OSError("the disk is full")
    answers = await asyncio.gather(*(journal.append(add(number)) for number in range(3)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {StoreError}
    assert await journal.read(count) == 0
    browser.failure = None
    assert await journal.append(add(1)) == Written(True)
    assert (await journal.read(count), len(browser.rows)) == (1, 1)
    await journal.close()


async def test_only_what_was_written_is_kept(browser: Browser) -> None:
    journal = browser.journal()
    await journal.append(Addition(entry("m1", key="the-first-key")))
    again = await journal.append(Addition(entry("m1", key="another-key-of-the-same-place")))
    assert again == Written(False, None)
    assert len(browser.rows) == 1
    await journal.close()


async def test_what_was_kept_is_there_after_a_restart(browser: Browser) -> None:
    journal = browser.journal()
    await asyncio.gather(*(journal.append(Addition(entry(f"m{n}"), summary(f"m{n}"))) for n in range(50)))
    before = await journal.ask_lists(lambda lists: lists.matches(Search(limit=100)))
    restarted = browser.journal()  # the first one was killed: nobody has closed it
    assert await restarted.read(count) == 50
    assert await restarted.ask_lists(lambda lists: lists.matches(Search(limit=100))) == before
    await journal.close()
    await restarted.close()


async def test_a_row_that_cannot_be_read_costs_nothing_else(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    browser.rows = [write_row(add(1)), "{", '{"summary": null}', '{"entry": [1]}', write_row(add(2))]
    journal = browser.journal()
    assert await journal.read(count) == 2
    reasons = [vars(record)["reason"].partition(":")[0] for record in caplog.records]
    assert reasons == ["row 2", "row 3", "row 4"]
    await journal.close()


async def test_no_thread_is_started(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: Thread) -> None:
        raise AssertionError("a thread was started")

    monkeypatch.setattr(Thread, "start", refuse)
    journal = browser.journal()
    await journal.append(add(1))
    assert await journal.ask_lists(lambda lists: len(lists.entries("m1"))) == 1
    await journal.close()


def test_a_row_says_all_of_an_addition() -> None:
    result = Result("pyramid-puzzle", "levels=5", "Ŝo", 12, 0, "2026-11-15T22:00:00Z", "m1", 1)
    whole = Addition(
        Entry("m1", 1, "a-key", "created", '{"names":["Ŝo\\u0000","𝔸"]}', "{}", "2026-11-15T22:00:00Z"),
        Summary("m1", "range-war", "", "[]", "playing", 1, "a", "b", ""),
        Addition(entry("m2"), summary("m2")),
        result,
        result._replace(mp=13),
        Sighting("place", "m1", "now"),
    )
    for addition in (whole, Addition(entry("m1"))):
        assert read_row(write_row(addition)) == addition
