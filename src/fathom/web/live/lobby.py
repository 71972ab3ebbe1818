"""Who waits in the lobby: challenges are open as long as the player who offers them is connected.

What is offered is in the log of a match. Besides, the store has a row for each challenge, which is renewed while its
player has a socket, and deleted when they have gone: so every server that shares the store knows who is there. After a
crash, rows that nobody renews are soon too old to count.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from fathom.core.events import Challenge
from fathom.core.outcome import other
from fathom.errors import StoreError, TooMany
from fathom.storage.journal import Ledger
from fathom.storage.journal.challenges import (
    Waiting,
    Wanted,
    give_up_challenge,
    is_waiting,
    put_challenge,
    remove_challenge,
    take_challenge,
    take_or_wait,
    taken_by,
)
from fathom.storage.journal.group import Journal
from fathom.storage.journal.orders import time_before
from fathom.storage.journal.uptimes import milliseconds
from fathom.web.http.limits import Addresses
from fathom.web.live.background import Background
from fathom.web.live.live_match import OPEN, LiveMatch
from fathom.web.live.moments import now, time_in_milliseconds
from fathom.web.live.secrets import new_id

#: The most challenges of one address that are open at the same moment: a class may share it.
MOST_OPEN = 10
#: A challenge ends by itself after so long.
OPEN_MINUTES = 60
#: A player who has not been seen for so long is not there: they have so long to connect, too.
FRESH_SECONDS = 45.0
#: How often a server writes down that a player is still there.
_RENEWED_SECONDS = 15.0
#: How often it looks who is there; only changes are written.
LOOK_SECONDS = 1.0
#: Who is gone for so long does not come back by reloading the page.
GONE_SECONDS = 3.0
#: Nobody has come of a request that took a challenge so long ago: it is free again.
_STALE_SECONDS = 10.0
#: So long a request finds again what it has taken.
_REMEMBERED = timedelta(hours=1)
#: The most challenges that a process looks after.
_MOST_WATCHED = 5000


class _Open(Struct, eq=False):
    """A challenge in this process: when it was seen first and renewed last, and since when its player is away."""

    live: LiveMatch
    since: float
    #: Has its player been here, in this process?
    was_here: bool = False
    renewed: float = float("-inf")
    away_since: float = 0.0


class Lobby:
    """The challenges that one server process knows."""

    def __init__(self, journal: Journal, background: Background, acceptances: Addresses) -> None:
        self._journal = journal
        #: Counts the challenges that visitors accept.
        self.acceptances = acceptances
        self._background = background
        self._open: dict[str, _Open] = {}
        #: How many challenges of a visitor are being written at this moment.
        self._making: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None
        #: Tells server processes apart.
        self._keeper = new_id()

    async def close(self) -> None:
        """Stop looking. The rows stay: after a restart, the players are soon back."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    # ------------------------------------------------------------ challenges

    @contextlib.contextmanager
    def making_one(self, visitor: str) -> Iterator[None]:
        """A visitor makes a challenge: it counts from here on. Raises `TooMany` if they have as many as they may."""
        self._check_room(visitor)
        self._making[visitor] += 1
        try:
            yield
        finally:
            self._making[visitor] -= 1
            if not self._making[visitor]:
                del self._making[visitor]

    def _check_room(self, visitor: str) -> None:
        if self._making[visitor] + sum(one.live.owner == visitor for one in self._open.values()) >= MOST_OPEN:
            raise TooMany(
                f"There are {MOST_OPEN} open challenges from your address, which is as many as there may be: "
                "accept one, or take one back.",
                int(FRESH_SECONDS),
            )

    def watch(self, live: LiveMatch) -> None:
        """Look after a challenge, or stop that if it is none any more. To be called after every event."""
        is_known = live.id in self._open
        if live.challenge and not is_known and len(self._open) < _MOST_WATCHED:
            self._open[live.id] = _Open(live, time.monotonic())
            if not self._looking:
                self._looking = asyncio.create_task(self._keep_looking())
        elif not live.challenge and is_known:
            del self._open[live.id]
            self._background.start(self._try(lambda ledger: remove_challenge(ledger, live.id)))

    async def offer(self, live: LiveMatch) -> None:
        """Show a new challenge, before its player is connected."""
        if live.challenge:
            await self._put(live, live.challenge)

    async def is_waiting(self, live: LiveMatch) -> bool:
        """Is the player of a challenge there?"""
        since = _ago(FRESH_SECONDS)
        return not is_too_old(live) and await self._journal.read(lambda ledger: is_waiting(ledger, live.id, since))

    async def find_waiting(self, limit: int) -> list[str]:
        """The matches in which somebody waits, on any server."""
        since = _ago(FRESH_SECONDS)
        return await self._journal.ask_lists(lambda lists: lists.challenges(since, limit))

    # ------------------------------------------------------------ looking for anybody

    async def take(self, game: str, request: str) -> str | None:
        """The match of whoever has been waiting longest, for this request alone; None if nobody fits."""
        wanted = self._wanted(game, request)
        return await self._journal.read(lambda ledger: take_challenge(ledger, wanted))

    async def take_or_wait(self, game: str, request: str, live: LiveMatch, challenge: Challenge) -> str | None:
        """The same; if nobody fits, the new challenge waits itself."""
        wanted, waiting = self._wanted(game, request), self._waiting(live, challenge)
        return await self._journal.read(lambda ledger: take_or_wait(ledger, wanted, waiting))

    async def taken_by(self, request: str) -> list[str]:
        """What a request has taken before."""
        return await self._journal.read(lambda ledger: taken_by(ledger, request))

    async def give_up(self, match_id: str, request: str) -> None:
        """A request has taken a match in which nobody waited any more."""
        await self._journal.read(lambda ledger: give_up_challenge(ledger, match_id, request))

    def _wanted(self, game: str, request: str) -> Wanted:
        return Wanted(game, _ago(FRESH_SECONDS), request, now())

    # ------------------------------------------------------------ who is there

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for one in list(self._open.values()):
                with contextlib.suppress(StoreError):  # then the next time
                    await self._look(one)

    async def _look(self, one: _Open) -> None:
        moment, challenge = time.monotonic(), one.live.challenge
        if challenge is None:
            return
        if is_too_old(one.live):
            await self._drop(one)
        elif _is_owner_here(one.live):
            one.was_here, one.away_since = True, 0.0
            if moment - one.renewed >= _RENEWED_SECONDS:
                one.renewed = moment
                await self._put(one.live, challenge)
        elif not one.was_here:
            if moment - one.since >= FRESH_SECONDS:  # so that its row is too old, unless another server renews it
                self._open.pop(one.live.id, None)
        elif not one.away_since:
            one.away_since = moment
        elif moment - one.away_since >= GONE_SECONDS:
            await self._drop(one)

    async def _drop(self, one: _Open) -> None:
        """Its player has gone, from here at least."""
        self._open.pop(one.live.id, None)
        await self._journal.read(lambda ledger: remove_challenge(ledger, one.live.id, self._keeper))

    async def _put(self, live: LiveMatch, challenge: Challenge) -> None:
        waiting, stale = self._waiting(live, challenge), _ago(_STALE_SECONDS)
        forgotten = time_before(datetime.now(UTC), _REMEMBERED)
        await self._journal.read(lambda ledger: put_challenge(ledger, waiting, stale, forgotten))

    def _waiting(self, live: LiveMatch, challenge: Challenge) -> Waiting:
        game = "" if challenge.any_game else live.match.game.name
        return Waiting(live.id, game, challenge.quick, live.events[0].at, self._keeper, now())

    async def _try(self, action: Callable[[Ledger], None]) -> None:
        with contextlib.suppress(StoreError):  # a row that is left behind is soon too old
            await self._journal.read(action)


def is_too_old(live: LiveMatch) -> bool:
    """Has a challenge been open for as long as it may?"""
    return time_in_milliseconds() - milliseconds(live.events[0].at) > 60_000 * OPEN_MINUTES


def _is_owner_here(live: LiveMatch) -> bool:
    owner = other(live.seats.index(OPEN) + 1)
    return any(listener.plays(owner) for listener in live.listeners)


def _ago(seconds: float) -> str:
    return time_before(datetime.now(UTC), timedelta(seconds=seconds))
