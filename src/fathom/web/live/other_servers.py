"""The other servers that share a store: they are told who is here, and tell who is there."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable

from fathom.core.outcome import Seat
from fathom.errors import StoreError
from fathom.storage.journal.group import Journal
from fathom.storage.journal.presences import exchange, leave, read_elsewhere
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.people import People, seats_here

#: How often a server with players renews its lease, which lasts several times as long.
BEAT_SECONDS = 5.0
#: All that comes in the meantime is exchanged together, so that players who come and go cost no more than this.
_PAUSE_SECONDS = 0.1
_NOBODY: frozenset[Seat] = frozenset()


class OtherServers:
    """What one server exchanges with the others, in one transaction at a time."""

    def __init__(self, journal: Journal, tell: Callable[[LiveMatch, People], None]) -> None:
        """`tell` is called for every match looked at, when it is known who is elsewhere."""
        self.own = secrets.token_hex(8)
        self._journal = journal
        self._tell = tell
        #: Who is here, as the others know it; unknown after a failure, when it may have been written or not.
        self._written: dict[LiveMatch, frozenset[Seat]] = {}
        self._is_certain = True
        #: The matches to look at, in order.
        self._waiting: dict[LiveMatch, None] = {}
        self._wanted = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def look(self, live: LiveMatch) -> None:
        """Tell the others who is here, if that has changed, and find out who is elsewhere."""
        self._waiting[live] = None
        self._wanted.set()
        if self._running is None:
            self._running = asyncio.create_task(self._run())

    async def read(self, live: LiveMatch) -> frozenset[Seat]:
        """The seats of a match whose players are elsewhere at this moment."""
        return await self._journal.read(lambda ledger: read_elsewhere(ledger, self.own, live.id))

    async def close(self) -> None:
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            with contextlib.suppress(StoreError):  # then the lease runs out
                await self._journal.read(lambda ledger: leave(ledger, self.own))

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wanted.wait()
            self._wanted.clear()
            waiting, self._waiting = list(self._waiting), {}
            if waiting or self._written:
                await self._exchange(waiting)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _exchange(self, lives: list[LiveMatch]) -> None:
        """Exchange what there is; after a failure everything again, with the next beat."""
        here = {live: seats_here(live) for live in lives}
        changed = [live.id for live, seats in here.items() if seats != self._written.get(live, _NOBODY)]
        written = {live: seats for live, seats in {**self._written, **here}.items() if seats}
        present = {live.id: seats for live, seats in written.items()}
        wanted, asked = changed if self._is_certain else None, [live.id for live in lives]
        try:
            elsewhere = await self._journal.read(lambda ledger: exchange(ledger, self.own, present, wanted, asked))
        except StoreError:
            self._is_certain = False
            self._waiting = dict.fromkeys(lives) | self._waiting
            return
        self._written, self._is_certain = written, True
        for live in lives:
            if live.people:
                live.people.elsewhere = elsewhere.get(live.id, _NOBODY)
                self._tell(live, live.people)
