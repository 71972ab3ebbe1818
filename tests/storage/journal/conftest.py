"""The ledgers that keep one contract: in a SQLite file, and in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fathom.storage.journal import Ledger, open_ledger
from tests.postgres import PostgreSQL


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new ledger can be opened."""
    if request.param == "sqlite":
        return str(tmp_path / "new folder" / "server.db")
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.fresh_database()


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    with closing(open_ledger(place)) as opened:
        yield opened


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
