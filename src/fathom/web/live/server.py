"""What the parts of a running server share."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from fathom.storage.journal import is_shared, open_ledger
from fathom.storage.journal.group import Journal
from fathom.web.http.limits import Addresses, Limits, Sockets
from fathom.web.http.metrics import Metrics
from fathom.web.http.settings import Settings
from fathom.web.live.matches import House

_THINKERS = 2
#: The thread of the journal gets its turn this soon, however busy the loop is: a tenth of Python's default.
_TURN_SECONDS = 0.0005


class Server:
    """One server process: its house, its limits and what it counts."""

    def __init__(self, settings: Settings, house: House) -> None:
        limits: Limits = settings.limits
        self.settings = settings
        self.house = house
        self.metrics = house.metrics
        self.limits = limits
        self.new_matches = Addresses("new matches", limits.matches_per_minute / 60, limits.matches_per_minute)
        self.requests = Addresses("requests", limits.requests_per_second, 3 * limits.requests_per_second)
        self.sockets = Sockets(limits.sockets_per_address)
        #: How many requests may think at once; the others wait, and the sockets are served meanwhile.
        self.thinking = asyncio.Semaphore(_THINKERS)


@contextlib.asynccontextmanager
async def running(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """Open the store, serve, and close it when everything acknowledged has been written."""
    sys.setswitchinterval(_TURN_SECONDS)
    ledger = await asyncio.to_thread(open_ledger, settings.store)
    house = House(Journal(ledger), Metrics(), is_shared=is_shared(settings.store))
    loop = asyncio.get_running_loop()
    ledger.listen(lambda match, sequence: _pass_on(loop, house, match, sequence))
    app.state.server = Server(settings, house)
    try:
        yield
    finally:
        await house.close()


def _pass_on(loop: asyncio.AbstractEventLoop, house: House, match: str, sequence: int) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody listens any more
        loop.call_soon_threadsafe(house.heard, match, sequence)


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request came to."""
    server: Server = connection.app.state.server
    return server


def address_of(connection: HTTPConnection) -> str:
    """Where a request came from, as far as the network tells."""
    return connection.client.host if connection.client else "unknown"
