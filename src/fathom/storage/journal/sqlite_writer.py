"""What every ledger in SQLite does inside a transaction, be it in a file or in memory: add entries, and migrate."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from fathom.storage.journal import Addition, Entry, Summary, Written, statements
from fathom.storage.journal.sqlite_lists import SqliteLists
from fathom.storage.sqlite_file import transaction

T = TypeVar("T")
#: The most rows of a statement.
_MOST_ROWS = 512
#: There is a statement for each power of two up to this many rows, and beyond for each multiple.
_FEW_ROWS = 16


def _rounded_up(count: int) -> int:
    """The next number of rows that there is a statement for."""
    return 1 << (count - 1).bit_length() if count < _FEW_ROWS else -(-count // _FEW_ROWS) * _FEW_ROWS


class _Taken(Exception):
    """The key or the sequence number of one of the entries is taken."""


class SqliteWriter(SqliteLists):
    """Writes entries on the connection of its lists."""

    def _write(self, additions: Sequence[Addition]) -> list[Written]:
        """Add entries in one commit, except those whose key or sequence number is taken."""
        try:
            with transaction(self._db):
                self._add_all(additions)
            return [Written(True)] * len(additions)
        except _Taken:
            with transaction(self._db):
                return [self._add(addition) for addition in additions]

    def _add_all(self, additions: Sequence[Addition]) -> None:
        """Add everything, or raise `_Taken` if not all fits."""
        more = [addition for addition in additions if any(addition[1:])]
        begun = [addition.begun for addition in more if addition.begun]
        entries = [addition.entry for addition in chain(additions, begun)]
        if self._execute(statements.add_entries, entries) < len(entries):
            raise _Taken
        self._execute(statements.put_summaries, [part.summary for part in chain(more, begun) if part.summary])
        for part in chain(more, begun):
            self._change_lists(part)

    def _execute(self, statement: Callable[[int], str], rows: Sequence[Entry] | Sequence[Summary]) -> int:
        """Execute a statement with all rows, or many at a time; returns how many it wrote.

        Each statement gives up the GIL and has to wait for it several times, so there are as few as possible. The last
        row is repeated, which changes nothing, up to one of a few numbers of rows: their statements stay prepared.
        """
        written = 0
        for start in range(0, len(rows), _MOST_ROWS):
            part = rows[start : start + _MOST_ROWS]
            repeated = [part[-1]] * (_rounded_up(len(part)) - len(part))
            values = list(chain.from_iterable([*part, *repeated]))
            written += self._db.execute(statement(len(part) + len(repeated)), values).rowcount
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
