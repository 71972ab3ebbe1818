"""The writing side of a socket.

Writing never waits; the number of bytes not yet sent shows which clients do not keep up. There are two transports.
`AsgiTransport` works with any ASGI server: a queue, and a task that sends what is in it. `fathom serve` has a faster
one (`uvicorn_transport.py`), which its protocol offers as an extension of the scope.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Protocol

from starlette.types import Message, Send

from fathom.web.http.metrics import Shed

#: The key of a scope's extensions under which a server offers its own transport.
EXTENSION = "fathom.transport"
GRACE_SECONDS = 10.0
#: The most that a client may leave unread, in bytes: some thousand events.
MOST_UNREAD = 256 * 1024
_CLOSE = "websocket.close"


#: Takes a message at once, or answers False.
Hear = Callable[[bytes], bool]


class Transport(Protocol):
    """What a connection writes to."""

    @property
    def shed(self) -> Shed | None:
        """Why the transport itself has cut the client off, if it has."""

    @property
    def waiting(self) -> int:
        """Bytes that have been written but not sent."""

    def divert(self, hear: Hear) -> None:
        """Offer messages to `hear` as they arrive, if that is possible here; those that it does not take are queued."""

    def write(self, text: bytes) -> bool:
        """Write a text frame; on a closing socket it is lost. False if the client has left too much unread."""

    def close(self, code: int, reason: str) -> None:
        """Send a close frame after what has been written; a client that does not read it in some seconds is cut off."""


class AsgiTransport:
    """A transport over the `send` of any ASGI server: a queue, whose size the connection bounds."""

    #: What the server below does is unknown.
    shed: Shed | None = None

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[tuple[int, Message]] = deque()
        self._filled = asyncio.Event()
        self._is_closing = False
        self._writing: asyncio.Task[None] | None = None
        self._cutting: asyncio.TimerHandle | None = None
        self.waiting = 0

    def divert(self, hear: Hear) -> None:
        """ASGI has only its queue."""

    def write(self, text: bytes) -> bool:
        if self.waiting > MOST_UNREAD:
            return False
        if not self._is_closing:
            self.waiting += len(text)
            self._put(len(text), {"type": "websocket.send", "text": text.decode()})
        return True

    def close(self, code: int, reason: str) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._put(0, {"type": _CLOSE, "code": code, "reason": reason})
            self._cutting = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._cut_off)

    def _put(self, size: int, message: Message) -> None:
        self._queue.append((size, message))
        self._filled.set()

    def _cut_off(self) -> None:
        if self._writing:
            self._writing.cancel()

    async def run(self, conversation: Coroutine[None, None, None]) -> None:
        """Send what is written while a conversation runs; afterwards no task is left running."""
        reading = asyncio.create_task(conversation)
        writing = self._writing = asyncio.create_task(self._send_all())
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if self._is_closing:
                await asyncio.wait({writing})  # the close frame goes out after everything else, or is cut off
            if writing.done():
                await asyncio.wait({reading}, timeout=GRACE_SECONDS)  # lets it finish its current frame
        finally:
            if self._cutting:
                self._cutting.cancel()
            reading.cancel()
            writing.cancel()
            await asyncio.wait({reading, writing})
        if not reading.cancelled():
            reading.result()  # raises if we have a bug

    async def _send_all(self) -> None:
        """Send the queue in order, until a close frame has been sent or the client has gone."""
        while True:
            while self._queue:
                size, message = self._queue.popleft()
                try:
                    await self._send(message)
                except Exception:  # each server has its own error for a client that has gone
                    return
                if message["type"] == _CLOSE:
                    return
                self.waiting -= size
            self._filled.clear()
            await self._filled.wait()
