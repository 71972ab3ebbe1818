"""The ledger in an SQLite file, for one server.

Write-ahead log and `synchronous=FULL`: a commit returns when it is on disk. There is one connection, and a lock file
ensures that there is no other: SQLite up to 3.51.2 can lose rows when two write to such a log at the same moment.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Entry, Heard, Search, Summary, Written, statements
from fathom.storage.sqlite_file import explain_errors, transaction

_PATIENCE_SECONDS = 5
_PROBE_SIZE = 8192


class _Taken(Exception):
    """The key or the sequence number of one of the entries is taken."""


class SqliteLedger:
    """A `Ledger` in the file at `path`, created if missing."""

    synchronous = "FULL"

    def __init__(self, path: Path) -> None:
        self.path = path
        with explain_errors(self.path, "opened"), ExitStack() as undone:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _Lock(path)
            undone.callback(self._lock.release)
            # Opened in one thread and used in another, but never by two at the same time.
            self._db = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
            undone.callback(self._db.close)
            version = self._version()
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(f"PRAGMA synchronous = {self.synchronous}")
            self._db.execute("PRAGMA temp_store = MEMORY")  # else a statement over many rows creates a file each time
            self._migrate(version)
            self._inode = path.stat().st_ino
            undone.pop_all()

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        with explain_errors(self.path, "written"):
            try:
                with transaction(self._db):
                    self._add_all(additions)
                return [Written(True)] * len(additions)
            except _Taken:
                with transaction(self._db):
                    return [self._add(addition) for addition in additions]

    def _add_all(self, additions: Sequence[Addition]) -> None:
        """Add everything, or raise `_Taken` if not all fits: in few statements, so that the GIL is rarely released."""
        entries = json.dumps([addition.entry for addition in additions])
        if self._db.execute(statements.ADD_ENTRIES, (entries,)).rowcount < len(additions):
            raise _Taken
        if summaries := [addition.summary for addition in additions if addition.summary]:
            self._db.execute(statements.PUT_SUMMARIES, (json.dumps(summaries),))

    def _add(self, addition: Addition) -> Written:
        entry, summary = addition
        if self._db.execute(statements.ADD_ENTRY, entry).rowcount:
            if summary:
                self._db.execute(statements.PUT_SUMMARY, summary)
            return Written(True)
        first = self._db.execute(statements.ENTRY_OF_KEY, (entry.match, entry.key)).fetchone()
        return Written(False, Entry(*first) if first else None)

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        with explain_errors(self.path, "read"):
            rows = self._db.execute(statements.ENTRIES_AFTER, (match, after)).fetchall()
        return [Entry(*row) for row in rows]

    def matches(self, search: Search) -> list[Summary]:
        with explain_errors(self.path, "read"):
            rows = self._db.execute(*statements.matches_query(search)).fetchall()
        return [Summary(*row) for row in rows]

    def listen(self, heard: Heard) -> None:
        """There is no other server to listen to."""

    def check(self) -> None:
        with explain_errors(self.path, "written"):
            if self.path.stat().st_ino != self._inode:  # or it has gone: then there is no such file
                raise StoreError(f"The store {self.path} has been replaced by another file; start the server again.")
            with transaction(self._db):
                # Long enough to need a page of its own, so that a full disk is noticed; then short again.
                for at in ("x" * _PROBE_SIZE, datetime.now(UTC).isoformat()):
                    self._db.execute(statements.PROBE, (at,))

    def close(self) -> None:
        self._db.close()
        self._lock.release()

    def _version(self) -> int:
        """The version of its tables, 0 if there are none yet; refuses a file that is not the server's."""
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise StoreError(f"{self.path} is the database of another program; choose another with --store.")
        if not self._is_journal(version):
            raise StoreError(f"{self.path} is not the store of a server; choose another with --store.")
        if version > statements.VERSION:
            raise StoreError(
                f"The store {self.path} was made by a newer version of Fathom; choose another with --store."
            )
        return version

    def _migrate(self, version: int) -> None:
        with transaction(self._db):
            for statement in statements.migrations(version):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {statements.VERSION}")

    def _is_journal(self, version: int) -> bool:
        """Does it have the column that only a journal has?"""
        return version == 0 or any(row[1] == "private" for row in self._db.execute("PRAGMA table_info(events)"))


class _Lock:
    """Ensures that no other server has the file: held until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            whose = f" (process {holder})" if holder.isdigit() else ""
            raise StoreError(
                f"{path} is in use by another server{whose}: stop that one first, or choose another file with --store. "
                "Several servers can share a store in PostgreSQL."
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        os.close(self._file)
