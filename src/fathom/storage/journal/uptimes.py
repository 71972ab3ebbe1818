"""When a server has been up. The time of players does not run during an outage, when nobody could take their moves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from fathom.core.clock import Span
from fathom.storage.journal import Ledger, Transaction

#: Outages that have ended so long ago are forgotten: no match is older that somebody still plays against a clock.
_FORGOTTEN_AFTER = timedelta(days=90)


class Uptime(NamedTuple):
    """A stretch of time without an outage: two times in UTC, as text."""

    since: str
    through: str

    @classmethod
    def of(cls, row: Iterable[object]) -> Uptime:
        since, through = row
        return cls(str(since), str(through))


def read_uptimes(ledger: Ledger) -> list[Uptime]:
    """Every stretch that is remembered, the oldest first; none, if no match has ever had a clock."""
    return ledger.transact(_rows)


def note_uptime(ledger: Ledger, at: str, no_outage_since: str) -> list[Uptime]:
    """Write down that a server is up; the stretches after that, the oldest first.

    The latest stretch goes on if it reached the moment `no_outage_since`; otherwise there was an outage after it.
    """

    def note(transaction: Transaction) -> list[Uptime]:
        known = _rows(transaction)
        last = known[-1] if known else None
        if last and last.through >= no_outage_since:
            transaction.run("UPDATE uptimes SET through = ? WHERE since = ?", max(at, last.through), last.since)
        else:
            transaction.run("INSERT INTO uptimes (since, through) VALUES (?, ?) ON CONFLICT DO NOTHING", at, at)
            transaction.run("DELETE FROM uptimes WHERE through < ?", _long_before(at))
        return _rows(transaction)

    return ledger.transact(note)


def _rows(transaction: Transaction) -> list[Uptime]:
    return transaction.rows(Uptime.of, "SELECT since, through FROM uptimes ORDER BY since")


def _long_before(at: str) -> str:
    return (datetime.fromisoformat(at) - _FORGOTTEN_AFTER).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def outages_between(uptimes: Iterable[Uptime]) -> list[Span]:
    """The gaps between the stretches, in milliseconds."""
    return [Span(milliseconds(earlier.through), milliseconds(later.since)) for earlier, later in pairwise(uptimes)]


def milliseconds(at: str) -> int:
    """A time in UTC, as events have it, in milliseconds since 1970."""
    whole = datetime.fromisoformat(at)
    return int(whole.timestamp()) * 1000 + whole.microsecond // 1000
