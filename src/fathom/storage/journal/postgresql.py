"""The ledger in a PostgreSQL database, which several servers share.

Only the unique keys of the tables keep writers apart. Every commit is announced by NOTIFY with the match and its
sequence number: a hint to look, never the data itself. After a lost connection it reconnects and writes again; the
keys tell what had been written before.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from threading import Event, Lock, Thread
from typing import TypeVar

from fathom.core.words import how_to_install
from fathom.errors import StoreError
from fathom.storage.journal import Addition, Entry, Heard, Search, Summary, Written, statements

try:
    import psycopg
    from psycopg.conninfo import make_conninfo
    from psycopg.rows import TupleRow
except ImportError as error:  # an extra
    needs = "A store in PostgreSQL needs the package psycopg"
    raise StoreError(f"{needs}: {how_to_install('postgresql')}.") from error

T = TypeVar("T")
Connection = psycopg.Connection[TupleRow]
_CHANNEL = "fathom_journal"
_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
_WATCHING_SECONDS = 0.5
#: Notices within seconds that the database has gone without closing the connection.
_VIGILANCE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
#: An arbitrary lock number, the same in every server: two first starts take turns making the tables.
_MIGRATING = 5_318_008
_ADD_ENTRY = statements.ADD_ENTRY.replace("?", "%s") + " RETURNING match, sequence"
_ENTRY_OF_KEY = statements.ENTRY_OF_KEY.replace("?", "%s")
_ENTRIES_AFTER = statements.ENTRIES_AFTER.replace("?", "%s")
_PUT_SUMMARY = statements.PUT_SUMMARY.replace("?", "%s")
_PROBE = statements.PROBE.replace("?", "%s")
_SCHEMA = "CREATE TABLE IF NOT EXISTS fathom_schema (version INTEGER NOT NULL)"


class PostgresLedger:
    """A `Ledger` in the database at `url`; missing tables are created."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._db: Connection | None = None
        self._closing = Event()
        self._watchdog = _Watchdog(self._closing)
        self._listener: Thread | None = None
        with _explain_errors("opened"):
            try:
                self._migrate()
            except BaseException:
                self._disconnect()
                raise

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        return self._retry("written", lambda db: self._write(db, additions))

    def _write(self, db: Connection, additions: Sequence[Addition]) -> list[Written]:
        # In the same order everywhere, so that two servers never deadlock.
        order = sorted(range(len(additions)), key=lambda number: additions[number].entry[:3])
        results: list[Written] = [Written(True)] * len(additions)
        with db.transaction(), db.cursor() as cursor:
            cursor.executemany(_ADD_ENTRY, [additions[number].entry for number in order], returning=True)
            added = []
            for number in order:
                if cursor.fetchone():
                    added.append(additions[number])
                else:
                    results[number] = Written(False)
                cursor.nextset()
            self._announce(cursor, added)
            for number in [number for number in order if not results[number].done]:
                entry = additions[number].entry
                first = cursor.execute(_ENTRY_OF_KEY, (entry.match, entry.key)).fetchone()
                results[number] = Written(False, Entry(*first) if first else None)
        return results

    def _announce(self, cursor: psycopg.Cursor[TupleRow], added: Sequence[Addition]) -> None:
        """Write the new summaries and notify the other servers, as part of the commit."""
        summaries = [addition.summary for addition in added if addition.summary]
        if summaries:
            cursor.executemany(_PUT_SUMMARY, summaries)
        if added:
            hints = [(_CHANNEL, f"{addition.entry.match} {addition.entry.sequence}") for addition in added]
            cursor.executemany("SELECT pg_notify(%s, %s)", hints)

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        rows = self._retry("read", lambda db: db.execute(_ENTRIES_AFTER, (match, after)).fetchall())
        return [Entry(*row) for row in rows]

    def matches(self, search: Search) -> list[Summary]:
        query, values = statements.matches_query(search)
        rows = self._retry("read", lambda db: db.execute(query.replace("?", "%s"), values).fetchall())
        return [Summary(*row) for row in rows]

    def check(self) -> None:
        self._retry("written", lambda db: db.execute(_PROBE, (datetime.now(UTC).isoformat(),)))

    def close(self) -> None:
        self._closing.set()
        if self._db:
            self._db.close()
        if self._listener:
            self._listener.join(_PATIENCE_SECONDS)

    def listen(self, heard: Heard) -> None:
        self._listener = Thread(target=self._run_listener, args=(heard,), name="listen", daemon=True)
        self._listener.start()

    def _run_listener(self, heard: Heard) -> None:
        while not self._closing.is_set():
            try:
                with self._open_connection() as db:
                    db.execute(f"LISTEN {_CHANNEL}")
                    heard("", 0)  # earlier announcements have been missed
                    self._pass_on(db, heard)
            except psycopg.Error:
                self._closing.wait(_PAUSE_SECONDS)

    def _pass_on(self, db: Connection, heard: Heard) -> None:
        while not self._closing.is_set():
            for notice in db.notifies(timeout=0.5):
                match, _, sequence = notice.payload.partition(" ")
                if sequence.isdecimal():  # else it is not from Fathom
                    heard(match, int(sequence))

    def _retry(self, done: str, action: Callable[[Connection], T]) -> T:
        """Run an action, again after a lost connection, for a few seconds."""
        with _explain_errors(done):
            until = time.monotonic() + _PATIENCE_SECONDS
            while True:
                try:
                    with self._watchdog.watch(db := self._connect()):
                        return action(db)
                except (psycopg.OperationalError, psycopg.InterfaceError):
                    self._disconnect()
                    if time.monotonic() >= until:
                        raise
                    time.sleep(_PAUSE_SECONDS)

    def _open_connection(self) -> Connection:
        dsn = make_conninfo(self._url, connect_timeout=int(_PATIENCE_SECONDS), **_VIGILANCE)
        return psycopg.connect(dsn, autocommit=True)

    def _connect(self) -> Connection:
        if self._db is None:
            self._db = self._open_connection()
            # A commit is on the server's disk when it returns, whatever the database's own default.
            self._db.execute("SET synchronous_commit = on")
        return self._db

    def _disconnect(self) -> None:
        if self._db:
            self._db.close()
        self._db = None

    def _migrate(self) -> None:
        db = self._connect()
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            db.execute(_SCHEMA)
            row = db.execute("SELECT version FROM fathom_schema").fetchone()
            version: int = row[0] if row else 0
            if version > statements.VERSION:
                raise StoreError("The database was made by a newer version of Fathom; choose another with --store.")
            for statement in statements.migrations(version):
                db.execute(statement.encode())
            db.execute("DELETE FROM fathom_schema")
            db.execute("INSERT INTO fathom_schema VALUES (%s)", (statements.VERSION,))


class _Watchdog:
    """Cuts a connection on which an action takes too long: a frozen database answers nothing, but stays connected."""

    def __init__(self, closing: Event) -> None:
        self._closing = closing
        self._lock = Lock()
        self._watched: Connection | None = None
        self._until = 0.0
        Thread(target=self._run, name="watchdog", daemon=True).start()

    @contextmanager
    def watch(self, db: Connection) -> Iterator[None]:
        with self._lock:
            self._watched, self._until = db, time.monotonic() + _PATIENCE_SECONDS
        try:
            yield
        finally:
            with self._lock:
                self._watched = None

    def _run(self) -> None:
        while not self._closing.wait(_WATCHING_SECONDS):
            with self._lock:
                if self._watched and time.monotonic() > self._until:
                    _hang_up(self._watched)
                    self._watched = None


def _hang_up(db: Connection) -> None:
    """End the connection below the driver, which then reports that it is lost."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(db.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _explain_errors(done: str) -> Iterator[None]:
    """Turn the driver's errors into one sentence, without the address: it may contain a password."""
    try:
        yield
    except psycopg.Error as error:
        if type(error) is psycopg.ProgrammingError:  # its message quotes the part that cannot be read
            raise StoreError(f"The store in PostgreSQL cannot be {done}: its address cannot be read.") from None
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise StoreError(f"The store in PostgreSQL cannot be {done}: {reason}.") from error
