"""The server's journal: the events of every match, durable before any client hears of them.

    ledger    the storage: an SQLite file for one server, or a PostgreSQL database for many
    journal   a server's access to a ledger: many writers, one commit for all that are waiting

A ledger is used by one thread. `Ledger.write` returns when its entries are on disk. If it raises `StoreError`, they may
or may not have been written: writing them again with the same keys tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

State = Literal["waiting", "playing", "over"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"


class Entry(NamedTuple):
    """One event of a match as stored: `body` is for everyone, `private` for the server only; both are JSON."""

    match: str
    sequence: int
    key: str
    kind: str
    body: str
    private: str
    at: str


class Summary(NamedTuple):
    """A match in a list. `names` and `outcome` are JSON; `options` is what `Options.write_line` returns."""

    id: str
    game: str
    options: str
    names: str
    state: State
    is_open: int
    created: str
    changed: str
    outcome: str


class Addition(NamedTuple):
    """An entry to write, and the match's new summary if that has changed."""

    entry: Entry
    summary: Summary | None = None


class Written(NamedTuple):
    """Was an addition written? If not, `first` is the entry with its key; if None, its sequence number was taken."""

    done: bool
    first: Entry | None = None


class Search(NamedTuple):
    """Which matches to find; an empty string means any. The latest change comes first, or last with `oldest`."""

    state: str = ""
    game: str = ""
    options: str = ""
    open_only: bool = True
    limit: int = 50
    oldest: bool = False


#: Called with a match id and its newest sequence number; with an empty id when any match may have changed.
Heard = Callable[[str, int], None]


class Ledger(Protocol):
    """Storage for entries."""

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        """Add entries in one commit, except those whose key or sequence number is taken."""

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        """The entries of a match after a sequence number, in order."""

    def matches(self, search: Search) -> list[Summary]:
        """The matches found by a search."""

    def listen(self, heard: Heard) -> None:
        """Call `heard` for what other servers write from now on; never, if only one server can use the ledger."""

    def check(self) -> None:
        """Write something, durably; raises `StoreError` if that is not possible."""

    def close(self) -> None: ...


def open_ledger(place: str) -> Ledger:
    """The ledger at a PostgreSQL URL, or in the SQLite file of that name."""
    if is_shared(place):
        from fathom.storage.journal.postgresql import PostgresLedger

        return PostgresLedger(place)
    from pathlib import Path

    from fathom.storage.journal.sqlite import SqliteLedger

    return SqliteLedger(Path(place))


def is_shared(place: str) -> bool:
    """May several servers use it at once?"""
    return place.startswith(("postgresql://", "postgres://"))
