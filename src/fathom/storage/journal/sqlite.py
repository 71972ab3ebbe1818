"""The ledger in an SQLite file, for one server.

Write-ahead log and `synchronous=FULL`: a commit returns when it is on disk. There is one connection that writes, and a
lock file ensures that there is no other: SQLite up to 3.51.2 can lose rows when two write to such a log at the same
moment. Lists are read on another one, see `sqlite_lists`.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TypeVar

from fathom.errors import StoreError, StoreInUse
from fathom.storage.journal import Addition, Entry, Heard, Summary, Transaction, Written, statements
from fathom.storage.journal.damage import DamageSearch, is_damage
from fathom.storage.journal.sqlite_lists import SqliteLists, open_read_only
from fathom.storage.sqlite_file import explain_errors, transaction

T = TypeVar("T")
_PATIENCE_SECONDS = 5
_PROBE_SIZE = 8192
_CACHE_KILOBYTES = 32 * 1024
_MOST_ROWS = 64


class _Taken(Exception):
    """The key or the sequence number of one of the entries is taken."""


class SqliteLedger(SqliteLists):
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
            self._db.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
            self._db.execute("PRAGMA temp_store = MEMORY")  # else a statement over many rows creates a file each time
            self._db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten with zeros
            self._migrate(version)
            #: The file and its write-ahead log, which exists from the first write until the file is closed.
            self._files = [path, path.with_name(f"{path.name}-wal")]
            self._opened = [_identify(file) for file in self._files]
            self._damage = ""
            self._search = DamageSearch(path, self._note_damage)
            undone.pop_all()

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        with self._explain_errors("written"):
            self._check_files()
            try:
                with transaction(self._db):
                    self._add_all(additions)
                return [Written(True)] * len(additions)
            except _Taken:
                with transaction(self._db):
                    return [self._add(addition) for addition in additions]

    def _add_all(self, additions: Sequence[Addition]) -> None:
        """Add everything, or raise `_Taken` if not all fits."""
        parts = [part for addition in additions for part in addition.parts]
        if self._execute(statements.add_entries, [part.entry for part in parts]) < len(parts):
            raise _Taken
        self._execute(statements.put_summaries, [part.summary for part in parts if part.summary])
        for part in parts:
            self._change_lists(part)

    def _execute(self, statement: Callable[[int], str], rows: Sequence[Entry] | Sequence[Summary]) -> int:
        """Execute a statement with many rows at a time, so that the GIL is rarely released; returns how many it wrote.

        The numbers of rows are powers of two: there are only a few statements, which stay prepared.
        """
        written = done = 0
        while left := len(rows) - done:
            count = min(_MOST_ROWS, 1 << left.bit_length() - 1)
            values = list(chain.from_iterable(rows[done : done + count]))
            written += self._db.execute(statement(count), values).rowcount
            done += count
        return written

    def _add(self, addition: Addition) -> Written:
        entry = addition.entry
        if self._db.execute(statements.ADD_ENTRY, entry).rowcount:
            if addition.summary:
                self._db.execute(statements.PUT_SUMMARY, addition.summary)
            self._change_lists(addition)
            if addition.begun:
                self._add(addition.begun)
            return Written(True)
        first = self._db.execute(statements.ENTRY_OF_KEY, (entry.match, entry.key)).fetchone()
        return Written(False, Entry(*first) if first else None)

    def _change_lists(self, addition: Addition) -> None:
        for statement, values in statements.list_changes(addition):
            self._db.execute(statement, values)

    def open_lists(self) -> SqliteLists:
        with self._explain_errors("opened"):
            return SqliteLists(open_read_only(self.path), self._explain_errors)

    def transact(self, action: Callable[[Transaction], T]) -> T:
        with self._explain_errors("written"), transaction(self._db):
            before = self._db.total_changes
            done = action(_SqliteTransaction(self._db))
            if self._db.total_changes != before:  # reading may go on where writing must not
                self._check_files()
            return done

    def tidy(self) -> bool:
        """Empty the log, which still has pages as they were, unless somebody reads from it just now."""
        with self._explain_errors("written"):
            self._db.execute("PRAGMA busy_timeout = 0")
            try:
                is_busy: int = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
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
        """Refuse to write what would be lost: into a file that has been deleted or replaced, or that is damaged."""
        if self._damage:
            raise StoreError(f"The store {self.path} is damaged ({self._damage}): restore it, then start again.")
        if [_identify(file) for file in self._files] != self._opened:  # or one has gone: then there is no such file
            raise StoreError(f"The store {self.path} has been replaced by another file; start the server again.")

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

    def _migrate(self, version: int) -> None:
        with transaction(self._db):
            for statement in statements.migrations(version):
                self._db.execute(statement)
            if 0 < version < statements.FIRST_WITH_RESULTS:
                from fathom.storage.journal.old_results import old_results  # which needs the games

                for statement, values in old_results(lambda query, sent: self._db.execute(query, sent).fetchall()):
                    self._db.execute(statement, values)
            self._db.execute(f"PRAGMA user_version = {statements.VERSION}")


def _identify(file: Path) -> tuple[int, int]:
    """Which file it is, whatever its name: no other has these numbers as long as it is open."""
    found = file.stat()
    return found.st_dev, found.st_ino


class _SqliteTransaction:
    """A `Transaction` that has begun."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        return [make(row) for row in self._db.execute(query, values)]

    def run(self, statement: str, *values: object) -> int:
        return self._db.execute(statement, values).rowcount

    def announce(self, match: str, sequence: int) -> None:
        """There is no other server."""


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


class Lock:
    """Ensures that no other server has the file: held until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            whose = f" (process {holder})" if holder.isdigit() else ""
            raise StoreInUse(
                f"{path} is in use by another server{whose}: stop that one first, or choose another file with --store. "
                "Several servers can share a store in PostgreSQL."
            ) from None
        self._give_to_owner(path)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def _give_to_owner(self, path: Path) -> None:
        """Let whoever owns the store open its lock, even if root has made it."""
        if os.geteuid() == 0 and path.exists():
            os.fchown(self._file, path.stat().st_uid, path.stat().st_gid)

    def release(self) -> None:
        os.close(self._file)
