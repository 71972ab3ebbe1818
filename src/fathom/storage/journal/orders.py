"""What an operator orders: deleting matches, replacing a name wherever it is stored, and blocking addresses.

    carry_out(ledger, Delete("bpd2xfradaryvj3gvk697"))      -> Report(matches=["bpd2xfradaryvj3gvk697"])

An order that is refused comes back with a `problem`, in a sentence.

A match is running while it is not over and something has happened in it lately. A running match is never deleted.
Deleting leaves two marks in the log for some days, see `migrations/0006.sql`: whoever still has the match in memory
meets one of them with the next event, by the same unique keys that decide between two moves.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import Struct

from fathom.core.events import Created, Joined, Renamed
from fathom.core.outcome import Seat
from fathom.core.words import make_distinct, quoted
from fathom.storage.journal import (
    NAMELESS,
    OVER,
    PLAYING,
    WAITING,
    Entry,
    Ledger,
    Result,
    Summary,
    Transaction,
    statements,
)
from fathom.storage.journal.blocks import StoredBlock, add_block, remove_block
from fathom.storage.journal.events import decode_event, encode_event

#: The kind of the events that mark a deleted match.
DELETED = "deleted"
#: A match that is not over, and in which nothing has happened for so long, is abandoned.
ABANDONED = timedelta(days=1)
_MARKED = timedelta(days=7)
_MARKS_AT_ONCE = 100
_ATTEMPTS = 10


class Delete(Struct, tag="delete", frozen=True):
    """Delete a match, unless it is running."""

    match: str


class Prune(Struct, tag="prune", frozen=True):
    """Delete at most so many matches whose last event is older than a time (as in an entry)."""

    before: str
    most: int


class Rename(Struct, tag="rename", frozen=True):
    """Replace a name in a match, also in its log."""

    match: str
    old: str
    new: str


class Tidy(Struct, tag="tidy", frozen=True):
    """Remove the traces of what has been deleted and renamed."""


class Block(Struct, tag="block", frozen=True):
    """Answer nothing that comes from a network, until a time (empty: for good)."""

    network: str
    until: str
    reason: str


class Unblock(Struct, tag="unblock", frozen=True):
    """Answer a blocked network again."""

    network: str


Order = Delete | Prune | Rename | Tidy | Block | Unblock


class Report(Struct, frozen=True):
    """The matches that an order has changed; or why it was refused."""

    matches: list[str] = []
    problem: str = ""


class _Last(NamedTuple):
    sequence: int
    at: str
    kind: str


class _Text(NamedTuple):
    text: str


class _Named(NamedTuple):
    """An event with names in it."""

    sequence: int
    kind: str
    body: str


_LAST = "SELECT sequence, at, kind FROM events WHERE match = ? ORDER BY sequence DESC LIMIT 1"
_LISTED = f"SELECT {', '.join(Summary._fields)} FROM matches WHERE id = ?"
_FIRST_MARK = "UPDATE events SET kind = ?, body = '{}', private = '{}' WHERE match = ? AND sequence = 1"
_DELETE_EVENTS = "DELETE FROM events WHERE match = ? AND sequence > 1 AND sequence < ?"
_DELETE_SUMMARY = "DELETE FROM matches WHERE id = ?"
_REMEMBER = "INSERT INTO deletions (match, at) VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET at = excluded.at"
_OLD_MARKS = f"SELECT match FROM deletions WHERE at < ? ORDER BY at LIMIT {_MARKS_AT_ONCE}"
_NAMED = "SELECT sequence, kind, body FROM events WHERE match = ? AND kind IN ('created', 'joined', 'renamed')"
_OF_MATCH = "game = ? AND options = ? AND match = ?"
_FORGET_RESULT = f"DELETE FROM results WHERE {_OF_MATCH} AND substr(player, 1, 1) <> '@'"
_UNLINK_RESULT = f"UPDATE results SET match = '' WHERE {_OF_MATCH}"
_RESULT_OF = f"SELECT {', '.join(Result._fields)} FROM results WHERE {_OF_MATCH} AND player = ?"
#: The matches of one kind whose last event is older than a time; two conditions, as the lists do not follow every move.
_OLD = """
    FROM matches WHERE is_open = ? AND state = ? AND changed < ?
    AND NOT EXISTS (SELECT 1 FROM events WHERE match = id AND at >= ?)
"""
_KINDS = [(is_open, state) for is_open in (0, 1) for state in (OVER, PLAYING, WAITING)]


def carry_out(ledger: Ledger, order: Order) -> Report:
    """Do what an operator orders; raises `StoreError` only if the store fails."""
    match order:
        case Delete(match):
            return ledger.transact(lambda within: _delete_one(within, match))
        case Prune(before, most):
            return ledger.transact(lambda within: _prune(within, before, most))
        case Rename(match, old, new):
            for _ in range(_ATTEMPTS):
                report = ledger.transact(lambda within: _rename(within, match, old, new))
                if report:
                    return report
            return Report(problem=f"So much happens in match {match} that it cannot be changed: try again.")
        case Block(network, until, reason):
            block = StoredBlock(network, until, reason, time_before(datetime.now(UTC), timedelta()))
            ledger.transact(lambda within: add_block(within, block))
            return Report()
        case Unblock(network):
            done = ledger.transact(lambda within: remove_block(within, network))
            return Report(problem="" if done else f"{network} is not blocked.")
        case Tidy():
            return Report(problem="" if ledger.tidy() else "The log of the store is being read: try again in a moment.")


def old_matches(before: str) -> list[tuple[str, list[object]]]:
    """The end of queries, with their values, that together find all matches whose last event is older than a time."""
    return [(_OLD, [is_open, state, before, before]) for is_open, state in _KINDS]


def time_before(now: datetime, ago: timedelta) -> str:
    """A time as entries have it."""
    then = now - ago
    return f"{then:%Y-%m-%dT%H:%M:%S}.{then.microsecond // 1000:03}Z"


# ------------------------------------------------------------ deleting


def _delete_one(within: Transaction, match: str) -> Report:
    listed = within.rows(Summary._make, _LISTED, match)
    last = within.rows(_Last._make, _LAST, match)
    if not listed and (not last or last[0].kind == DELETED):
        return Report(problem=f"There is no match {quoted(match)} in the store.")
    now = datetime.now(UTC)
    if listed and listed[0].state != OVER and last and last[0].at >= time_before(now, ABANDONED):
        return Report(
            problem=f"Match {match} is running: it is not over, and its last event was at {last[0].at}. "
            "It can be deleted when it is over, or when nothing has happened in it for a day."
        )
    _forget_old_marks(within, now)
    if not _delete(within, match, now):
        return Report(problem=f"Something has just happened in match {match}: try again.")
    return Report([match])


def _prune(within: Transaction, before: str, most: int) -> Report:
    """Delete in the order of the ids, the same everywhere, so that two servers never deadlock."""
    now = datetime.now(UTC)
    _forget_old_marks(within, now)
    found: list[str] = []
    for query, values in old_matches(before):
        limit = most - len(found)
        if limit > 0:
            found += [row.text for row in within.rows(_Text._make, f"SELECT id {query} LIMIT {limit}", *values)]
    return Report([match for match in sorted(found) if _delete(within, match, now)])


def _delete(within: Transaction, match: str, now: datetime) -> bool:
    """Replace the log of a match by the marks; False if something has been added to it at this moment."""
    last = within.rows(_Last._make, _LAST, match)
    end, at = last[0].sequence + 1 if last else 2, time_before(now, timedelta())
    if not within.run(statements.ADD_ENTRY, *Entry(match, end, f"@{DELETED}", DELETED, "{}", "{}", at)):
        return False
    for listed in within.rows(Summary._make, _LISTED, match):
        within.run(_FORGET_RESULT, listed.game, listed.options, match)
        within.run(_UNLINK_RESULT, listed.game, listed.options, match)
    within.run(_FIRST_MARK, DELETED, match)
    within.run(_DELETE_EVENTS, match, end)
    within.run(_DELETE_SUMMARY, match)
    within.run(_REMEMBER, match, at)
    within.announce(match, end)
    return True


def _forget_old_marks(within: Transaction, now: datetime) -> None:
    for (match,) in within.rows(_Text._make, _OLD_MARKS, time_before(now, _MARKED)):
        within.run("DELETE FROM events WHERE match = ?", match)
        within.run("DELETE FROM deletions WHERE match = ?", match)


# ------------------------------------------------------------ renaming


def _rename(within: Transaction, match: str, old: str, new: str) -> Report | None:
    """Rewrite the events that have the name, and add one that tells every server and client; None to try again.

    The new event comes first: if it does not fit, nothing has been changed.
    """
    last, listed = within.rows(_Last._make, _LAST, match), within.rows(Summary._make, _LISTED, match)
    if not last or not listed:
        return Report(problem=f"There is no match {quoted(match)} in the store.")
    names = msgspec.json.decode(listed[0].names, type=list[str])
    name = make_distinct(new, [other for other in names if other != old])
    changed: dict[int, Created | Joined | Renamed] = {}
    seat: Seat | None = None
    for sequence, kind, body in within.rows(_Named._make, _NAMED, match):
        event = decode_event(kind, body)
        if isinstance(event, Created) and old in event.names:
            seat = event.names.index(old) + 1
            changed[sequence] = event._replace(names=tuple(name if one == old else one for one in event.names))
        elif isinstance(event, Joined | Renamed) and event.name == old:
            seat = event.seat
            changed[sequence] = event._replace(name=name)
    if seat is None:
        return Report(problem=f"Nobody in match {match} is called {quoted(old)}.")
    names = [name if one == old else one for one in names]
    number, at = last[0].sequence + 1, time_before(datetime.now(UTC), timedelta())
    told = _body(Renamed(names[seat - 1], seat))
    if not within.run(statements.ADD_ENTRY, *Entry(match, number, f"@renamed-{number}", "renamed", told, "{}", at)):
        return None
    for sequence, rewritten in changed.items():
        within.run("UPDATE events SET body = ? WHERE match = ? AND sequence = ?", _body(rewritten), match, sequence)
    within.run("UPDATE matches SET names = ? WHERE id = ?", msgspec.json.encode(names).decode(), match)
    _rename_result(within, listed[0], old, name)
    within.announce(match, number)
    return Report([match])


def _rename_result(within: Transaction, listed: Summary, old: str, new: str) -> None:
    """Enter the result of a match under the new name: it ranks if that name has no better one."""
    for result in within.rows(Result._make, _RESULT_OF, listed.game, listed.options, listed.id, old):
        within.run(_FORGET_RESULT, listed.game, listed.options, listed.id)
        enter = statements.COUNT_RESULT if new == NAMELESS else statements.PUT_RESULT
        within.run(enter, *result._replace(player=new).row)


def _body(event: Created | Joined | Renamed) -> str:
    return msgspec.json.encode(encode_event(event)[1]).decode()
