"""Reading a store apart from its server, also while it runs: nothing is changed, and no move has to wait.

    with closing(open_reader("server.db")) as reader:
        for stored in stored_matches(reader): ...

A reader of an SQLite file never writes to its log or empties it, so the server stays the only writer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from fathom.errors import StoreError
from fathom.storage.journal import Entry, Summary, is_shared
from fathom.storage.journal.lock import Lock
from fathom.storage.journal.sqlite import read_version
from fathom.storage.sqlite_file import explain_errors, transaction

T = TypeVar("T")
_BATCH = 200
_PATIENCE_SECONDS = 30
_SUMMARY = ", ".join(Summary._fields)
_ENTRY = ", ".join(Entry._fields)
_SUMMARIES = f"SELECT {_SUMMARY} FROM matches WHERE id > ? ORDER BY id LIMIT {_BATCH}"
_ONE_SUMMARY = f"SELECT {_SUMMARY} FROM matches WHERE id = ?"
_ENTRIES = f"SELECT {_ENTRY} FROM events WHERE match >= ? AND match <= ? ORDER BY match, sequence"


class Text(NamedTuple):
    """A row with one text."""

    text: str


class Number(NamedTuple):
    """A row with one number."""

    number: int


class Size(NamedTuple):
    """The size of a table or an index."""

    name: str
    kind: str
    bytes: int


class Sizes(NamedTuple):
    """What a store takes: `bytes` in all, of which `free` are left for what comes next (None if not known)."""

    bytes: int
    free: int | None
    parts: list[Size]


class Reader(Protocol):
    """Reads a store of any version."""

    kind: str
    version: int

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        """What a query finds, each row passed to `make`; `?` stands for a value."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Queries in the block see the store as it was at one moment."""

    def sizes(self) -> Sizes:
        """How much room everything takes."""

    def damage(self) -> list[str]:
        """What the database itself finds wrong with its pages and indexes."""

    def close(self) -> None: ...


class StoredMatch(NamedTuple):
    """A match as it is stored: its line in the lists, and its log."""

    summary: Summary
    entries: list[Entry]


def open_reader(place: str) -> Reader:
    """A reader of the store at a place; raises `StoreError` if there is none."""
    if is_shared(place):
        from fathom.storage.journal.postgresql_reading import PostgresReader  # an extra

        return PostgresReader(place)
    return SqliteReader(Path(place))


def stored_matches(reader: Reader) -> Iterator[StoredMatch]:
    """Every match in the order of their ids; a few at a time, so that any number of them fits into memory."""
    after = ""
    while True:
        with reader.snapshot():
            summaries = reader.rows(Summary._make, _SUMMARIES, after)
            if not summaries:
                return
            entries = reader.rows(Entry._make, _ENTRIES, summaries[0].id, summaries[-1].id)
        logs = {match: list(log) for match, log in groupby(entries, lambda entry: entry.match)}
        for summary in summaries:
            yield StoredMatch(summary, logs.get(summary.id, []))
        after = summaries[-1].id


def stored_match(reader: Reader, match: str) -> StoredMatch | None:
    """One match, if it is in the store."""
    with reader.snapshot():
        found = reader.rows(Summary._make, _ONE_SUMMARY, match)
        return StoredMatch(found[0], reader.rows(Entry._make, _ENTRIES, match, match)) if found else None


class SqliteReader:
    """A `Reader` of the file at `path`."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: Lock | None = None
        with explain_errors(path, "opened"):
            if not path.is_file():
                raise StoreError(f"There is no store {path}: name the server's with --store.")
            self._db = sqlite3.connect(self._address(), uri=True, timeout=_PATIENCE_SECONDS, isolation_level=None)
            try:
                self.version = read_version(self._db, path)
                if not self.version:
                    raise StoreError(f"{path} is empty: no server has used it yet.")
            except BaseException:
                self.close()
                raise

    def _address(self) -> str:
        """How to open the file so that nothing is created beside it, which could belong to the wrong user.

        Without a log, nobody uses the file, and the lock keeps it so.
        """
        log = self.path.with_name(f"{self.path.name}-wal")
        if not log.exists() and self.path.with_name(f"{self.path.name}.lock").exists():
            with suppress(StoreError, OSError):  # a server has just started, or its lock cannot be opened
                self._lock = Lock(self.path)
        return f"{self.path.absolute().as_uri()}?{'mode=ro' if log.exists() else 'immutable=1'}"

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        with explain_errors(self.path, "read"):
            return [make(row) for row in self._db.execute(query, values)]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with explain_errors(self.path, "read"), transaction(self._db, "DEFERRED"):
            yield

    def sizes(self) -> Sizes:
        page, pages, free = (self._pragma(name) for name in ("page_size", "page_count", "freelist_count"))
        log = self.path.with_name(f"{self.path.name}-wal")
        total = page * pages + (log.stat().st_size if log.exists() else 0)
        try:
            parts = self.rows(Size._make, _SQLITE_SIZES)
        except StoreError:  # an SQLite that was built without these figures
            parts = []
        return Sizes(total, page * free, parts)

    def _pragma(self, name: str) -> int:
        return self.rows(Number._make, f"PRAGMA {name}")[0].number

    def damage(self) -> list[str]:
        try:
            found = [line.text for line in self.rows(Text._make, "PRAGMA integrity_check")]
        except StoreError as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        self._db.close()
        if self._lock:
            self._lock.release()


_SQLITE_SIZES = """
    SELECT name, CASE WHEN name IN (SELECT name FROM sqlite_master WHERE type = 'index') THEN 'index' ELSE 'table' END,
        SUM(pgsize) FROM dbstat GROUP BY name ORDER BY 3 DESC, name
"""
