"""Reading and looking after a store in PostgreSQL, apart from its servers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from fathom.errors import StoreError
from fathom.storage.journal import statements
from fathom.storage.journal.postgresql_connection import (
    explain_errors,
    find_version,
    open_connection,
    with_placeholders,
)
from fathom.storage.journal.reading import Size, Sizes

T = TypeVar("T")


class PostgresReader:
    """A `Reader` of the database at `url`."""

    kind = "postgresql"

    def __init__(self, url: str) -> None:
        with explain_errors("opened"):
            self._db = open_connection(url)
            try:
                self._db.execute("SET default_transaction_read_only = on")
                self.version = find_version(self._db)
                if not self.version:
                    raise StoreError("The database is empty: no server has used it yet.")
            except BaseException:
                self.close()
                raise

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        with explain_errors("read"):
            return [make(row) for row in self._db.execute(with_placeholders(query), values or None)]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with explain_errors("read"), self._db.transaction():
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
    with explain_errors("written"), open_connection(url) as db:
        if not find_version(db):
            raise StoreError("The database is empty: no server has used it yet.")
        db.execute(f"VACUUM (ANALYZE) {', '.join(statements.TABLES)}".encode())


def stored_version(url: str) -> int:
    """The version of the tables in a database, 0 if there are none; changes nothing."""
    with explain_errors("opened"), open_connection(url) as db:
        return find_version(db)
