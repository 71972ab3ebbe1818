"""The ledger in a PostgreSQL database, which several servers share.

Only the unique keys of the tables keep writers apart. Every commit is announced by NOTIFY with the match and its
sequence number: a hint to look, never the data itself. After a lost connection it reconnects and writes again; the
keys tell what had been written before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from threading import Event, Thread
from typing import TypeVar

from fathom.storage.journal import (
    Addition,
    Entry,
    Heard,
    Search,
    Seen,
    Standing,
    Summary,
    Transaction,
    Written,
    presences,
    statements,
)
from fathom.storage.journal.postgresql_connection import (
    LOST,
    PATIENCE_SECONDS,
    Connection,
    Cursor,
    DatabaseError,
    Watchdog,
    explain_errors,
    open_connection,
    read_version,
    with_placeholders,
)

T = TypeVar("T")
_CHANNEL = "fathom_journal"
_PAUSE_SECONDS = 0.05
#: The database gives up a statement sooner than we give up the connection: else those that wait for a lock pile up.
_STATEMENT_SECONDS = 4
#: An arbitrary lock number, the same in every server: two first starts take turns making the tables.
_MIGRATING = 5_318_008
_COLUMNS = ", ".join("%s::integer[]" if name == "sequence" else "%s::text[]" for name in Entry._fields)
#: Adds any number of entries, given as one list for each column: one statement costs far less than one for each entry.
_ADD_ENTRIES = f"""
    INSERT INTO events ({", ".join(Entry._fields)}) SELECT * FROM unnest({_COLUMNS})
    ON CONFLICT DO NOTHING RETURNING match, sequence, key
"""
#: The entries of many matches, given as one list for each column, after what has been seen of each.
_NEWS = f"""
    SELECT {", ".join(f"events.{name}" for name in Entry._fields)}
    FROM unnest(%s::text[], %s::integer[]) AS seen (match, sequence)
    JOIN events ON events.match = seen.match AND events.sequence > seen.sequence
    ORDER BY events.match, events.sequence
"""
_NOTIFY = "SELECT pg_notify(%s, hint) FROM unnest(%s::text[]) AS hint"
_ENTRY_OF_KEY = statements.ENTRY_OF_KEY.replace("?", "%s")
_ENTRIES_AFTER = statements.ENTRIES_AFTER.replace("?", "%s")
_PUT_SUMMARY = statements.PUT_SUMMARY.replace("?", "%s")
_RESULTS = statements.RESULTS.replace("?", "%s")
_LIVE = statements.LIVE.replace("?", "%s")
_CHALLENGES = statements.CHALLENGES.replace("?", "%s")
_PROBE = statements.PROBE.replace("?", "%s")
_SCHEMA = "CREATE TABLE IF NOT EXISTS fathom_schema (version INTEGER NOT NULL)"


class PostgresLists:
    """The `Lists` of the database at `url`."""

    _settings = "SET default_transaction_read_only = on"

    def __init__(self, url: str) -> None:
        self._url = url
        self._db: Connection | None = None
        self._closing = Event()
        self._watchdog = Watchdog(self._closing)

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        rows = self._retry("read", lambda db: db.execute(_ENTRIES_AFTER, (match, after)).fetchall())
        return [Entry(*row) for row in rows]

    def news(self, seen: Sequence[Seen]) -> dict[str, list[Entry]]:
        if not seen:
            return {}
        columns = [list(column) for column in zip(*seen, strict=True)]
        rows = self._retry("read", lambda db: db.execute(_NEWS, columns).fetchall())
        return {match: list(log) for match, log in groupby(map(Entry._make, rows), lambda entry: entry.match)}

    def matches(self, search: Search) -> list[Summary]:
        query, values = statements.matches_query(search)
        rows = self._retry("read", lambda db: db.execute(query.replace("?", "%s"), values).fetchall())
        return [Summary(*row) for row in rows]

    def results(self, game: str, options: str, limit: int) -> list[Standing]:
        rows = self._retry("read", lambda db: db.execute(_RESULTS, (game, options, limit)).fetchall())
        return [Standing(*row) for row in rows]

    def live(self, since: str, limit: int) -> list[str]:
        return [row[0] for row in self._retry("read", lambda db: db.execute(_LIVE, (since, limit)).fetchall())]

    def challenges(self, since: str, limit: int) -> list[str]:
        return [row[0] for row in self._retry("read", lambda db: db.execute(_CHALLENGES, (since, limit)).fetchall())]

    def check(self) -> None:
        self._retry("written", lambda db: db.execute(_PROBE, (datetime.now(UTC).isoformat(),)))

    def close(self) -> None:
        self._closing.set()
        self._disconnect()

    def _retry(self, done: str, action: Callable[[Connection], T]) -> T:
        """Run an action, again after a lost connection, for a few seconds."""
        with explain_errors(done):
            until = time.monotonic() + PATIENCE_SECONDS
            while True:
                try:
                    with self._watchdog.watch(db := self._connect()):
                        return action(db)
                except LOST:
                    self._disconnect()
                    if time.monotonic() >= until:
                        raise
                    time.sleep(_PAUSE_SECONDS)

    def _connect(self) -> Connection:
        if self._db is None:
            self._db = open_connection(self._url)
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
        with explain_errors("opened"):
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

    def _announce(self, cursor: Cursor, added: Sequence[Addition]) -> None:
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
            self._listener.join(PATIENCE_SECONDS)

    def listen(self, heard: Heard) -> None:
        self._listener = Thread(target=self._run_listener, args=(heard,), name="listen", daemon=True)
        self._listener.start()

    def _run_listener(self, heard: Heard) -> None:
        while not self._closing.is_set():
            try:
                with open_connection(self._url) as db:
                    db.execute(f"LISTEN {_CHANNEL}")
                    heard("", 0)  # earlier announcements have been missed
                    self._pass_on(db, heard)
            except DatabaseError:
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
            version = read_version(db)
            for statement in statements.migrations(version):
                db.execute(statement.encode())
            if 0 < version < statements.FIRST_WITH_RESULTS:
                from fathom.storage.journal.old_results import old_results  # which needs the games

                for statement, values in old_results(lambda query, sent: _execute(db, query, sent).fetchall()):
                    _execute(db, statement, values)
            for statement in presences.CREATE_TABLES:
                db.execute(statement.encode())
            db.execute("DELETE FROM fathom_schema")
            db.execute("INSERT INTO fathom_schema VALUES (%s)", (statements.VERSION,))


class _PostgresTransaction:
    """A `Transaction` that has begun."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        return [make(row) for row in self._db.execute(with_placeholders(query), values or None)]

    def run(self, statement: str, *values: object) -> int:
        return self._db.execute(with_placeholders(statement), values or None).rowcount

    def announce(self, match: str, sequence: int) -> None:
        self._db.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, f"{match} {sequence}"))


def _add_entries(cursor: Cursor, entries: Sequence[Entry]) -> set[tuple[str, int, str]]:
    """Add entries in their order; returns the match, sequence number and key of those that were not there."""
    cursor.execute(_ADD_ENTRIES, [list(column) for column in zip(*entries, strict=True)])
    return {(match, sequence, key) for match, sequence, key in cursor.fetchall()}


def _execute(db: Connection | Cursor, statement: str, values: Sequence[str | int]) -> Cursor:
    return db.execute(statement.replace("?", "%s").encode(), values)
