"""The connections of one server: how many each address may have, how long one may dawdle, and who was cut off, and why.

Nothing here knows uvicorn; `uvicorn_http.py` tells what it sees of a connection, and does what is decided here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol

import msgspec

from fathom.web.http.limits import Sockets

log = logging.getLogger("fathom.connections")

#: The key under which an application's lifespan hands its `Connections` to the server's protocol.
STATE: Final = "fathom.connections"
#: The connections that an address may have besides its sockets.
BESIDES_SOCKETS = 100
#: Files that a server needs besides connections: its store, its log, the pipes of its processes.
_OTHER_FILES = 100
_SWEEP_SECONDS = 1.0
#: Between two lines of the log about the same reason.
_LOG_SECONDS = 10.0


class Reason(NamedTuple):
    """Why a connection is refused or cut off. Without a status, there is nobody to be told."""

    code: str
    message: str
    status: HTTPStatus | None = None

    def response(self) -> bytes:
        """The whole response, in the shape of every error, after which the connection ends."""
        assert self.status is not None
        body = msgspec.json.encode({"error": {"code": self.code, "message": self.message}})
        return (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n"
            "content-type: application/json\r\n"
            f"content-length: {len(body)}\r\n"
            "cache-control: no-store\r\n"
            "x-content-type-options: nosniff\r\n"
            "connection: close\r\n\r\n"
        ).encode() + body


class Watched(Protocol):
    """A connection that is looked at every second."""

    def check(self, now: float) -> None:
        """Cut it off if it has taken too long."""


class Connections:
    """The open connections of one server. `count` is told the code of every refusal."""

    def __init__(self, sockets_per_address: int, count: Callable[[str], None]) -> None:
        self.per_address = sockets_per_address + BESIDES_SOCKETS
        self._addresses = Sockets(self.per_address)
        self._most = _most_connections()
        self._open = 0
        self._count = count
        self._watched: set[Watched] = set()
        self._sweeping: asyncio.TimerHandle | None = None
        #: By code: when it was logged last, and how often it has happened since.
        self._logged: dict[str, tuple[float, int]] = {}

    def enter(self, address: str) -> Reason | None:
        """Count one more connection; or say why it is one too many. An empty address is a proxy's."""
        if self._open >= self._most:
            full = f"This server has all the connections that it can hold ({self._most:,}): try again later."
            return Reason("too-many-connections", full, HTTPStatus.SERVICE_UNAVAILABLE)
        if address and not self._addresses.enter(address):
            many = f"Your address has {self.per_address:,} connections open, which is the most: close some of them."
            return Reason("too-many-connections", many, HTTPStatus.TOO_MANY_REQUESTS)
        self._open += 1
        return None

    def leave(self, address: str) -> None:
        """A connection that had entered has ended."""
        self._open -= 1
        if address:
            self._addresses.leave(address)

    def watch(self, connection: Watched) -> None:
        """Look at it every second from now on."""
        self._watched.add(connection)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)

    def forget(self, connection: Watched) -> None:
        """Look at it no more."""
        self._watched.discard(connection)

    def _sweep(self) -> None:
        now = time.monotonic()
        for connection in list(self._watched):
            connection.check(now)
        again = bool(self._watched)
        self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep) if again else None

    def note(self, reason: Reason, address: str) -> None:
        """Count a refusal, and log it, unless the same has just been logged: a flood is one line now and then."""
        self._count(reason.code)
        now = time.monotonic()
        at, missed = self._logged.get(reason.code, (now - _LOG_SECONDS, 0))
        if now - at < _LOG_SECONDS:
            self._logged[reason.code] = at, missed + 1
            return
        self._logged[reason.code] = now, 0
        more = f" ({missed:,} more since the last line)" if missed else ""
        log.warning("connection ended%s", more, extra={"reason": reason.code, "address": address})


def _most_connections() -> int:
    """As many as the system allows files, except for those that are needed otherwise."""
    try:
        import resource
    except ImportError:  # Windows has no such limit, and a browser no connections
        return 1 << 30
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 30 if files == resource.RLIM_INFINITY else max(1, files - _OTHER_FILES)
