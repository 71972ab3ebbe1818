"""The ledger in memory: what an application has that runs inside its visitor's browser, without files and threads.

Nothing here outlives the process. `LocalJournal` hands everything that is written to whoever keeps it, before anybody
hears that it was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Heard, Transaction, Written
from fathom.storage.journal.sqlite_lists import SqliteLists
from fathom.storage.journal.sqlite_writer import SqliteTransaction, SqliteWriter
from fathom.storage.sqlite_file import transaction

T = TypeVar("T")


class MemoryLedger(SqliteWriter):
    """A `Ledger` in memory, which is empty when it is opened."""

    def __init__(self) -> None:
        # One thread at a time, but not always the one that has opened it.
        super().__init__(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), _explain_errors)
        self._migrate(0)

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        with _explain_errors("written"):
            return self._write(additions)

    @contextmanager
    def writing(self, additions: Sequence[Addition]) -> Iterator[list[Written]]:
        """The same as `write`, but nothing has been written if the block fails; nobody else may write meanwhile."""
        with _explain_errors("written"), transaction(self._db):
            yield [self._add(addition) for addition in additions]

    def open_lists(self) -> SqliteLists:
        raise StoreError("A store in memory has one connection: ask the ledger itself.")

    def transact(self, action: Callable[[Transaction], T]) -> T:
        with _explain_errors("written"), transaction(self._db):
            return action(SqliteTransaction(self._db))

    def tidy(self) -> bool:
        """There is no file in which a trace could be left."""
        return True

    def listen(self, heard: Heard) -> None:
        """There is no other server to listen to."""

    def check(self) -> None:
        """Memory can be written to."""


@contextmanager
def _explain_errors(done: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"The store in memory cannot be {done}: {error}.") from error
