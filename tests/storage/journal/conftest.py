"""The ledgers that keep one contract: in a SQLite file, and in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from fathom.storage.journal import Ledger, open_ledger
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


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    with closing(open_ledger(place)) as opened:
        yield opened


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
