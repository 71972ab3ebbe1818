"""The ledger in an SQLite file, for one server.

Write-ahead log and `synchronous=FULL`: a commit returns when it is on disk. There is one connection that writes, and a
lock file ensures that there is no other: SQLite up to 3.51.2 can lose rows when two write to such a log at the same
moment. Lists are read on another one, see `sqlite_lists`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Heard, Transaction, Written, statements
from fathom.storage.journal.damage import DamageSearch, is_damage
from fathom.storage.journal.lock import Lock
from fathom.storage.journal.sqlite_lists import SqliteLists, open_read_only
from fathom.storage.journal.sqlite_writer import SqliteTransaction, SqliteWriter
from fathom.storage.sqlite_file import explain_errors, transaction

T = TypeVar("T")
_PATIENCE_SECONDS = 5
_PROBE_SIZE = 8192
_CACHE_KILOBYTES = 32 * 1024


class SqliteLedger(SqliteWriter):
    """A `Ledger` in the file at `path`, created if missing."""

    synchronous = "FULL"

    def __init__(self, path: Path) -> None:
        self.path = path
        with explain_errors(self.path, "opened"), ExitStack() as undone:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(path)
            undone.callback(self._lock.release)
            # Opened in one thread and used in another, but never by two at the same time.
            db = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
            super().__init__(db, self._explain_errors)
            undone.callback(self._db.close)
            version = read_version(self._db, path)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(f"PRAGMA synchronous = {self.synchronous}")
            for pragma in ("fullfsync", "checkpoint_fullfsync"):  # on macOS: through the memory of the drive, too
                self._db.execute(f"PRAGMA {pragma} = ON")
            self._db.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
            self._db.execute("PRAGMA temp_store = MEMORY")  # else a statement over many rows creates a file each time
            self._db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten with zeros
            self._migrate(version)
            #: The file and its write-ahead log, which exists from the first write until the file is closed.
            self._files = [path, path.with_name(f"{path.name}-wal")]
            self._opened = [_identify(file.stat()) for file in self._files]
            self._log_size = 0
            self._damage = ""
            self._search = DamageSearch(path, self._note_damage)
            undone.pop_all()

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        with self._explain_errors("written"):
            self._check_files()
            return self._write(additions)

    def open_lists(self) -> SqliteLists:
        with self._explain_errors("opened"):
            return SqliteLists(open_read_only(self.path), self._explain_errors)

    def transact(self, action: Callable[[Transaction], T]) -> T:
        with self._explain_errors("written"), transaction(self._db):
            before = self._db.total_changes
            done = action(SqliteTransaction(self._db))
            if self._db.total_changes != before:  # reading may go on where writing must not
                self._check_files()
            return done

    def tidy(self) -> bool:
        """Empty the log, which still has pages as they were, unless somebody reads from it just now."""
        with self._explain_errors("written"):
            self._db.execute("PRAGMA busy_timeout = 0")
            try:
                is_busy: int = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                self._log_size = 0
            finally:
                self._db.execute(f"PRAGMA busy_timeout = {1000 * _PATIENCE_SECONDS}")
        return not is_busy

    def listen(self, heard: Heard) -> None:
        """There is no other server to listen to."""

    def check(self) -> None:
        with self._explain_errors("written"):
            self._check_files()
            with transaction(self._db):
                # Long enough to need a page of its own, so that a full disk is noticed; then short again.
                for at in ("x" * _PROBE_SIZE, datetime.now(UTC).isoformat()):
                    self._db.execute(statements.PROBE, (at,))

    def close(self) -> None:
        self._search.stop()
        super().close()
        self._lock.release()

    def _check_files(self) -> None:
        """Refuse to write what would be lost: into a file that has been deleted, replaced or emptied, or is damaged."""
        if self._damage:
            raise StoreError(f"The store {self.path} is damaged ({self._damage}): restore it, then start again.")
        found = [file.stat() for file in self._files]  # if one has gone, there is no such file
        if list(map(_identify, found)) != self._opened:
            raise StoreError(f"The store {self.path} has been replaced by another file; start the server again.")
        size = found[1].st_size
        if size < self._log_size:  # SQLite writes over the beginning of its log, and only `tidy` makes it shorter
            self._note_damage("its write-ahead log was cut off by another program")
            self._check_files()
        self._log_size = size

    def _note_damage(self, damage: str) -> None:
        self._damage = damage

    @contextmanager
    def _explain_errors(self, done: str) -> Iterator[None]:
        with explain_errors(self.path, done):
            try:
                yield
            except sqlite3.DatabaseError as error:
                if is_damage(error):
                    self._note_damage(str(error))
                raise


def _identify(found: os.stat_result) -> tuple[int, int]:
    """Which file it is, whatever its name: no other has these numbers as long as it is open."""
    return found.st_dev, found.st_ino


def vacuum(path: Path) -> None:
    """Give the free pages of a file back to the file system, while no server has it."""
    with explain_errors(path, "written"):
        lock = Lock(path)
        try:
            with closing(sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None)) as db:
                read_version(db, path)
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            lock.release()


def read_version(db: sqlite3.Connection, path: Path) -> int:
    """The version of a file's tables, 0 if there are none yet; refuses a file that is not a server's."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise StoreError(f"{path} is the database of another program; choose another with --store.")
    if version and all(row[1] != "private" for row in db.execute("PRAGMA table_info(events)")):
        raise StoreError(f"{path} is not the store of a server; choose another with --store.")
    if version > statements.VERSION:
        raise StoreError(f"The store {path} was made by a newer version of Fathom; choose another with --store.")
    return version
