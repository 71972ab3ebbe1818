"""`fathom store vacuum` gives the space of deleted matches back."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import psycopg

from fathom.storage.journal import Addition, Entry, open_ledger
from tests.terminal.store.conftest import Run

AT = "2026-11-15T22:00:00.123Z"


def fill(place: str) -> None:
    """Write a megabyte and more, and delete it."""
    with closing(open_ledger(place)) as ledger:
        big = "x" * 1000
        ledger.write([Addition(Entry("m", number, str(number), "moved", big, "{}", AT)) for number in range(1, 1500)])
        ledger.transact(lambda within: within.run("DELETE FROM events"))


def test_a_file_gets_smaller(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "server.db"
    fill(str(store))
    before = store.stat().st_size
    status, shown, _ = run("vacuum", "--store", str(store))
    assert status == 0
    assert re.fullmatch(r"The store had [\d.]+ MB, and has [\d.]+ kB now.\n", shown)
    assert store.stat().st_size < before / 5
    assert not store.with_name("server.db-wal").exists()
    open_ledger(str(store)).close()


def test_a_database_has_no_dead_rows_left(kept_database: str, run: Run) -> None:
    fill(kept_database)
    assert run("vacuum", "--store", kept_database)[0] == 0
    with psycopg.connect(kept_database) as db:
        (size,) = db.execute("SELECT pg_relation_size('events')").fetchone() or (None,)
    assert size == 0  # every page was at the end, and without a row


def test_a_store_that_is_not_there_is_not_created(tmp_path: Path, run: Run) -> None:
    status, _, said = run("vacuum", "--store", str(tmp_path / "server.db"))
    assert (status, said.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []
