"""The lists of a store in an SQLite file, read on a connection of their own while the server writes on another.

In the write-ahead log a reader never waits for the writer, nor the writer for a reader, and it sees every commit from
the moment that commit returns. The one danger of two connections to such a log is that SQLite up to 3.51.2 can lose
rows when both write to it, or empty it into the file, at the same moment. This connection does neither: it is opened
read-only, refuses statements that write, and never empties the log, not even when it is closed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from fathom.storage.journal import Entry, Search, Seen, Standing, Summary, statements

_PATIENCE_SECONDS = 5
#: Wraps an action on the store, which is called `read` in errors.
Explain = Callable[[str], AbstractContextManager[None]]


def open_read_only(path: Path) -> sqlite3.Connection:
    """A connection to a store that another connection has open."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(address, uri=True, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA query_only = ON")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


class SqliteLists:
    """The `Lists` of a file, on a connection."""

    def __init__(self, db: sqlite3.Connection, explain_errors: Explain) -> None:
        self._db = db
        self._explain = explain_errors

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        with self._explain("read"):
            rows = self._db.execute(statements.ENTRIES_AFTER, (match, after)).fetchall()
        return [Entry(*row) for row in rows]

    def news(self, seen: Sequence[Seen]) -> dict[str, list[Entry]]:
        """One by one: no other server writes to a file, so there is hardly ever any."""
        found = {match: self.entries(match, sequence) for match, sequence in seen}
        return {match: entries for match, entries in found.items() if entries}

    def matches(self, search: Search) -> list[Summary]:
        with self._explain("read"):
            rows = self._db.execute(*statements.matches_query(search)).fetchall()
        return [Summary(*row) for row in rows]

    def results(self, game: str, options: str, limit: int) -> list[Standing]:
        with self._explain("read"):
            rows = self._db.execute(statements.RESULTS, (game, options, limit)).fetchall()
        return [Standing(*row) for row in rows]

    def live(self, since: str, limit: int) -> list[str]:
        with self._explain("read"):
            return [match for (match,) in self._db.execute(statements.LIVE, (since, limit))]

    def challenges(self, since: str, limit: int) -> list[str]:
        with self._explain("read"):
            return [match for (match,) in self._db.execute(statements.CHALLENGES, (since, limit))]

    def close(self) -> None:
        self._db.close()
