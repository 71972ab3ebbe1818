"""Lists are read beside the journal: they see everything acknowledged, and hold nothing up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, current_thread

import psycopg
import pytest

from fathom.errors import StoreError, TooMany
from fathom.storage.journal import Addition, Ledger, Lists, Search, list_reader, open_ledger
from fathom.storage.journal.group import Journal
from fathom.storage.journal.postgresql import PostgresLists
from fathom.storage.journal.sqlite_lists import SqliteLists
from tests.patience import PATIENCE
from tests.storage.journal.entries import entry, summary


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """One that has a connection for lists: a ledger in memory answers them itself."""
    with closing(open_ledger(place)) as opened:
        yield opened


@pytest.fixture
def lists(ledger: Ledger) -> Iterator[Lists]:
    with closing(ledger.open_lists()) as opened:
        yield opened


def add(number: int) -> Addition:
    return Addition(entry(f"m{number}"), summary(f"m{number}"))


def test_a_commit_is_in_the_lists_as_soon_as_it_returns(ledger: Ledger, lists: Lists) -> None:
    for number in range(1, 50):
        ledger.write([add(number)])
        assert len(lists.matches(Search())) == number
        assert lists.entries(f"m{number}") == ledger.entries(f"m{number}")


def test_the_connection_of_the_lists_cannot_write(lists: Lists) -> None:
    if isinstance(lists, SqliteLists):
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            lists._db.execute("DELETE FROM matches")
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            lists._db.execute("PRAGMA user_version = 99")
    else:
        assert isinstance(lists, PostgresLists)
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            lists._connect().execute("DELETE FROM matches")


def test_the_lists_of_a_file_do_not_empty_its_log(tmp_path: Path) -> None:
    """Not while they are read, and not when they are closed: only the writer does."""
    path = tmp_path / "server.db"
    log = path.with_name("server.db-wal")
    with closing(open_ledger(str(path))) as ledger:
        ledger.write([add(number) for number in range(200)])
        before = log.read_bytes(), path.read_bytes()
        with closing(ledger.open_lists()) as lists:
            for _ in range(3):
                assert len(lists.matches(Search(limit=500))) == 200
        assert (log.read_bytes(), path.read_bytes()) == before


@pytest.mark.anyio
async def test_moves_are_written_while_a_list_is_read(place: str) -> None:
    journal = Journal(await asyncio.to_thread(open_ledger, place))
    begun, go_on = Event(), Event()

    def read_slowly(lists: Lists) -> tuple[str, int]:
        begun.set()
        assert go_on.wait(PATIENCE)
        return current_thread().name, len(lists.matches(Search()))

    try:
        await journal.append(add(0))
        reading = asyncio.create_task(journal.ask_lists(read_slowly))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        for number in range(1, 20):
            assert (await journal.append(add(number))).done
        assert not reading.done()
        go_on.set()
        thread, found = await reading
        assert thread.startswith("lists")
        assert found == 20
    finally:
        go_on.set()
        await journal.close()


@pytest.mark.anyio
async def test_only_so_many_wait_for_lists_and_the_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_reader, "MOST_WAITING", 3)
    journal = Journal(open_ledger(str(tmp_path / "server.db")))
    go_on = Event()
    try:
        asked = [asyncio.create_task(journal.ask_lists(lambda _: go_on.wait(PATIENCE))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany, match="Too many visitors are waiting for lists"):
            await journal.ask_lists(lambda lists: lists.matches(Search()))
        go_on.set()
        assert await asyncio.gather(*asked) == [True] * 3
        assert await journal.ask_lists(lambda lists: lists.matches(Search())) == []
    finally:
        go_on.set()
        await journal.close()


@pytest.mark.anyio
async def test_a_list_that_fails_is_a_store_error_and_the_next_one_works(tmp_path: Path) -> None:
    journal = Journal(open_ledger(str(tmp_path / "server.db")))

    def fail(_lists: Lists) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    try:
        with pytest.raises(StoreError, match="The store is not responding"):
            await journal.ask_lists(fail)
        assert await journal.ask_lists(lambda lists: lists.live("", 9)) == []
    finally:
        await journal.close()
    with pytest.raises(StoreError, match="closed"):
        await journal.ask_lists(fail)
