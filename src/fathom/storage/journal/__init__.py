"""The server's journal: the events of every match, durable before any client hears of them.

    ledger    the storage: an SQLite file for one server, or a PostgreSQL database for many
    journal   a server's access to a ledger: many writers, one commit for all that are waiting

A ledger is used by one thread. `Ledger.write` returns when its entries are on disk. If it raises `StoreError`, they may
or may not have been written: writing them again with the same keys tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

State = Literal["waiting", "playing", "over"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
#: The name of a player of a puzzle who has given none.
NAMELESS: Final = "Player 1"


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


class Result(NamedTuple):
    """A solved puzzle, as the table of its results ranks it: by MP, then by hints, then by time."""

    game: str
    options: str
    player: str
    mp: int
    hints: int
    solved: str
    match: str
    is_open: int

    @property
    def row(self) -> tuple[str | int, ...]:
        """Its row in the table. A name has one row; those without a name share one for each MP and hints.

        No person's name begins with @.
        """
        player = f"@{self.mp},{self.hints}" if self.player == NAMELESS else self.player
        return self._replace(player=player)


class Standing(NamedTuple):
    """A row of a table of results: the best of a name, or of all the `walks` without a name that did as well."""

    player: str
    mp: int
    hints: int
    solved: str
    match: str
    is_open: int
    walks: int

    @property
    def is_nameless(self) -> bool:
        return self.player.startswith("@")


class Sighting(NamedTuple):
    """A match in which somebody has moved, and the place where it is shown as being played."""

    place: str
    match: str
    at: str


class Addition(NamedTuple):
    """An entry to write, and the match's new summary if that has changed.

    `begun` is the first entry of another match that it begins: both are written, or neither. `result` is entered in
    the table of results, `withdrawn` taken out of it; `sighting` takes its place among the matches being played.
    """

    entry: Entry
    summary: Summary | None = None
    begun: Addition | None = None
    result: Result | None = None
    withdrawn: Result | None = None
    sighting: Sighting | None = None


class Written(NamedTuple):
    """Was an addition written? If not, `first` is the entry with its key; if None, its sequence number was taken."""

    done: bool
    first: Entry | None = None


class Seen(NamedTuple):
    """The last event of a match that a server has seen."""

    match: str
    sequence: int


class ListPlace(NamedTuple):
    """A place in a list of matches: that of the match with this last change and this id."""

    changed: str
    id: str


class Search(NamedTuple):
    """Which matches to find; an empty string means any. The latest change comes first, or last with `oldest`.

    With `after`, the list begins after that place, whether there still is a match or not.
    """

    state: str = ""
    game: str = ""
    open_only: bool = True
    limit: int = 50
    oldest: bool = False
    after: ListPlace | None = None


class Transaction(Protocol):
    """Statements that are all carried out, or none of them; `?` stands for a value."""

    def rows(self, make: Callable[[Iterable[object]], T], query: str, *values: object) -> list[T]:
        """What a query finds, each row passed to `make`."""

    def run(self, statement: str, *values: object) -> int:
        """Carry out a statement; how many rows it has changed."""

    def announce(self, match: str, sequence: int) -> None:
        """Tell other servers, with the commit, that a match has a new event."""


#: Called with a match id and its newest sequence number; with an empty id when any match may have changed.
Heard = Callable[[str, int], None]


class Lists(Protocol):
    """What can be read from the storage; used by one thread, as a ledger is."""

    def entries(self, match: str, after: int = 0) -> list[Entry]:
        """The entries of a match after a sequence number, in order."""

    def news(self, seen: Sequence[Seen]) -> dict[str, list[Entry]]:
        """The entries of many matches after what has been seen of each, in order; matches without any are left out."""

    def matches(self, search: Search) -> list[Summary]:
        """The matches found by a search."""

    def results(self, game: str, options: str, limit: int) -> list[Standing]:
        """The table of results of a puzzle, the best first."""

    def live(self, since: str, limit: int) -> list[str]:
        """The matches sighted since a time, the latest first; one with several places comes several times."""

    def challenges(self, since: str, limit: int) -> list[str]:
        """The matches that anybody may join, whose player was there since a time; the latest seen first."""

    def close(self) -> None: ...


class Ledger(Lists, Protocol):
    """Storage for entries."""

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        """Add entries in one commit, except those whose key or sequence number is taken."""

    def open_lists(self) -> Lists:
        """The same storage for another thread, which can only read; to be closed before the ledger."""

    def transact(self, action: Callable[[Transaction], T]) -> T:
        """Do something in one commit: for an operator, never on the path of a move."""

    def tidy(self) -> bool:
        """Leave no trace of what has been deleted or overwritten; False if that is not possible just now."""

    def listen(self, heard: Heard) -> None:
        """Call `heard` for what other servers write from now on; never, if only one server can use the ledger."""

    def check(self) -> None:
        """Write something, durably; raises `StoreError` if that is not possible."""


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
