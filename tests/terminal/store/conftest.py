"""The store of version 0.1.0 to try commands on: in a file, and in a database."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from fathom.terminal.main import main
from tests.postgres import PostgreSQL

FIXTURES = Path(__file__).parents[2] / "fixtures"
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))["server"]
#: Runs a command: its exit status, and what it prints on standard output and on standard error.
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def database(postgresql: PostgreSQL) -> str:
    """One database for all of these tests: a new one for each takes a second."""
    return postgresql.fresh_database()


@pytest.fixture
def kept_file(tmp_path: Path) -> str:
    """A copy of the kept store."""
    return str(shutil.copy(FIXTURES / "server-store.db", tmp_path / "server.db"))


@pytest.fixture
def kept_database(database: str) -> str:
    """A database with the same rows."""
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("DROP SCHEMA public CASCADE")
        db.execute("CREATE SCHEMA public")
        db.execute((FIXTURES / "server-store.sql").read_bytes())
    return database


@pytest.fixture(params=["kept_file", "kept_database"])
def place(request: pytest.FixtureRequest) -> str:
    """The kept store, in one place after the other."""
    place: str = request.getfixturevalue(request.param)
    return place


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def runs(*words: str) -> tuple[int, str, str]:
        status = main(["store", *words])
        return status, *capsys.readouterr()

    return runs
