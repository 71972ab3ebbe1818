"""HTTP under `fathom serve`: uvicorn's protocols, with bounds on what one connection may send, hold and keep waiting.

    the head of a request      at most 32 kB and 200 lines
    its body                   at most 1 MB and 20,000 line ends, even if nobody reads it
    requests sent ahead        one at a time is parsed and answered; at most 64 kB wait
    time                       20 seconds for a head, and for every 64 kB of a body or of an unread response

uvicorn by itself waits forever for a head, reads heads of any size, and makes objects of everything that is sent ahead.
This depends on internals of uvicorn, whose version is bounded in `pyproject.toml`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol, cast

import h11
from uvicorn._types import ASGI3Application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from fathom.web.http.connections import STATE, Connections, Reason
from fathom.web.http.limits import network_of

MOST_HEAD, MOST_LINES = 32 * 1024, 200
#: A chunk of a body has two line ends, and each takes as long as many bytes.
_MOST_BODY, _MOST_LINE_ENDS = 1024 * 1024, 20_000
_MOST_AHEAD = 64 * 1024
#: The bytes that are parsed before it is looked whether a request waits for its answer, and before others have a turn:
#: they may be a thousand chunks of a body.
_PARSED_AT_ONCE, _PARSED_IN_A_ROW = 1024, 2 * 1024
_END_OF_HEAD = b"\r\n\r\n"
_SECONDS, _BYTES = 20.0, 64 * 1024
#: How long a client that was refused may take to read why, and how much it may still send.
_LINGER_SECONDS, _MOST_LINGERING = 5.0, 256 * 1024

_BAD = Reason("bad-request", "This is not an HTTP request that the server can read.", HTTPStatus.BAD_REQUEST)
_LARGE_HEAD = Reason(
    "head-too-large",
    f"The head of the request is too large: at most {MOST_HEAD:,} bytes and {MOST_LINES} lines.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
)
_LARGE_BODY = Reason(
    "body-too-large",
    f"The server reads at most {_MOST_BODY:,} bytes of a body, and {_MOST_LINE_ENDS:,} line ends: a chunk has two.",
)
_AHEAD = Reason("sent-ahead", f"At most {_MOST_AHEAD:,} bytes may be sent before the answer is read.")
_SLOW = Reason(
    "request-timeout",
    f"This request was too slow: {_SECONDS:.0f} seconds for the head, and for every {_BYTES:,} bytes of the body.",
    HTTPStatus.REQUEST_TIMEOUT,
)
_SILENT = Reason("silent-connection", "Nothing has been sent.")
_UNREAD = Reason("unread-response", "The response was not read in time.")

#: What uvicorn says of each bad request; here it is counted instead.
_COUNTED = {"Invalid HTTP request received.", "Unsupported upgrade request."}
_log = logging.getLogger("fathom.http")
_log.addFilter(lambda record: record.msg not in _COUNTED)


class Place:
    """The place of one connection among those of its address, which it keeps when it becomes a socket."""

    def __init__(self, connections: Connections, address: str) -> None:
        self._connections = connections
        self._address = address
        self._is_taken = True

    def leave(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._connections.leave(self._address)


class Placed(asyncio.Protocol):
    """A protocol that gives a place back when its connection is lost."""

    place: Place | None = None

    def give_place_back(self) -> None:
        if self.place:
            self.place.leave()


class Cycle(Protocol):
    """A request and its response, as uvicorn has them."""

    disconnected: bool
    response_started: bool
    response_complete: bool
    message_event: asyncio.Event


if TYPE_CHECKING:

    class _UvicornProtocol(asyncio.Protocol):
        """What both of uvicorn's protocols have."""

        app: ASGI3Application
        app_state: dict[str, object]
        client: tuple[str, int] | None
        flow: FlowControl
        logger: logging.Logger
        loop: asyncio.AbstractEventLoop
        timeout_keep_alive_task: asyncio.TimerHandle | None
        transport: asyncio.Transport

        def _unset_keepalive_if_required(self) -> None: ...
        def on_response_complete(self) -> None: ...
        def shutdown(self) -> None: ...

else:
    _UvicornProtocol = object


class BoundedProtocol(Placed, _UvicornProtocol):
    """What the bounds of both protocols have in common. It comes before uvicorn's class."""

    _connections: Connections
    _address = ""
    #: Received, but not parsed: the requests before have not been answered.
    _rest = b""
    #: The size of the head so far, and its lines; the size of the body, and its line ends.
    _head, _lines, _body, _line_ends = 0, 0, 0, 0
    #: When the connection began to wait for the client, and when the client began to leave something unread.
    _since = 0.0
    _unread_since: float | None = None
    _unread = 0
    _reason: Reason | None = None
    _lingering = 0

    # ------------------------------------------------------------ what the two differ in

    @property
    def _last(self) -> Cycle | None:
        """The last request that was parsed."""
        raise NotImplementedError

    def _is_in_body(self) -> bool:
        """Is more of a body to come?"""
        raise NotImplementedError

    def _is_behind(self) -> bool:
        """Has a whole request been parsed that is not answered?"""
        raise NotImplementedError

    def _break_cycles(self) -> None:
        """Nothing more is parsed: drop what would keep this alive until the garbage collector finds it."""

    def _is_answering(self) -> bool:
        """Has the last request that was parsed not been answered completely?"""
        return self._last is not None and not self._last.response_complete

    # ------------------------------------------------------------ the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast("asyncio.Transport", transport)
        super().connection_made(transport)
        self.logger = _log
        self._since = time.monotonic()
        given = self.app_state.get(STATE)
        self._connections = given if isinstance(given, Connections) else Connections(1 << 30, lambda _code: None)
        host = self.client[0] if self.client else ""
        proxies = self.app.trusted_hosts if isinstance(self.app, ProxyHeadersMiddleware) else ()
        self._address = "" if host in proxies else network_of(host)
        if reason := self._connections.enter(self._address):
            self._reason = reason
            self._connections.note(reason, self._address)
            transport.write(reason.response())
            transport.close()  # without waiting: there are too many already
        else:
            self.place = Place(self._connections, self._address)
        self._connections.watch(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.forget(self)
        self.give_place_back()
        self._rest = b""
        super().connection_lost(exc)

    def shutdown(self) -> None:
        if self._reason:
            self.transport.abort()
        else:
            super().shutdown()

    # ------------------------------------------------------------ receiving

    def data_received(self, data: bytes) -> None:
        if self._reason:
            self._linger(len(data))
            return
        if self.timeout_keep_alive_task is not None:  # the connection was idle
            self._since = time.monotonic()
        if self._rest or self._is_behind():
            self._rest += data
            if len(self._rest) > _MOST_AHEAD and self._is_behind():
                self.refuse(_AHEAD)
        else:
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        """Have uvicorn parse it, up to the end of a request or until others have their turn."""
        view, at = memoryview(data), 0
        while at < len(data) and not self._reason:
            if at >= _PARSED_IN_A_ROW:
                self._rest = data[at:]
                self.transport.pause_reading()
                self.loop.call_soon(self._take_turn)
                return
            piece = bytes(view[at : at + _PARSED_AT_ONCE]) if len(data) > _PARSED_AT_ONCE else data
            at += len(piece)
            if not self._is_within_bounds(piece):
                return
            before = self._last
            super().data_received(piece)
            if self._has_become_socket() or self.transport.is_closing():
                return
            if self._last is not before:
                self._head = self._lines = self._body = self._line_ends = 0
                self._unread_since = None
            if self._is_behind():
                self.flow.resume_reading()  # else nobody notices when the client hangs up
                self._rest = data[at:]
                return

    def _is_within_bounds(self, piece: bytes) -> bool:
        if self._is_in_body():
            self._body += len(piece)
            self._line_ends += piece.count(b"\r\n")
            if self._body > _MOST_BODY or self._line_ends > _MOST_LINE_ENDS:
                self.refuse(_LARGE_BODY)
                return False
        else:
            self._head += len(piece)
            self._lines += piece.partition(_END_OF_HEAD)[0].count(b"\n")
            if self._head > MOST_HEAD + _PARSED_AT_ONCE or self._lines > MOST_LINES:
                self.refuse(_LARGE_HEAD)
                return False
        return True

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._has_become_socket():
            return
        self._since = time.monotonic()
        if self._rest:
            self._unset_keepalive_if_required()
            self.loop.call_soon(self._parse_rest)

    def _take_turn(self) -> None:
        """Go on with what was left for others to have their turn."""
        if not self.transport.is_closing():
            if not self.flow.read_paused:
                self.transport.resume_reading()
            self._parse_rest()

    def _parse_rest(self) -> None:
        if self._rest and not self._is_behind() and not self.transport.is_closing():
            rest, self._rest = self._rest, b""
            self._parse(rest)

    # ------------------------------------------------------------ ending it

    def check(self, now: float) -> None:
        if self._reason:
            if now - self._since > _LINGER_SECONDS:
                self.transport.abort()
        elif self._is_waiting() and now - self._since > _SECONDS * (1 + self._body // _BYTES):
            self.refuse(_SLOW if self._head or self._is_in_body() else _SILENT)
        else:
            self._check_unread(now)

    def _is_waiting(self) -> bool:
        """Is the server waiting for the client to send a request, or the rest of one?"""
        is_idle = self.timeout_keep_alive_task is not None  # uvicorn ends it soon
        return not is_idle and not self._is_behind() and not self.transport.is_closing()

    def _check_unread(self, now: float) -> None:
        unread = self.transport.get_write_buffer_size()
        if not unread:
            self._unread_since = None
        elif self._unread_since is None:
            self._unread_since, self._unread = now, unread
        elif now - self._unread_since > _SECONDS * (1 + self._unread // _BYTES):
            self.refuse(_UNREAD)

    def refuse(self, reason: Reason) -> None:
        """End the connection; tell the client why, if it is not in the middle of a response."""
        if self._reason:
            return
        self._reason, self._rest, self._since = reason, b"", time.monotonic()
        self._connections.note(reason, self._address)
        self._unset_keepalive_if_required()
        is_halfway = self._last is not None and self._last.response_started and not self._last.response_complete
        self._abandon()
        if reason.status is None or is_halfway or self.transport.is_closing():
            self.transport.abort()
        else:
            self.transport.write(reason.response())
            self.transport.write_eof()
            self.flow.resume_reading()  # until the client has hung up: data left unread would destroy the response

    def _abandon(self) -> None:
        """Tell the application that the client has gone."""
        _disconnect(self._last)

    def _linger(self, size: int) -> None:
        self._lingering += size
        if self._lingering > _MOST_LINGERING:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        self.refuse(self._bad_request())

    def _bad_request(self) -> Reason:
        return _BAD

    def _has_become_socket(self) -> bool:
        """Is it a WebSocket now? That has bounds of its own, and takes over the place."""
        protocol = self.transport.get_protocol()
        if protocol is self:
            return False
        self._connections.forget(self)
        self._break_cycles()
        if isinstance(protocol, Placed):
            protocol.place, self.place = self.place, None
        else:
            self.give_place_back()
        return True


def _disconnect(cycle: Cycle | None) -> None:
    if cycle is not None and not cycle.response_complete:
        cycle.disconnected = True
        cycle.message_event.set()


class BoundedH11Protocol(BoundedProtocol, H11Protocol):
    """With h11, which is always there."""

    @property
    def _last(self) -> Cycle | None:
        return self.cycle

    def _is_in_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

    def _is_behind(self) -> bool:
        return self._is_answering() and not self._is_in_body()

    def _bad_request(self) -> Reason:
        is_large = self._head > MOST_HEAD
        return _LARGE_HEAD if is_large else _BAD


HttpProtocol: type[BoundedProtocol] = BoundedH11Protocol

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
except ImportError:  # httptools is not installed
    pass
else:

    class BoundedHttpToolsProtocol(BoundedProtocol, HttpToolsProtocol):
        """With httptools, which is faster."""

        _has_body = False
        #: The request that is being answered; `cycle` is the last one parsed.
        _answered: RequestResponseCycle | None = None

        @property
        def _last(self) -> Cycle | None:
            return self.cycle

        def _is_in_body(self) -> bool:
            return self._has_body

        def _is_behind(self) -> bool:
            return bool(self.pipeline) or (self._is_answering() and not self._has_body)

        def on_headers_complete(self) -> None:
            self._has_body = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._has_body = False
            super().on_message_complete()

        def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
            self._answered = cycle
            super()._start_asgi_task(cycle, app)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._abandon()

        def _break_cycles(self) -> None:
            vars(self).pop("parser", None)  # it has methods of this object

        def _abandon(self) -> None:
            super()._abandon()
            self.pipeline.clear()
            _disconnect(self._answered)

    HttpProtocol = BoundedHttpToolsProtocol
