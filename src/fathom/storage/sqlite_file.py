"""What both kinds of SQLite files need: transactions, and readable errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathom.errors import StoreError


@contextmanager
def transaction(db: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Commit the block to disk, or roll all of it back."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def explain_errors(path: Path, done: str) -> Iterator[None]:
    """Turn errors of SQLite and the file system into a `StoreError` that says what to do."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"The store {path} cannot be {done}: {reason}. Choose another file with --store.") from error
