"""What both kinds of SQLite files need: transactions, and one sentence when something goes wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathom.errors import StoreError


@contextmanager
def transaction(db: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """All of it, on disk at the end of the block, or nothing."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def explained(path: Path, done: str) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence and a way on."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"The store {path} cannot be {done}: {reason}. Choose another file with --store.") from error
