"""Telling the players of a match between people who is here: which of them have its page open, at any server."""

from __future__ import annotations

import asyncio

from fathom.storage.journal.group import Journal
from fathom.storage.journal.presences import Hint
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.other_servers import OtherServers
from fathom.web.live.people import People

#: A change is told after this long: a page that is loaded again comes back, and nobody is told more often.
SETTLED_SECONDS = 2.0


class Presences:
    """Tells the listeners of matches who is here."""

    def __init__(self, journal: Journal, *, is_shared: bool) -> None:
        #: The matches that are about to be looked at, with one timer for each.
        self._due: dict[LiveMatch, asyncio.TimerHandle] = {}
        self._others = OtherServers(journal, self._tell) if is_shared else None

    @property
    def is_shared(self) -> bool:
        """May players be at other servers?"""
        return self._others is not None

    def note(self, live: LiveMatch) -> None:
        """A socket of a match has come or gone, or its page was shown or hidden."""
        if live.people is None:
            return
        live.people.note_presence(live)  # at once: whoever comes back for a moment has not been away all the time
        if live not in self._due:
            self._due[live] = asyncio.get_running_loop().call_later(SETTLED_SECONDS, self._look, live)

    def is_news(self, hint: Hint) -> bool:
        """Is it about another server?"""
        return self._others is not None and hint.server != self._others.own

    async def catch_up(self, live: LiveMatch) -> None:
        """Find out who is at other servers, before a client is told, and before a match is claimed."""
        if self._others and live.people:
            live.people.elsewhere = await self._others.read(live)

    async def close(self) -> None:
        for handle in self._due.values():
            handle.cancel()
        self._due.clear()
        if self._others:
            await self._others.close()

    def _look(self, live: LiveMatch) -> None:
        del self._due[live]
        if live.people is None:
            return
        if self._others:
            self._others.look(live)
        else:
            self._tell(live, live.people)

    def _tell(self, live: LiveMatch, people: People) -> None:
        people.note_presence(live)
        for listener in list(live.listeners):
            listener.show_presence(live)
