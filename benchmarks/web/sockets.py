"""A WebSocket client with as little of its own cost as possible; both servers are measured through it.

It neither compresses nor splits messages, and expects the same of the server. The mask of its frames is zero, which
the protocol allows and which leaves the text as it is.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from functools import partial
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = 0x80
NO_MASK = bytes(4)
PATIENCE = 20.0
"""Seconds to wait for a handshake, an answer or a farewell."""


class SocketError(Exception):
    """The connection did not do what it should; the message says what."""


class Socket(asyncio.Protocol):
    """One connection; what it hears goes to `heard`, which at first keeps it for `receive`."""

    def __init__(self, host: str, path: str) -> None:
        loop = asyncio.get_running_loop()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._rest = b""
        self._is_open = False
        self._kept: asyncio.Queue[bytes] = asyncio.Queue()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.heard: Callable[[bytes], None]
        self.lost: Callable[[str], None] | None
        self.farewell = "without a word"
        self.keep()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0 if self._is_open else self._greet(data)
        end = len(data)
        while end - at >= 2:
            length, start = data[at + 1], at + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start])
            if start + length > end:
                break
            self._take(data[at], data[start : start + length])
            at = start + length
        self._rest = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        why = f"the connection was closed {error or self.farewell}"
        if not self.opened.done():
            self.opened.set_exception(SocketError(why))
        if self.lost is not None:
            self.lost(why)
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, text: bytes) -> None:
        """Send one text message."""
        self._send(TEXT, text)

    def keep(self) -> None:
        """Keep what comes from now on for `receive`."""
        self.heard, self.lost = self._kept.put_nowait, None

    async def receive(self) -> bytes:
        """The next message, while nobody else listens."""
        return await asyncio.wait_for(self._kept.get(), PATIENCE)

    async def close(self) -> None:
        """Say farewell and wait until the server has gone too."""
        self.lost = None
        if not self.closed.done():
            self._send(CLOSE, (1000).to_bytes(2))
        try:
            await asyncio.wait_for(self.closed, PATIENCE)
        except TimeoutError:
            self._transport.abort()

    def _greet(self, data: bytes) -> int:
        """Where the answer to the handshake ends; the end of the data while it has not."""
        end = data.find(b"\r\n\r\n") + 4
        if end < 4:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.farewell = "with " + data.partition(b"\r\n")[0].decode(errors="replace")
            self._transport.close()
            return len(data)
        self._is_open = True
        if not self.opened.done():  # else nobody waits any more
            self.opened.set_result(None)
        return end

    def _take(self, head: int, payload: bytes) -> None:
        if head == TEXT:
            self.heard(payload)
        elif head == PING:
            self._send(PONG, payload)
        elif head == CLOSE:
            self.farewell = f"with code {int.from_bytes(payload[:2])} {payload[2:].decode(errors='replace')}".rstrip()
            self._transport.close()
        elif head != PONG:
            self.farewell = f"by the client, which cannot read a frame that begins with {head:#x}"
            self._transport.close()

    def _send(self, head: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            size = bytes((MASKED | length,))
        else:
            size = bytes((MASKED | 126,)) + length.to_bytes(2)
        self._transport.write(bytes((head,)) + size + NO_MASK + payload)


async def connect(port: int, path: str) -> Socket:
    """A connection to a server on the loopback interface, ready for messages."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(partial(Socket, f"127.0.0.1:{port}", path), "127.0.0.1", port)
    await asyncio.wait_for(socket.opened, PATIENCE)
    return socket
