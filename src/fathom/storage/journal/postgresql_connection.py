"""Connections to PostgreSQL: opened with patience, watched, and with errors in one sentence."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread

from fathom.core.words import how_to_install
from fathom.errors import StoreAway, StoreError
from fathom.storage.journal import statements

try:
    import psycopg
    from psycopg.conninfo import make_conninfo
    from psycopg.rows import TupleRow
except ImportError as error:  # an extra
    needs = "A store in PostgreSQL needs the package psycopg"
    raise StoreError(f"{needs}: {how_to_install('postgresql')}.") from error

Connection = psycopg.Connection[TupleRow]
Cursor = psycopg.Cursor[TupleRow]
DatabaseError = psycopg.Error
PATIENCE_SECONDS = 5.0
_WATCHING_SECONDS = 0.5
#: Notices within seconds that the database has gone without closing the connection.
_VIGILANCE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
#: After these, another connection may work: it may even lead to another server, if this one can only be read now.
LOST = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction)
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


def open_connection(url: str) -> Connection:
    return psycopg.connect(make_conninfo(url, connect_timeout=int(PATIENCE_SECONDS), **_VIGILANCE), autocommit=True)


def read_version(db: Connection) -> int:
    row = db.execute("SELECT version FROM fathom_schema").fetchone()
    version: int = row[0] if row else 0
    if version > statements.VERSION:
        raise StoreError("The database was made by a newer version of Fathom; choose another with --store.")
    return version


def find_version(db: Connection) -> int:
    there = db.execute("SELECT 1 FROM pg_tables WHERE tablename = 'fathom_schema'").fetchone()
    return read_version(db) if there else 0


def with_placeholders(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()


class Watchdog:
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
            self._watched, self._until = db, time.monotonic() + PATIENCE_SECONDS
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
def explain_errors(done: str) -> Iterator[None]:
    """Turn the driver's errors into one sentence, without the address: it may contain a password."""
    try:
        yield
    except psycopg.Error as error:
        if type(error) is psycopg.ProgrammingError:  # its message quotes the part that cannot be read
            raise StoreError(f"The store in PostgreSQL cannot be {done}: its address cannot be read.") from None
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        is_away = isinstance(error, LOST) and not any(words in str(error) for words in _REFUSALS)
        kind = StoreAway if is_away else StoreError
        raise kind(f"The store in PostgreSQL cannot be {done}: {reason.rstrip('.')}.") from error
