"""The transport of `fathom serve`: frames are written directly to uvicorn's transport.

With ASGI, a task would have to await each frame. Here asyncio's transport buffers what the client has not read. This
depends on internals of uvicorn and websockets, whose versions are bounded in `pyproject.toml`; nothing else does.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame
from websockets.http11 import Request

from fathom.web.http.limits import Bucket
from fathom.web.http.metrics import Shed
from fathom.web.http.uvicorn_http import Placed
from fathom.web.live.transport import EXTENSION, GRACE_SECONDS, MOST_UNREAD, Hear

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was built without its C extension
    from websockets.utils import apply_mask

_FRAMES_AHEAD = 16
#: The bytes that are parsed before others have their turn: at most a few hundred frames, in about a millisecond.
_PARSED_AT_ONCE = 1024
_PAUSE_SECONDS = 0.01
_MOST_AFTER_CLOSE = 8192
#: Pings, pongs and parts of messages that a client may send.
_OTHERS_PER_SECOND, _MOST_OTHERS = 10, 100
_WHOLE_TEXT = 0x81  # the first byte of a text frame that is not fragmented
_LONG = 126  # from here on, a length takes more than one byte
_SHORT_HEADS = [bytes((_WHOLE_TEXT, length)) for length in range(_LONG)]
_HEAD = 6  # the first byte, a length in one byte, and the mask
_MASKED = 0x80  # added to the length by clients, which mask what they send


class UvicornTransport:
    """The writing side of one socket: a `Transport`."""

    def __init__(self, protocol: FastWebSocketProtocol) -> None:
        self._protocol = protocol
        self._transport = protocol.transport

    @property
    def shed(self) -> Shed | None:
        return self._protocol.shed

    @property
    def waiting(self) -> int:
        return self._transport.get_write_buffer_size()

    def divert(self, hear: Hear) -> None:
        self._protocol.hear = hear

    def write(self, text: bytes) -> bool:
        transport = self._transport
        if transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        if not self._protocol.close_sent and not transport.is_closing():
            length = len(text)
            transport.write((_SHORT_HEADS[length] if length < _LONG else _head(length)) + text)
        return True

    def close(self, code: int, reason: str) -> None:
        """Send a close frame after what has been written; a client that does not read it in some seconds is cut off."""
        protocol = self._protocol
        if not protocol.close_sent and not protocol.transport.is_closing():
            protocol.conn.send_close(code, reason)
            protocol.transport.write(b"".join(protocol.conn.data_to_send()))
            protocol.close_sent = True
            protocol.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            if protocol.read_paused:  # the client's close frame comes after what it had sent
                protocol.read_paused = False
                protocol.transport.resume_reading()
            protocol.close_timer = protocol.loop.call_later(GRACE_SECONDS, protocol.transport.abort)


def _head(length: int) -> bytes:
    """The header of an unmasked, unfragmented text frame of that length, which is not a short one."""
    return b"\x81\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x81\x7f" + length.to_bytes(8)


def _is_whole_frame(data: bytes) -> bool:
    """Is it one frame of a client, short and not fragmented?"""
    return data[0] & 0x80 != 0 and _HEAD <= len(data) < _HEAD + _LONG and data[1] == len(data) - _HEAD + _MASKED


class Inbox(asyncio.Queue["ASGIReceiveEvent"]):
    """The queue of one reader, for messages that never have to wait for room: a fraction of the cost of any queue."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.messages: deque[ASGIReceiveEvent] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._of_loop = loop

    def qsize(self) -> int:
        return len(self.messages)

    def empty(self) -> bool:
        return not self.messages

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        self.messages.append(item)
        reader, self._reader = self._reader, None
        if reader and not reader.done():
            reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        while not self.messages:
            self._reader = self._of_loop.create_future()
            await self._reader
        return self.messages.popleft()


class FastWebSocketProtocol(Placed, WebSocketsSansIOProtocol):
    """Offers the application a `UvicornTransport`, reads some frames ahead, and drops silent clients."""

    #: Has everything so far come as whole frames? Then the library is between two frames, and can be bypassed.
    _is_even = True
    #: What has been received but not parsed yet.
    _rest = b""
    #: Why the client was cut off here, if it was.
    shed: Shed | None = None
    #: The bytes received after our close frame.
    _after_close = 0
    #: Frames that are no messages (pings, pongs, parts of messages): a client needs hardly any.
    _others: Bucket | None = None
    #: Who takes messages at once, when no others are waiting.
    hear: Hear | None = None
    queue: Inbox

    def data_received(self, data: bytes) -> None:
        """Parse a single short text frame here, as clients send nearly nothing else; the library parses the rest.

        Nearly all frames come through here, so there are no calls where a comparison will do.
        """
        size = len(data)
        if (
            data[0] == _WHOLE_TEXT
            and self._is_even
            and _HEAD <= size < _HEAD + _LONG
            and data[1] == size - _HEAD + _MASKED
            and self.handshake_complete
            and not (self._rest or self.frames or self.close_sent)
        ):
            self._pass_on(apply_mask(data[_HEAD:], data[2:_HEAD]))
            return
        if self._rest:  # the application has resumed reading, but the parser has not
            self._rest += data
            self.transport.pause_reading()
            return
        if self.close_sent and self.handshake_complete:
            self._look_for_close(data)
            return
        if not self.handshake_complete:
            self._is_even = not self.handshake_initiated  # clients send nothing before the handshake is done
            super().data_received(data)
            if self.conn.handshake_exc and not self.close_sent:
                self._turn_away()
            return
        self._is_even = self._is_even and _is_whole_frame(data)
        self._parse(data)

    def _look_for_close(self, data: bytes) -> None:
        """We have closed the connection, and wait only for the client to do so: not for whatever it still sends."""
        self._after_close += len(data)
        if self._after_close <= _MOST_AFTER_CLOSE:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.transport.abort()

    def _parse(self, data: bytes) -> None:
        """Have the library parse the beginning, and the rest when others have had their turn.

        A piece holds thousands of empty frames, and the library parses whatever it is given in one go.
        """
        super().data_received(data[:_PARSED_AT_ONCE])
        self._rest = data[_PARSED_AT_ONCE:]
        if self._rest:
            self.transport.pause_reading()
            self.loop.call_later(_PAUSE_SECONDS if self.read_paused else 0, self._parse_rest)

    def _parse_rest(self) -> None:
        rest, self._rest = self._rest, b""
        if self.transport.is_closing() or self.close_sent:
            return
        if self.read_paused:  # the application is still behind
            self._rest = rest
            self.loop.call_later(_PAUSE_SECONDS, self._parse_rest)
            return
        self._parse(rest)
        if not self._rest and not self.read_paused:
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """The library's, with an end: a client that floods us is cut off in the middle of what it has sent."""
        if not self.transport.is_closing():
            super().handle_events()

    def _count_other(self) -> bool:
        """Count a frame that is no message; False if it is one too many, and the client has been cut off."""
        if self._others is None:
            self._others = Bucket(_OTHERS_PER_SECOND, _MOST_OTHERS)
        is_flood = bool(self._others.take()) or self.transport.get_write_buffer_size() > MOST_UNREAD
        if is_flood and not self.transport.is_closing():
            self.shed = "flood"
            self.transport.abort()
        return not is_flood

    def handle_ping(self) -> None:
        if self._count_other():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._count_other():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._count_other():
            super().handle_cont(event)

    def handle_connect(self, event: Request) -> None:
        self.queue = Inbox(self.loop)
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was bad
            extensions = cast("dict[str, UvicornTransport]", self.scope["extensions"])
            extensions[EXTENSION] = UvicornTransport(self)

    def _turn_away(self) -> None:
        """Answer a bad handshake with the response that the library has prepared."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.handshake_complete = True
        self.transport.close()
        self._cut_off_later()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._cut_off_later()

    def handle_parser_exception(self) -> None:
        self.shed = "too-large" if isinstance(self.conn.parser_exc, PayloadTooBig) else "malformed"
        super().handle_parser_exception()
        self._cut_off_later()

    def _cut_off_later(self) -> None:
        """Abort the transport after a while: it closes only when everything is sent, and some clients read nothing."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(GRACE_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        if self.transport.is_closing():  # it has sent its close frame
            self.stop_keepalive()
            self.transport.abort()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.give_place_back()
        self.hear = None
        # Break reference cycles: they would stay until a garbage collection, which takes longer the more there are.
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].clear()

    def handle_text(self, event: Frame) -> None:
        # Bad UTF-8 is found when the frame is read: then it is answered, and nothing is logged.
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._pass_on(data)

    def _pass_on(self, data: bytes) -> None:
        """Pass a message to the application; reading is paused only when it is some messages behind, not after each."""
        if self.hear and not self.queue.messages and self.hear(data):
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= _FRAMES_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        self.shed = "timed-out"
        super().keepalive_timeout()
        self.transport.abort()
