"""Who waits for an opponent: rows that are renewed while a player is connected, and taken by at most one request.

A row is only a hint that somebody is there. What is offered, and who has accepted it, is in the log of the match.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from fathom.storage.journal import Ledger, Transaction

#: The row of no match: whoever writes it makes the others wait until the end of the transaction.
_GUARD: Final = ""
_PUT: Final = """
    INSERT INTO challenges (match, game, quick, made, keeper, at, taken) VALUES (?, ?, ?, ?, ?, ?, '')
    ON CONFLICT (match) DO UPDATE SET keeper = excluded.keeper, at = excluded.at, taken = ''
    WHERE challenges.taken = '' OR challenges.at < ?
"""
_QUICK: Final = """
    SELECT match FROM challenges
    WHERE at >= ? AND taken = '' AND quick = 1 AND match <> ? AND (game = ? OR game = '' OR ? = '')
    ORDER BY made, match LIMIT 1
"""
_TAKE: Final = "UPDATE challenges SET taken = ?, at = ? WHERE match = ? AND taken = ''"
_TAKEN: Final = "SELECT match FROM challenges WHERE taken = ? ORDER BY at DESC LIMIT 10"


class Waiting(NamedTuple):
    """Somebody who waits in a match; `game` is empty if any game will do."""

    match: str
    game: str
    quick: bool
    made: str
    keeper: str
    at: str


class Wanted(NamedTuple):
    """What somebody looks for: a game, or any if it is empty, offered by whoever was there `since` a time.

    `request` is a hash of the request, `at` its time.
    """

    game: str
    since: str
    request: str
    at: str


class _Text(NamedTuple):
    text: str

    @classmethod
    def of(cls, row: Iterable[object]) -> _Text:
        (text,) = row
        return cls(str(text))


def put_challenge(ledger: Ledger, waiting: Waiting, stale: str, forgotten: str) -> None:
    """Write down that somebody is waiting.

    A row that a request has taken is free again if that was before the time `stale`, because nobody has come of it.
    Rows older than `forgotten` are deleted.
    """
    ledger.transact(lambda within: _put(within, waiting, stale, forgotten))


def _put(within: Transaction, waiting: Waiting, stale: str, forgotten: str) -> None:
    match, game, quick, made, keeper, at = waiting
    within.run("DELETE FROM challenges WHERE at < ? AND match <> ?", forgotten, _GUARD)
    within.run(_PUT, match, game, int(quick), made, keeper, at, stale)


def is_waiting(ledger: Ledger, match: str, since: str) -> bool:
    """Is somebody waiting in a match, who was there since a time, and has nobody taken it?"""
    query = "SELECT match FROM challenges WHERE match = ? AND at >= ? AND taken = ''"
    return bool(ledger.transact(lambda within: within.rows(_Text.of, query, match, since)))


def take_challenge(ledger: Ledger, wanted: Wanted) -> str | None:
    """Take the one that has been waiting longest: no other request gets it. None, if nobody fits.

    The same request gets what it has taken before.
    """
    return ledger.transact(lambda within: _take(within, wanted, _GUARD))


def take_or_wait(ledger: Ledger, wanted: Wanted, waiting: Waiting) -> str | None:
    """The same, but if nobody fits, write down that this one is waiting."""

    def run(within: Transaction) -> str | None:
        found = _take(within, wanted, waiting.match)
        if found is None:
            _put(within, waiting, waiting.at, "")
        return found

    return ledger.transact(run)


def _take(within: Transaction, wanted: Wanted, own: str) -> str | None:
    """Two requests at the same moment come one after the other, so that the second finds the first."""
    within.run(_PUT, _GUARD, "", 0, "", "", "", "")
    if before := within.rows(_Text.of, _TAKEN, wanted.request):
        return before[0].text
    while found := within.rows(_Text.of, _QUICK, wanted.since, own, wanted.game, wanted.game):
        match = found[0].text
        if within.run(_TAKE, wanted.request, wanted.at, match):
            return match
    return None


def taken_by(ledger: Ledger, request: str) -> list[str]:
    """What a request has taken before, the latest first."""
    return [row.text for row in ledger.transact(lambda within: within.rows(_Text.of, _TAKEN, request))]


def remove_challenge(ledger: Ledger, match: str, keeper: str = "") -> None:
    """Nobody waits there any more; with `keeper`, only if the player has not been seen by another server since.

    What a request has taken stays for a while, so that the same request finds it again.
    """
    by_keeper = " AND keeper = ?" if keeper else ""
    values = (match, keeper) if keeper else (match,)
    statement = f"DELETE FROM challenges WHERE match = ? AND taken = ''{by_keeper}"
    ledger.transact(lambda within: within.run(statement, *values))


def give_up_challenge(ledger: Ledger, match: str, request: str) -> None:
    """A request has taken it, but nobody was there any more."""
    statement = "DELETE FROM challenges WHERE match = ? AND taken = ?"
    ledger.transact(lambda within: within.run(statement, match, request))
