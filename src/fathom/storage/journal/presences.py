"""Who is at which server, where several share a store: each writes its own players, and reads those of the others.

Only a ledger in PostgreSQL has these tables. They are no part of the data: a crash of the database empties them, and a
row counts only while its server renews its lease, by the clock of the database.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from fathom.core.outcome import Seat
from fathom.storage.journal import Ledger, Transaction

#: A server that has not renewed its lease for this long has died; its players are no longer there.
LEASE_SECONDS: Final = 20
#: If more matches than this have changed, others are told to look at all of them.
_MOST_TOLD = 50
_HINT = "@presence"
CREATE_TABLES: Final = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS leases (server TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL)",
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS presences (
        match TEXT NOT NULL, seat INTEGER NOT NULL, server TEXT NOT NULL, PRIMARY KEY (match, seat, server)
    )
    """,
)
_UNTIL = f"clock_timestamp() + interval '{LEASE_SECONDS} seconds'"
_RENEW = f"UPDATE leases SET until = {_UNTIL} WHERE server = ?"
_BEGIN = f"INSERT INTO leases (server, until) VALUES (?, {_UNTIL})"
_END = "DELETE FROM leases WHERE server = ?"
#: Those that another server is just renewing or removing are left to it.
_END_EXPIRED = """
    DELETE FROM leases WHERE server IN
    (SELECT server FROM leases WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED) RETURNING server
"""
_REMOVE_SERVER = "DELETE FROM presences WHERE server = ?"
_REMOVE_MATCHES = "DELETE FROM presences WHERE server = ? AND match = ANY(?)"
_ADD = "INSERT INTO presences (server, match, seat) SELECT ?, * FROM unnest(?::text[], ?::integer[])"
_ELSEWHERE = """
    SELECT DISTINCT match, seat FROM presences JOIN leases USING (server)
    WHERE match = ANY(?) AND server <> ? AND until >= clock_timestamp()
"""

#: The seats whose players are there, by the ids of their matches.
Present = Mapping[str, frozenset[Seat]]


class _Place(NamedTuple):
    match: str
    seat: Seat


class _Lease(NamedTuple):
    server: str


class Hint(NamedTuple):
    """Players have come to a server or left it: in one match, or, if that is empty, in any."""

    server: str
    match: str

    @classmethod
    def read(cls, announced: str) -> Hint | None:
        """The hint in what was announced, if there is one."""
        kind, _, rest = announced.partition(":")
        server, _, match = rest.partition(":")
        return cls(server, match) if kind == _HINT else None

    def announce(self, within: Transaction) -> None:
        within.announce(f"{_HINT}:{self.server}:{self.match}", 0)


def exchange(
    ledger: Ledger, server: str, present: Present, changed: Collection[str] | None, asked: Collection[str]
) -> Present:
    """Write who is at a server, for the matches that have changed; returns who is elsewhere in the matches asked for.

    Everything that is present is written if `changed` is None, and if the lease had run out, as others have then
    removed it.
    """

    def run(within: Transaction) -> Present:
        has_begun = not within.run(_RENEW, server)
        if has_begun:
            within.run(_BEGIN, server)
        if has_begun or changed is None:
            _write_all(within, server, present)
        elif changed:
            _write(within, server, present, changed)
        for gone in within.rows(_Lease._make, _END_EXPIRED):
            _remove(within, gone.server)
        return _read(within, server, asked)

    return ledger.transact(run)


def read_elsewhere(ledger: Ledger, server: str, match: str) -> frozenset[Seat]:
    """The seats of a match whose players are at another server."""
    return ledger.transact(lambda within: _read(within, server, [match])).get(match, frozenset())


def leave(ledger: Ledger, server: str) -> None:
    """A server stops: nobody is there any more."""

    def run(within: Transaction) -> None:
        within.run(_END, server)
        _remove(within, server)

    ledger.transact(run)


def _write_all(within: Transaction, server: str, present: Present) -> None:
    within.run(_REMOVE_SERVER, server)
    _add(within, server, present, present)
    Hint(server, "").announce(within)


def _write(within: Transaction, server: str, present: Present, changed: Collection[str]) -> None:
    within.run(_REMOVE_MATCHES, server, list(changed))
    _add(within, server, present, changed)
    for match in changed if len(changed) <= _MOST_TOLD else [""]:
        Hint(server, match).announce(within)


def _add(within: Transaction, server: str, present: Present, matches: Collection[str]) -> None:
    rows = [(match, seat) for match in matches for seat in present.get(match, ())]
    within.run(_ADD, server, [match for match, _ in rows], [seat for _, seat in rows])


def _remove(within: Transaction, server: str) -> None:
    within.run(_REMOVE_SERVER, server)
    Hint(server, "").announce(within)


def _read(within: Transaction, server: str, matches: Collection[str]) -> Present:
    found: dict[str, frozenset[Seat]] = {}
    for match, seat in within.rows(_Place._make, _ELSEWHERE, list(matches), server):
        found[match] = found.get(match, frozenset()) | {seat}
    return found
