"""What the journal has and this process has not seen: written by another server, or by this one in doubt.

After a failure of the store it is unknown whether an event is on disk. The match is then in doubt: the journal is read
before anything else is answered, so that an answer is never a guess.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterable

from fathom.errors import NotFound, StoreError
from fathom.storage.journal import Entry, Seen
from fathom.storage.journal.events import Kind
from fathom.storage.journal.group import Journal
from fathom.storage.journal.orders import DELETED
from fathom.web.live.background import Background
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.unreadable import READING_ERRORS, UnreadableMatches

NOBODY_THERE = "There is no such match, or it is not open to watchers."
#: Later than every event: look for any.
ANY = sys.maxsize
_APPLIED_AT_ONCE = 20
_DOUBT_SECONDS = 0.5
_RENAMED: Kind = "renamed"


class News:
    """Reads events from the journal into matches in memory. Whoever reads has the turn of the match."""

    def __init__(
        self,
        journal: Journal,
        background: Background,
        unreadable: UnreadableMatches,
        tell: Callable[[LiveMatch, LoggedEvent], None],
        forget: Callable[[LiveMatch], None],
        *,
        is_shared: bool,
    ) -> None:
        """`tell` is called for every event read, `forget` for a match that has been deleted."""
        self._journal = journal
        self._background = background
        self._unreadable = unreadable
        self._tell = tell
        self._forget = forget
        self._is_shared = is_shared
        self._doubtful: set[str] = set()
        #: Matches of which there is news, and the latest event heard of.
        self._heard: dict[LiveMatch, int] = {}
        self._is_looking = False

    def is_due(self, live: LiveMatch, expected: int | None = None) -> bool:
        """Must the journal be read before an answer? Not for a command that expects what this process has seen last."""
        return live.id in self._doubtful or (self._is_shared and expected != live.sequence)

    async def catch_up(self, live: LiveMatch) -> None:
        """Apply everything acknowledged on any server, before a client is told how a match stands."""
        if self.is_due(live):
            async with live.turn:
                await self.read(live)

    async def read(self, live: LiveMatch) -> None:
        """Load and apply the events that this process has not seen; raises `NotFound` if the match is deleted."""
        after = live.sequence
        await self._take_in(live, after, await self._journal.read(lambda ledger: ledger.entries(live.id, after)))

    async def _take_in(self, live: LiveMatch, after: int, entries: list[Entry]) -> None:
        """Apply the entries that came after an event.

        A new name may have replaced an old one in events that have been seen: then all of them are loaded again.
        """
        if any(entry.kind == _RENAMED for entry in entries):
            log = await self._journal.read(lambda ledger: ledger.entries(live.id))
            if log[-1].kind != DELETED:
                live.rename_past(log[:after])
            entries = log[after:] or log[-1:]
        if entries and entries[-1].kind == DELETED:
            self._doubtful.discard(live.id)
            self._forget(live)
            raise NotFound(NOBODY_THERE)
        await self._apply(live, entries)
        self._doubtful.discard(live.id)

    async def _apply(self, live: LiveMatch, entries: Iterable[Entry]) -> None:
        for number, entry in enumerate(entries, 1):
            if entry.sequence <= live.sequence:  # one of ours, whose commit has been heard of in the meantime
                continue
            try:
                event = live.apply(entry)
            except READING_ERRORS as error:
                raise self._unreadable.report(live.id, error) from error
            self._tell(live, event)
            if number % _APPLIED_AT_ONCE == 0:
                await asyncio.sleep(0)  # others have their turn

    # ------------------------------------------------------------ other servers

    def look(self, live: LiveMatch, sequence: int) -> None:
        """Another server has written an event, or this one: read up to there, if that has not been seen by then.

        What is heard of while the journal is being read is read afterwards, in one query for all matches.
        """
        self._heard[live] = max(sequence, self._heard.get(live, 0))
        if not self._is_looking:
            self._is_looking = True
            self._background.start(self._look_around())

    async def _look_around(self) -> None:
        try:
            while self._heard:
                heard, self._heard = self._heard, {}
                unseen = {live: sequence for live, sequence in heard.items() if sequence > live.sequence}
                free = [live for live in unseen if live.turn.take()]
                for live in unseen.keys() - set(free):  # most are our own writes, which are about to be heard of
                    self._background.start(self._look_later(live, unseen[live]))
                await self._read_all(free)
        finally:
            self._is_looking = False

    async def _read_all(self, lives: list[LiveMatch]) -> None:
        """Read the news of matches whose turns have been taken, and give the turns back."""
        left = {live.id: live for live in lives}
        seen = [Seen(live.id, live.sequence) for live in lives]
        try:
            news = await self._journal.read(lambda ledger: ledger.news(seen)) if seen else {}
            for match_id, after in seen:
                with contextlib.suppress(StoreError, NotFound):
                    await self._take_in(left[match_id], after, news.get(match_id, []))
                left.pop(match_id).turn.give_back()
        except StoreError:
            pass  # the next request looks again
        finally:
            for live in left.values():
                live.turn.give_back()

    async def _look_later(self, live: LiveMatch, sequence: int) -> None:
        with contextlib.suppress(StoreError, NotFound):  # the next request looks again
            async with live.turn:
                if sequence > live.sequence:
                    await self.read(live)

    # ------------------------------------------------------------ doubt

    def doubt(self, live: LiveMatch) -> None:
        """Find out as soon as possible what is in the journal, and tell everyone."""
        if live.id not in self._doubtful:
            self._doubtful.add(live.id)
            self._background.start(self._settle(live))

    async def _settle(self, live: LiveMatch) -> None:
        await self._look_later(live, ANY)
        while live.id in self._doubtful:
            await asyncio.sleep(_DOUBT_SECONDS)
            await self._look_later(live, ANY)
