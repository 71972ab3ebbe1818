"""Where a ledger may be opened, and what is said where it may not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from benchmarks.ports import free_port
from fathom.errors import StoreError
from fathom.storage.journal import Search, Written, is_shared, open_ledger, statements
from fathom.storage.sqlite import SqliteStore
from tests.storage.journal.entries import additions, entry

HOLD = "import sys; from fathom.storage.journal import open_ledger as o; l = o(sys.argv[1]); print('held'); input()"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "server.db"


def execute(path: Path, *texts: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for text in texts:
            db.execute(text)


def refusal(place: str | Path) -> str:
    with pytest.raises(StoreError) as refused:
        open_ledger(str(place))
    message = str(refused.value)
    assert "\n" not in message
    return message


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the ledger."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_only_addresses_of_postgresql_are_shared() -> None:
    assert is_shared("postgresql://fathom@127.0.0.1/fathom")
    assert is_shared("postgres://fathom@127.0.0.1/fathom")
    assert not is_shared("postgresql.db")
    assert not is_shared("/var/lib/postgresql://")


def is_free(path: Path) -> bool:
    """Can it be opened and used?"""
    with closing(open_ledger(str(path))) as ledger:
        return ledger.write(additions(entry())) == [Written(True)]


def test_a_second_ledger_on_one_file_is_refused_at_once(path: Path) -> None:
    with closing(open_ledger(str(path))):
        assert "is in use by another server" in refusal(path)


def test_a_ledger_in_another_process_is_named_by_its_number(path: Path, holder: subprocess.Popen[str]) -> None:
    said = refusal(path)
    assert f"{path} is in use by another server (process {holder.pid}): stop that one first" in said
    assert "PostgreSQL" in said


def test_a_file_is_free_again_when_whoever_had_it_was_killed(path: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    assert is_free(path)


def test_a_file_is_free_again_when_its_ledger_is_closed(path: Path) -> None:
    open_ledger(str(path)).close()
    assert is_free(path)


def test_a_store_of_a_newer_fathom_is_refused(path: Path) -> None:
    open_ledger(str(path)).close()
    execute(path, f"PRAGMA user_version = {statements.VERSION + 1}")
    assert refusal(path) == f"The store {path} was made by a newer version of Fathom; choose another with --store."


def test_a_database_of_another_program_is_refused_and_left_as_it_was(path: Path) -> None:
    execute(path, "CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    assert refusal(path) == f"{path} is the database of another program; choose another with --store."
    assert path.read_bytes() == before


def test_a_store_of_the_terminal_is_refused_and_left_as_it_was(path: Path) -> None:
    SqliteStore(path).close()
    before = path.read_bytes()
    assert refusal(path) == f"{path} is not the store of a server; choose another with --store."
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("# Shopping\n\nbread, milk, a very long list of other things\n" * 20)
    said = f"The store {path} cannot be opened: file is not a database. Choose another file with --store."
    assert refusal(path) == said


def test_a_refused_file_is_not_kept_locked(path: Path) -> None:
    execute(path, "CREATE TABLE bookmarks (address TEXT)")
    refusal(path)
    path.unlink()
    assert is_free(path)


@pytest.mark.parametrize("name", ["", "x" * 300])
def test_a_place_that_cannot_be_a_file_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    assert "cannot be opened" in refusal(f"{tmp_path}/{name}")


def test_a_folder_that_cannot_be_made_is_refused_in_one_sentence(path: Path) -> None:
    path.write_text("")
    inside = path / "server.db"
    assert refusal(inside) == f"The store {inside} cannot be opened: File exists. Choose another file with --store."


def test_a_file_has_nobody_else_to_listen_to(path: Path) -> None:
    with closing(open_ledger(str(path))) as ledger:
        heard: list[str] = []
        ledger.listen(lambda match, _sequence: heard.append(match))
        ledger.write(additions(entry()))
        assert heard == []


def test_a_database_of_a_newer_fathom_is_refused(empty_database: str) -> None:
    open_ledger(empty_database).close()
    with psycopg.connect(empty_database) as db:
        db.execute("UPDATE fathom_schema SET version = %s", (statements.VERSION + 1,))
    assert refusal(empty_database) == "The database was made by a newer version of Fathom; choose another with --store."


def test_a_database_with_tables_of_another_program_is_refused_and_left_as_it_was(empty_database: str) -> None:
    with psycopg.connect(empty_database) as db:
        db.execute("CREATE TABLE events (id INTEGER)")
    assert 'relation "events" already exists' in refusal(empty_database)
    with psycopg.connect(empty_database) as db:
        tables = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("events",)]


def test_a_database_that_is_not_there_is_refused_without_its_password() -> None:
    said = refusal(f"postgresql://fathom:top%2Dsecret@127.0.0.1:{free_port()}/fathom")
    assert "cannot be opened" in said
    assert "top-secret" not in said
    assert "top%2Dsecret" not in said


def test_an_address_that_cannot_be_read_is_refused_without_its_password() -> None:
    assert "top%secret" not in refusal("postgresql://fathom:top%secret@127.0.0.1/fathom")


def test_what_one_ledger_writes_another_on_the_same_database_reads(empty_database: str) -> None:
    with closing(open_ledger(empty_database)) as one, closing(open_ledger(empty_database)) as two:
        one.write(additions(entry()))
        assert two.entries("m") == [entry()]
        assert two.write(additions(entry()))[0].first == entry()
        assert two.matches(Search()) == []
