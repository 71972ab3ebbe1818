"""Looking at a store without changing it: for whoever wants to know whether a server could use it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from fathom.errors import StoreError
from fathom.storage.journal import is_shared
from fathom.storage.journal.lock import Lock
from fathom.storage.journal.sqlite import read_version
from fathom.storage.sqlite_file import explain_errors


def stored_version(place: str) -> int:
    """The version of the tables at a place, 0 if there are none yet; raises `StoreError` if no server could use it."""
    if is_shared(place):
        from fathom.storage.journal import postgresql_reading  # an extra

        return postgresql_reading.stored_version(place)
    return _version_in_file(Path(place))


def _version_in_file(path: Path) -> int:
    with explain_errors(path, "opened"):
        if path.with_name(f"{path.name}.lock").exists():
            Lock(path).release()
        _check_writable(path if path.exists() else path.parent)
        if not path.exists():
            return 0
        # Without a log, nothing must be created beside the file: it could belong to the wrong user.
        how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as db:
            return read_version(db, path)


def _check_writable(path: Path) -> None:
    """Can this file, or a file in the first of these folders that exists, be written?"""
    while not path.exists():
        path = path.parent
    if not os.access(path, os.W_OK):
        raise StoreError(f"{path} is not writable for this user.")
