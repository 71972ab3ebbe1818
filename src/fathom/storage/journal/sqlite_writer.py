"""What every ledger in SQLite does inside a transaction, be it in a file or in memory: add entries, and migrate."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from fathom.storage.journal import Addition, Entry, Summary, Written, statements
from fathom.storage.journal.sqlite_lists import SqliteLists
from fathom.storage.sqlite_file import transaction

T = TypeVar("T")
R = TypeVar("R", Entry, Summary)
#: The most rows of a statement.
_MOST_ROWS = 512
#: There is a statement for each power of two up to this many rows, and beyond for each multiple.
_FEW_ROWS = 16
#: What an addition has besides its entry, if it is a move like nearly all of them.
_NOTHING_MORE = (None,) * (len(Addition._fields) - 1)


def _parts(rows: Sequence[R]) -> Iterator[Sequence[R]]:
    """The rows, as many at a time as a statement may have."""
    return (rows[start : start + _MOST_ROWS] for start in range(0, len(rows), _MOST_ROWS))


def _filled_up(rows: Sequence[Entry] | Sequence[Summary]) -> tuple[list[str | int], int]:
    """The values of rows, with the last row repeated up to the next number of rows that there is a statement for.

    There are only a few such numbers, so all these statements stay prepared.
    """
    count = len(rows)
    count = 1 << (count - 1).bit_length() if count < _FEW_ROWS else -(-count // _FEW_ROWS) * _FEW_ROWS
    return list(chain.from_iterable([*rows, *[rows[-1]] * (count - len(rows))])), count


class SqliteWriter(SqliteLists):
    """Writes entries on the connection of its lists.

    Each statement gives up the GIL and has to wait for it several times, so there are as few as possible.
    """

    def _write(self, additions: Sequence[Addition]) -> list[Written]:
        """Add entries in one commit, except those whose key or sequence number is taken."""
        entries = [addition.entry for addition in additions]
        more = [addition for addition in additions if addition[1:] != _NOTHING_MORE]
        try:
            if more or len(entries) > _MOST_ROWS:
                with transaction(self._db):
                    self._add_all(entries, more)
            elif entries:
                self._add_entries(entries)  # one statement is a transaction of its own
            return [Written(True)] * len(additions)
        except sqlite3.IntegrityError:
            with transaction(self._db):
                return [self._add(addition) for addition in additions]

    def _add_all(self, entries: Sequence[Entry], more: Sequence[Addition]) -> None:
        """Add entries, and what additions that are more than an entry have besides; raises `IntegrityError`."""
        begun = [addition.begun for addition in more if addition.begun]
        for part in _parts([*entries, *(addition.entry for addition in begun)]):
            self._add_entries(part)
        for summaries in _parts([addition.summary for addition in chain(more, begun) if addition.summary]):
            values, rows = _filled_up(summaries)
            self._db.execute(statements.put_summaries(rows), values)
        for addition in chain(more, begun):
            self._change_lists(addition)

    def _add_entries(self, entries: Sequence[Entry]) -> None:
        """Add all these entries; raises `IntegrityError` if the key or the sequence number of any is taken."""
        values, rows = _filled_up(entries)
        self._db.execute(statements.add_entries(rows), [*values, len(entries)])

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

    def _migrate(self, version: int) -> None:
        with transaction(self._db):
            for statement in statements.migrations(version):
                self._db.execute(statement)
            if 0 < version < statements.FIRST_WITH_RESULTS:
                from fathom.storage.journal.old_results import old_results  # which needs the games

                for statement, values in old_results(lambda query, sent: self._db.execute(query, sent).fetchall()):
                    self._db.execute(statement, values)
            self._db.execute(f"PRAGMA user_version = {statements.VERSION}")


class SqliteTransaction:
    """A `Transaction` that has begun."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        return [make(row) for row in self._db.execute(query, values)]

    def run(self, statement: str, *values: object) -> int:
        return self._db.execute(statement, values).rowcount

    def announce(self, match: str, sequence: int) -> None:
        """There is no other server."""
