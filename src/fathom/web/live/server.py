"""The shared state of one running application: its matches, limits and counters."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from starlette.requests import HTTPConnection

from fathom.storage.journal import is_shared, open_ledger
from fathom.storage.journal.group import Journal
from fathom.web.http.limits import Addresses, Limits, Sockets
from fathom.web.http.metrics import Metrics
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.matches import Matches
from fathom.web.live.readiness import Readiness
from fathom.web.thinking.queue import Runner, Thinking


class Server:
    """The state of one application while its store is open. Two applications share nothing."""

    def __init__(self, matches: Matches, limits: Limits, thinking: Thinking, new_matches: Addresses) -> None:
        self.matches = matches
        self.metrics = matches.metrics
        self.limits = limits
        self.loop = asyncio.get_running_loop()
        self.new_matches = new_matches
        self.sockets = Sockets(limits.sockets_per_address)
        self.thinking = thinking
        self.readiness = Readiness(matches.journal)
        #: The boards of live matches in the list, and the event after which each was drawn.
        self.drawings: WeakKeyDictionary[LiveMatch, tuple[int, str]] = WeakKeyDictionary()

    async def close(self) -> None:
        """Close the store when everything acknowledged has been written."""
        await self.readiness.close()
        await self.thinking.close()
        await self.matches.close()


async def open_server(store: str, limits: Limits, metrics: Metrics, runners: Sequence[Runner]) -> Server:
    """Open the store, a file or a PostgreSQL URL, and listen to what other servers write to it."""
    ledger = await asyncio.to_thread(open_ledger, store)
    thinking = Thinking(runners)
    new_matches = Addresses("new matches", limits.matches_per_minute / 60, limits.matches_per_minute)
    matches = Matches(Journal(ledger), metrics, thinking, charge=new_matches.take, is_shared=is_shared(store))
    loop = asyncio.get_running_loop()
    ledger.listen(lambda match, sequence: _pass_on(loop, matches, match, sequence))
    return Server(matches, limits, thinking, new_matches)


def _pass_on(loop: asyncio.AbstractEventLoop, matches: Matches, match: str, sequence: int) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(matches.look_for_news, match, sequence)


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request came to."""
    server: Server = connection.app.state.server
    return server
