"""With `keep-days`, a server deletes matches in which nothing has happened for so long, and nothing else waits."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Entry, Ledger, Search, Summary, open_ledger
from fathom.storage.journal.group import Journal
from fathom.storage.journal.orders import Order, Report, carry_out, time_before
from fathom.web import app
from fathom.web.live import retention
from fathom.web.live.retention import AT_ONCE, Retention
from fathom.web.settings import Settings
from tests.patience import PATIENCE

NOW = datetime.now(UTC)


def add_matches(ledger: Ledger, days: float, *names: str) -> None:
    """Finished matches that ended so many days ago."""
    at = time_before(NOW, timedelta(days=days))
    ledger.write(
        [
            Addition(
                Entry(name, 1, "k", "created", "{}", "{}", at),
                Summary(name, "range-war", "highest=10", "[]", "over", 1, at, at, "null"),
            )
            for name in names
        ]
    )


def listed(ledger: Ledger) -> set[str]:
    return {summary.id for summary in ledger.matches(Search(limit=1000))}


@pytest.mark.anyio
async def test_a_few_are_deleted_at_a_time_and_others_are_served_in_between(tmp_path: Path) -> None:
    ledger = open_ledger(str(tmp_path / "server.db"))
    add_matches(ledger, 31, *(f"old{number}" for number in range(2 * AT_ONCE + 5)))
    add_matches(ledger, 29, "young")
    journal = Journal(ledger)
    left: list[int] = []

    async def order(given: Order) -> Report:
        return await journal.read(lambda ledger: carry_out(ledger, given))

    async def move_in_between() -> None:
        entry = Entry("young", len(left) + 2, f"key-{len(left)}", "moved", "{}", "{}", time_before(NOW, timedelta()))
        assert (await journal.append(Addition(entry))).done
        left.append(len(await journal.read(listed)))

    assert await Retention(30, order, move_in_between).prune() == 2 * AT_ONCE + 5
    assert left == [AT_ONCE + 6, 6, 1]
    assert await journal.read(listed) == {"young"}
    await journal.close()


@pytest.mark.anyio
async def test_a_store_that_fails_is_tried_again_the_next_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retention, "_EVERY_SECONDS", 0.01)
    tries = 0
    is_enough = asyncio.Event()

    async def fail(_given: Order) -> Report:
        nonlocal tries
        tries += 1
        if tries == 3:
            is_enough.set()
        raise StoreError("The disk is full.")

    keeping = Retention(30, fail)
    keeping.start(first_seconds=0)
    await asyncio.wait_for(is_enough.wait(), PATIENCE)
    await keeping.close()
    assert "old matches cannot be deleted" in caplog.messages


@pytest.mark.anyio
async def test_a_server_begins_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Retention.start, "__defaults__", (0.0,))
    place = str(tmp_path / "server.db")
    ledger = open_ledger(place)
    add_matches(ledger, 31, "old")
    add_matches(ledger, 29, "young")
    ledger.close()
    async with app(place, keep_days=30) as application:
        deadline = time.monotonic() + PATIENCE
        while (found := await application.state.server.matches.journal.read(listed)) != {"young"}:
            assert time.monotonic() < deadline, found
            await asyncio.sleep(0.01)


@pytest.mark.anyio
async def test_everything_is_kept_unless_the_operator_says_otherwise(tmp_path: Path) -> None:
    assert Settings().keep_days == 0
    async with app(str(tmp_path / "server.db")) as application:
        assert application.state.server._retention is None


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
