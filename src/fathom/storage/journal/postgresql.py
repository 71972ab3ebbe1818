"""The ledger in a PostgreSQL database, which several servers share.

Only the unique keys of the tables keep writers apart. Every commit is announced by NOTIFY with the match and its
sequence number: a hint to look, never the data itself. After a lost connection it reconnects and writes again; the
keys tell what had been written before.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from threading import Event, Lock, Thread
from typing import TypeVar

from fathom.core.words import how_to_install
from fathom.errors import StoreAway, StoreError
from fathom.storage.journal import Addition, Entry, Heard, Search, Standing, Summary, Transaction, Written, statements
from fathom.storage.journal.reading import Size, Sizes

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
#: The database gives up a statement sooner than we give up the connection: else those that wait for a lock pile up.
_STATEMENT_SECONDS = 4
#: Notices within seconds that the database has gone without closing the connection.
_VIGILANCE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
#: An arbitrary lock number, the same in every server: two first starts take turns making the tables.
_MIGRATING = 5_318_008
_COLUMNS = ", ".join("%s::integer[]" if name == "sequence" else "%s::text[]" for name in Entry._fields)
#: Adds any number of entries, given as one list for each column: one statement costs far less than one for each entry.
_ADD_ENTRIES = f"""
    INSERT INTO events ({", ".join(Entry._fields)}) SELECT * FROM unnest({_COLUMNS})
    ON CONFLICT DO NOTHING RETURNING match, sequence, key
"""
_NOTIFY = "SELECT pg_notify(%s, hint) FROM unnest(%s::text[]) AS hint"
_ENTRY_OF_KEY = statements.ENTRY_OF_KEY.replace("?", "%s")
_ENTRIES_AFTER = statements.ENTRIES_AFTER.replace("?", "%s")
_PUT_SUMMARY = statements.PUT_SUMMARY.replace("?", "%s")
_RESULTS = statements.RESULTS.replace("?", "%s")
_LIVE = statements.LIVE.replace("?", "%s")
_PROBE = statements.PROBE.replace("?", "%s")
#: After these, another connection may work: it may even lead to another server, if this one can only be read now.
_LOST = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction)
#: What PostgreSQL and its driver say when trying again is of no use. Whatever else keeps us from connecting may pass.
_REFUSALS = (
    "authentication failed",
    "no password supplied",
    "no pg_hba.conf entry",
    "does not exist",
    "permission denied",
    "not permitted to log in",
    "not currently accepting connections",
    "SSL",
    "certificate",
)
_SCHEMA = "CREATE TABLE IF NOT EXISTS fathom_schema (version INTEGER NOT NULL)"


class PostgresLists:
    """The `Lists` of the database at `url`."""

    _settings = "SET default_transaction_read_only = on"

    def __init__(self, url: str) -> None:
        self._url = url
        self._db: Connection | None = None
        self._closing = Event()
        self._watchdog = _Watchdog(self._closing)

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        rows = self._retry("read", lambda db: db.execute(_ENTRIES_AFTER, (match, after)).fetchall())
        return [Entry(*row) for row in rows]

    def matches(self, search: Search) -> list[Summary]:
        query, values = statements.matches_query(search)
        rows = self._retry("read", lambda db: db.execute(query.replace("?", "%s"), values).fetchall())
        return [Summary(*row) for row in rows]

    def results(self, game: str, options: str, limit: int) -> list[Standing]:
        rows = self._retry("read", lambda db: db.execute(_RESULTS, (game, options, limit)).fetchall())
        return [Standing(*row) for row in rows]

    def live(self, since: str, limit: int) -> list[str]:
        return [row[0] for row in self._retry("read", lambda db: db.execute(_LIVE, (since, limit)).fetchall())]

    def check(self) -> None:
        self._retry("written", lambda db: db.execute(_PROBE, (datetime.now(UTC).isoformat(),)))

    def close(self) -> None:
        self._closing.set()
        self._disconnect()

    def _retry(self, done: str, action: Callable[[Connection], T]) -> T:
        """Run an action, again after a lost connection, for a few seconds."""
        with _explain_errors(done):
            until = time.monotonic() + _PATIENCE_SECONDS
            while True:
                try:
                    with self._watchdog.watch(db := self._connect()):
                        return action(db)
                except _LOST:
                    self._disconnect()
                    if time.monotonic() >= until:
                        raise
                    time.sleep(_PAUSE_SECONDS)

    def _connect(self) -> Connection:
        if self._db is None:
            self._db = _open_connection(self._url)
            self._db.execute(f"{self._settings}; SET statement_timeout = '{_STATEMENT_SECONDS}s'")
        return self._db

    def _disconnect(self) -> None:
        if self._db:
            self._db.close()
        self._db = None


class PostgresLedger(PostgresLists):
    """A `Ledger` in the database at `url`; missing tables are created."""

    #: A commit is on the server's disk when it returns, whatever the database's own default.
    _settings = "SET synchronous_commit = on"

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._listener: Thread | None = None
        with _explain_errors("opened"):
            try:
                self._migrate()
            except BaseException:
                self._disconnect()
                raise

    def open_lists(self) -> PostgresLists:
        return PostgresLists(self._url)

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        if not additions:
            return []
        return self._retry("written", lambda db: self._write(db, additions))

    def _write(self, db: Connection, additions: Sequence[Addition]) -> list[Written]:
        # In the same order everywhere, so that two servers never deadlock.
        order = sorted(range(len(additions)), key=lambda number: additions[number].entry[:3])
        results: list[Written] = [Written(True)] * len(additions)
        with db.transaction(), db.cursor() as cursor:
            new = _add_entries(cursor, [additions[number].entry for number in order])
            added = []
            for number in order:
                place = additions[number].entry[:3]
                if place in new:
                    new.remove(place)  # the same entry again, in the same group, is not new
                    added.append(additions[number])
                else:
                    results[number] = Written(False)
            if begun := [addition.begun for addition in added if addition.begun]:
                _add_entries(cursor, [addition.entry for addition in begun])
            self._announce(cursor, added + begun)
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
        for addition in added:
            for statement, values in statements.list_changes(addition):
                _execute(cursor, statement, values)
        if added:
            cursor.execute(_NOTIFY, (_CHANNEL, [f"{one.entry.match} {one.entry.sequence}" for one in added]))

    def transact(self, action: Callable[[Transaction], T]) -> T:
        def run(db: Connection) -> T:
            with db.transaction():
                return action(_PostgresTransaction(db))

        return self._retry("written", run)

    def tidy(self) -> bool:
        """The database removes old rows by itself, sooner or later; `vacuum` does it at once."""
        return True

    def close(self) -> None:
        super().close()
        if self._listener:
            self._listener.join(_PATIENCE_SECONDS)

    def listen(self, heard: Heard) -> None:
        self._listener = Thread(target=self._run_listener, args=(heard,), name="listen", daemon=True)
        self._listener.start()

    def _run_listener(self, heard: Heard) -> None:
        while not self._closing.is_set():
            try:
                with _open_connection(self._url) as db:
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

    def _migrate(self) -> None:
        db = self._connect()
        with db.transaction():
            db.execute("SET LOCAL statement_timeout = 0")  # a large table takes its time
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            db.execute(_SCHEMA)
            version = _read_version(db)
            for statement in statements.migrations(version):
                db.execute(statement.encode())
            if 0 < version < statements.FIRST_WITH_RESULTS:
                from fathom.storage.journal.old_results import old_results  # which needs the games

                for statement, values in old_results(lambda query, sent: _execute(db, query, sent).fetchall()):
                    _execute(db, statement, values)
            db.execute("DELETE FROM fathom_schema")
            db.execute("INSERT INTO fathom_schema VALUES (%s)", (statements.VERSION,))


class _PostgresTransaction:
    """A `Transaction` that has begun."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        return [make(row) for row in self._db.execute(_placeholders(query), values or None)]

    def run(self, statement: str, *values: object) -> int:
        return self._db.execute(_placeholders(statement), values or None).rowcount

    def announce(self, match: str, sequence: int) -> None:
        self._db.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, f"{match} {sequence}"))


class PostgresReader:
    """A `Reader` of the database at `url`."""

    kind = "postgresql"

    def __init__(self, url: str) -> None:
        with _explain_errors("opened"):
            self._db = _open_connection(url)
            try:
                self._db.execute("SET default_transaction_read_only = on")
                self.version = _version_of(self._db)
                if not self.version:
                    raise StoreError("The database is empty: no server has used it yet.")
            except BaseException:
                self.close()
                raise

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        with _explain_errors("read"):
            return [make(row) for row in self._db.execute(_placeholders(query), values or None)]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with _explain_errors("read"), self._db.transaction():
            self._db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def sizes(self) -> Sizes:
        parts = self.rows(Size._make, _SIZES, list(statements.TABLES))
        return Sizes(sum(part.bytes for part in parts), None, parts)

    def damage(self) -> list[str]:
        """PostgreSQL has tools of its own, and stops a query that meets a damaged page."""
        return []

    def close(self) -> None:
        self._db.close()


#: The sizes of our tables and their indexes; a table's includes what it keeps apart for long values.
_SIZES = """
    WITH ours AS (SELECT oid FROM pg_class WHERE oid IN (SELECT to_regclass(name) FROM unnest(?::text[]) AS name))
    SELECT relname::text, 'table', pg_table_size(pg_class.oid) FROM pg_class JOIN ours USING (oid)
    UNION ALL
    SELECT indexrelid::regclass::text, 'index', pg_relation_size(indexrelid)
    FROM pg_index WHERE indrelid IN (SELECT oid FROM ours)
    ORDER BY 3 DESC, 1
"""


def vacuum(url: str) -> None:
    """Make room for new rows where old ones were deleted; nothing waits for it."""
    with _explain_errors("written"), _open_connection(url) as db:
        if not _version_of(db):
            raise StoreError("The database is empty: no server has used it yet.")
        db.execute(f"VACUUM (ANALYZE) {', '.join(statements.TABLES)}".encode())


def stored_version(url: str) -> int:
    """The version of the tables in a database, 0 if there are none; changes nothing."""
    with _explain_errors("opened"), _open_connection(url) as db:
        return _version_of(db)


def _version_of(db: Connection) -> int:
    there = db.execute("SELECT 1 FROM pg_tables WHERE tablename = 'fathom_schema'").fetchone()
    return _read_version(db) if there else 0


def _placeholders(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()


def _open_connection(url: str) -> Connection:
    return psycopg.connect(make_conninfo(url, connect_timeout=int(_PATIENCE_SECONDS), **_VIGILANCE), autocommit=True)


def _add_entries(cursor: psycopg.Cursor[TupleRow], entries: Sequence[Entry]) -> set[tuple[str, int, str]]:
    """Add entries in their order; returns the match, sequence number and key of those that were not there."""
    cursor.execute(_ADD_ENTRIES, [list(column) for column in zip(*entries, strict=True)])
    return {(match, sequence, key) for match, sequence, key in cursor.fetchall()}


def _execute(
    db: Connection | psycopg.Cursor[TupleRow], statement: str, values: Sequence[str | int]
) -> psycopg.Cursor[TupleRow]:
    return db.execute(statement.replace("?", "%s").encode(), values)


def _read_version(db: Connection) -> int:
    row = db.execute("SELECT version FROM fathom_schema").fetchone()
    version: int = row[0] if row else 0
    if version > statements.VERSION:
        raise StoreError("The database was made by a newer version of Fathom; choose another with --store.")
    return version


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
        is_away = isinstance(error, _LOST) and not any(words in str(error) for words in _REFUSALS)
        kind = StoreAway if is_away else StoreError
        raise kind(f"The store in PostgreSQL cannot be {done}: {reason.rstrip('.')}.") from error
