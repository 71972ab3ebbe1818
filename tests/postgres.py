"""A private PostgreSQL for tests.

Tests ask for the fixture `postgresql`, one server for the whole run, and take databases from it:

    def test_...(postgresql: PostgreSQL) -> None:
        url = postgresql.fresh_database()

Without PostgreSQL's server programs such tests are skipped, and say so; where CI is set they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from benchmarks.postgresql import PostgreSQL, running, server_programs

__all__ = ["PostgreSQL"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """The PostgreSQL of this run."""
    programs = server_programs()
    if programs is None:
        missing = "PostgreSQL's server programs (Debian: apt-get install postgresql) are not on this machine."
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with running(programs) as server:
        yield server
