"""`fathom serve --check` says what would happen, and changes nothing."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from pathlib import Path

import pytest

from benchmarks.ports import free_port
from fathom.storage.journal import open_ledger
from fathom.storage.journal.statements import VERSION
from fathom.terminal.main import main
from tests.postgres import PostgreSQL

GOOD = "Everything is in order."


def check(capsys: pytest.CaptureFixture[str], *flags: str) -> tuple[int, list[str]]:
    """The exit status, and the lines that were printed."""
    status = main(["serve", "--check", f"--port={free_port()}", *flags])
    return status, capsys.readouterr().out.splitlines()


def test_a_good_start_is_foretold_and_nothing_is_created(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "folder" / "server.db"
    status, lines = check(capsys, f"--store={store}", "--limit=sockets-per-address=7")
    assert (status, lines[-1]) == (0, GOOD)
    assert f"The store {store} has no tables yet; the server would create them." in lines
    assert ["limits.sockets-per-address", "7", "--limit"] in [line.split() for line in lines]
    assert ["workers", "1", "default"] in [line.split() for line in lines]
    assert list(tmp_path.iterdir()) == []


def test_the_version_of_a_stopped_server_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "server.db"
    open_ledger(str(store)).close()
    files = sorted(tmp_path.iterdir())
    status, lines = check(capsys, f"--store={store}")
    assert (status, lines[-1]) == (0, GOOD)
    assert f"The store {store} is there, in version {VERSION}." in lines
    assert sorted(tmp_path.iterdir()) == files


def test_the_version_of_a_killed_server_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running, killed = tmp_path / "running.db", tmp_path / "killed.db"
    ledger = open_ledger(str(running))
    for suffix in ("", "-wal", "-shm"):  # what a killed server leaves behind
        shutil.copy(f"{running}{suffix}", f"{killed}{suffix}")
    ledger.close()
    status, lines = check(capsys, f"--store={killed}")
    assert (status, lines[-1]) == (0, GOOD)
    assert f"The store {killed} is there, in version {VERSION}." in lines


def test_an_old_store_would_be_upgraded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "server.db"
    open_ledger(str(store)).close()
    with sqlite3.connect(store) as db:
        db.execute("PRAGMA user_version = 1")
    db.close()
    status, lines = check(capsys, f"--store={store}")
    assert status == 0
    assert f"The store {store} is in version 1; the server would upgrade it to {VERSION}." in lines


def test_a_store_in_use_and_a_taken_port_are_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "server.db"
    ledger = open_ledger(str(store))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, lines = check(capsys, f"--store={store}", f"--port={port}")
    ledger.close()
    assert status == 1
    problems = [line for line in lines if line.startswith("problem: ")]
    assert f"{store} is in use by another server" in problems[0]
    assert (
        problems[1] == f"problem: Cannot listen on 127.0.0.1 port {port}: Address already in use. Try another --port."
    )
    assert lines[-1] == "2 problems: the server would not work."


@pytest.mark.parametrize(
    "flags, sentence",
    [
        (["--workers=2", "--store=server.db"], "2 workers need a store that they can share"),
        (["--host=0.0.0.0", "--store=server.db"], "Other machines can reach the server, but only pages of http://127.0.0.1:"),
        (["--port=x"], "--port: 'x' is not a value for port"),
        (["--config=nowhere.toml"], "The settings file nowhere.toml cannot be read"),
        (["--store=postgresql://me:hidden@127.0.0.1:1/x"], "The store in PostgreSQL cannot be opened: connection"),
    ],
)  # fmt: skip
def test_a_problem_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], flags: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, lines = check(capsys, *flags)
    assert status == 1
    assert [line for line in lines if line.startswith(f"problem: {sentence}")]
    assert "hidden" not in "".join(lines)


def test_a_public_address_with_a_site_is_in_order_and_asks_for_the_proxy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = (f"--store={tmp_path / 'server.db'}", "--host=0.0.0.0", "--origin=https://games.example.org")
    status, lines = check(capsys, *flags)
    assert (status, lines[-1]) == (0, GOOD)
    assert lines[-2].startswith("Other machines can reach the server directly: name the proxy")
    assert not [line for line in check(capsys, *flags, "--proxy=10.0.0.1")[1] if "directly" in line]


def test_the_database_of_another_program_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "other.db"
    with sqlite3.connect(store) as db:
        db.execute("CREATE TABLE plants (name)")
    db.close()
    status, lines = check(capsys, f"--store={store}")
    assert status == 1
    assert f"problem: {store} is the database of another program; choose another with --store." in lines


def test_a_database_is_looked_at_and_left_alone(postgresql: PostgreSQL, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgresql.fresh_database()
    for _ in range(2):  # the first look creates nothing
        status, lines = check(capsys, f"--store={url}")
        assert (status, lines[-1]) == (0, GOOD)
        assert "The database has no tables yet; the server would create them." in lines
    ledger = open_ledger(url)
    assert f"The database is there, in version {VERSION}." in check(capsys, f"--store={url}", "--workers=2")[1]
    ledger.close()
