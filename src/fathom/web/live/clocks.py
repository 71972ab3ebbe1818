"""The clocks of matches: a timer for each that runs, and the outages during which none does.

Times are those of the log: a turn goes from the event that began it to the event that ended it. A timer only sees to it
that somebody looks when the time should be up; what it finds in the log then decides.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fathom.core.clock import Span
from fathom.errors import StoreError
from fathom.storage.journal.group import Journal
from fathom.storage.journal.uptimes import Uptime, note_uptime, outages_between, read_uptimes
from fathom.web.live.background import Background
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.moments import now, time_in_milliseconds

#: How often a server writes down that it is up; after a crash, players get back at most this much.
BEAT_SECONDS = 5.0
#: When nothing has been written for this long, there was an outage, whatever the reason.
_TOLERANCE_SECONDS = 2 * BEAT_SECONDS
#: The most timers of a process, and for the matches of one visitor. Without one, the time of a match is up when
#: somebody looks at it next.
MOST_TIMERS, MOST_OF_ONE = 10_000, 1_000
#: Another server may have taken a move at the last moment, and this one hears of it a little later.
_SHARED_GRACE_SECONDS = 0.5
_RETRY_SECONDS = 1.0

#: Ends a match if its time is up; returns it, to be watched over if it goes on, or None if there is no such match.
TimeIsUp = Callable[[str], Awaitable[LiveMatch | None]]


class _Timer(NamedTuple):
    sequence: int
    handle: asyncio.TimerHandle
    #: Whose match it is.
    owner: str


class Clocks:
    """The clocks of one server process."""

    def __init__(self, journal: Journal, background: Background, time_is_up: TimeIsUp, *, is_shared: bool) -> None:
        self._journal = journal
        self._background = background
        self._time_is_up = time_is_up
        self._is_shared = is_shared
        self._timers: dict[str, _Timer] = {}
        #: The matches whose time has just been up: they have no timer until somebody has looked.
        self._looked_at: set[str] = set()
        self._owned: Counter[str] = Counter()
        self._beating: asyncio.Task[None] | None = None
        self._began = now()
        #: The same list for all matches.
        self.outages: list[Span] = []

    async def open(self) -> None:
        """Find out about outages, if any match of the store has ever had a clock."""
        if await self._journal.read(read_uptimes):
            await self._beat()
            self._keep_beating()

    async def close(self) -> None:
        """Stop the timers, and write down until when this server was up."""
        for timer in self._timers.values():
            timer.handle.cancel()
        self._timers.clear()
        self._owned.clear()
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            with contextlib.suppress(StoreError):
                await self._beat()

    async def catch_up(self) -> None:
        """Learn of an outage that has only just ended, before anybody loses by it."""
        await self._beat()

    @property
    def running(self) -> int:
        """How many timers there are."""
        return len(self._timers)

    def watch(self, live: LiveMatch) -> None:
        """See to it that the time of a match ends when it is up. To be called after every event."""
        times = live.times
        if times is None:
            return
        times.outages = self.outages
        if not self._beating:
            self._keep_beating()
        if live.id in self._looked_at:
            return
        left = times.left(times.runs, time_in_milliseconds()) if times.runs else None
        timer = self._timers.get(live.id)
        if timer and timer.sequence == live.sequence and left:
            return
        if timer:
            self._drop_timer(live.id).handle.cancel()
        if left is not None and len(self._timers) < MOST_TIMERS and self._owned[live.owner] < MOST_OF_ONE:
            grace = _SHARED_GRACE_SECONDS if self._is_shared else 0.0
            self._set_timer(live.id, live.sequence, live.owner, left / 1000 + grace)

    def _set_timer(self, match_id: str, sequence: int, owner: str, seconds: float) -> None:
        handle = asyncio.get_running_loop().call_later(seconds, self._fire, match_id)
        self._timers[match_id] = _Timer(sequence, handle, owner)
        self._owned[owner] += 1

    def _drop_timer(self, match_id: str) -> _Timer:
        timer = self._timers.pop(match_id)
        self._owned[timer.owner] -= 1
        if not self._owned[timer.owner]:
            del self._owned[timer.owner]
        return timer

    def _fire(self, match_id: str) -> None:
        timer = self._drop_timer(match_id)
        if match_id not in self._looked_at:
            self._looked_at.add(match_id)
            self._background.start(self._look(match_id, timer))

    async def _look(self, match_id: str, fired: _Timer) -> None:
        try:
            live = await self._time_is_up(match_id)
        except StoreError:  # then again, until the store is back
            self._set_timer(match_id, fired.sequence, fired.owner, _RETRY_SECONDS)
            return
        finally:
            self._looked_at.discard(match_id)
        if live:
            self.watch(live)

    # ------------------------------------------------------------ outages

    def _keep_beating(self) -> None:
        self._beating = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while True:
            with contextlib.suppress(StoreError):  # a store that is away is an outage
                await self._beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        """Write down that this server is up. One that has its store to itself knows that nobody was before it."""
        at = now()
        since = _earlier(at, _TOLERANCE_SECONDS)
        if not self._is_shared:
            since = max(since, self._began)
        uptimes: list[Uptime] = await self._journal.read(lambda ledger: note_uptime(ledger, at, since))
        self.outages[:] = outages_between(uptimes)


def _earlier(at: str, seconds: float) -> str:
    then = datetime.fromisoformat(at).astimezone(UTC) - timedelta(seconds=seconds)
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
