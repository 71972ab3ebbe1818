"""The ledgers that keep one contract: in a SQLite file, in a PostgreSQL database, and in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from fathom.storage.journal import Ledger, open_ledger
from fathom.storage.journal.memory import MemoryLedger
from tests.postgres import PostgreSQL


@pytest.fixture(scope="session")
def database(postgresql: PostgreSQL) -> str:
    """One database for all of these tests: a new one for each takes a second."""
    return postgresql.fresh_database()


@pytest.fixture
def empty_database(database: str) -> str:
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("DROP SCHEMA public CASCADE")
        db.execute("CREATE SCHEMA public")
    return database


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new ledger can be opened."""
    if request.param == "sqlite":
        return str(tmp_path / "new folder" / "server.db")
    url: str = request.getfixturevalue("empty_database")
    return url


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    with closing(_open(request, tmp_path)) as opened:
        yield opened


def _open(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    if request.param == "memory":
        return MemoryLedger()
    if request.param == "sqlite":
        return open_ledger(str(tmp_path / "new folder" / "server.db"))
    return open_ledger(request.getfixturevalue("empty_database"))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
