"""The journal of the server: what happened in every match, durable before anybody is told.

    ledger    where it lies: one SQLite file of one server, or a PostgreSQL database of many
    journal   the door to a ledger for a server: many writers, one commit for all who wait

A ledger is used by one thread. `Ledger.write` returns when its entries are on disk, or raises `StoreError`; then it is
not known whether they are, and asking again with the same keys tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

State = Literal["waiting", "playing", "over"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"


class Entry(NamedTuple):
    """One event of a match as it is kept: `body` is for everybody, `private` for the server alone; both are JSON."""

    match: str
    sequence: int
    key: str
    kind: str
    body: str
    private: str
    at: str


class Summary(NamedTuple):
    """A match on one line. `names` and `outcome` are JSON; `options` is one line as options write it."""

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
    """An entry to be written, and what the match now looks like where that has changed."""

    entry: Entry
    summary: Summary | None = None


class Written(NamedTuple):
    """What became of an addition. `first` is the entry that had its key before; without it the place was taken."""

    done: bool
    first: Entry | None = None


class Search(NamedTuple):
    """Which matches are wanted; an empty word means any. The latest change comes first, unless `oldest` does."""

    state: str = ""
    game: str = ""
    options: str = ""
    open_only: bool = True
    limit: int = 50
    oldest: bool = False


#: Called with a match id and its newest sequence number; with an empty id when anything may have happened.
Heard = Callable[[str, int], None]


class Ledger(Protocol):
    """Where entries lie."""

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        """Add what fits, all in one commit: an entry whose key or whose place is taken is not added."""

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        """The entries of a match behind a sequence number, in order."""

    def matches(self, search: Search) -> list[Summary]:
        """The matches that are searched for."""

    def listen(self, heard: Heard) -> None:
        """Tell of what other servers write from now on; a ledger with one server has nothing to tell."""

    def check(self) -> None:
        """Raise `StoreError` unless it can be reached."""

    def close(self) -> None: ...


def open_ledger(place: str) -> Ledger:
    """The ledger at a PostgreSQL URL, or else in the SQLite file of that name."""
    if is_shared(place):
        from fathom.storage.journal.postgresql import PostgresLedger

        return PostgresLedger(place)
    from pathlib import Path

    from fathom.storage.journal.sqlite import SqliteLedger

    return SqliteLedger(Path(place))


def is_shared(place: str) -> bool:
    """May several servers use it at once?"""
    return place.startswith(("postgresql://", "postgres://"))
