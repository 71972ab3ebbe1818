"""The socket of a match: what happens, as it happens, and commands the other way.

A connection has one queue of things to be told, written by one task. A reader that does not keep up is let go: the
queue never grows past its bound, and nobody else waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from fathom.core.outcome import Seat
from fathom.errors import BadRequest, FathomError, NotFound, StoreError
from fathom.web.house import House
from fathom.web.limits import Bucket
from fathom.web.live import Event, LiveMatch
from fathom.web.messages import Command, Ping, Subscribe, read_frame
from fathom.web.views import match_view, snapshot

RESTART, FIRST_FRAME, NO_SUCH_MATCH, TOO_SLOW, TOO_MANY = 1012, 4400, 4404, 4408, 4429
#: Text frames a client may send at most, in bytes.
LARGEST_FRAME = 4096
_LONGEST_QUEUE = 256
_SLOWEST_SECONDS = 15.0
_WARNINGS = 20
_FIRST_FRAME_SECONDS = 30.0

encode = msgspec.json.encode
log = logging.getLogger("fathom.socket")


class Connection:
    """One socket: a `Listener` once it has subscribed."""

    def __init__(self, house: House, match_id: str, token: str | None, bucket: Bucket) -> None:
        self._house = house
        self._match_id = match_id
        self._token = token
        self._bucket = bucket
        self._queue: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._seats: list[Seat] = []
        self._with_views = False
        self._warned = 0
        self._live: LiveMatch | None = None

    # ------------------------------------------------------------ telling

    def tell(self, live: LiveMatch, event: Event) -> None:
        self.push(self._with_view({"type": "event", "event": event}, live))

    def _with_view(self, told: dict[str, Any], live: LiveMatch) -> dict[str, Any]:
        return told | {"view": match_view(live.match)} if self._with_views else told

    def push(self, told: dict[str, Any]) -> None:
        """Put something behind what waits to be written."""
        if len(self._queue) >= _LONGEST_QUEUE:
            self.end(TOO_SLOW, "you read too slowly; come back and you get what you missed")
            return
        self._queue.append(encode(told))
        self._something.set()

    def end(self, code: int, reason: str) -> None:
        """Close the connection after what is being written."""
        self._closing = self._closing or (code, reason)
        self._something.set()

    async def write(self, send: Send) -> None:
        """Write what waits until the connection is to be closed; raises `TimeoutError` when the reader has stalled."""
        while True:
            await self._something.wait()
            self._something.clear()
            async with asyncio.timeout(_SLOWEST_SECONDS):
                while self._queue and (self._closing is None or self._closing[0] != TOO_SLOW):
                    await send({"type": "websocket.send", "text": self._queue.popleft().decode()})
                if self._closing:
                    code, reason = self._closing
                    await send({"type": "websocket.close", "code": code, "reason": reason})
                    return

    # ------------------------------------------------------------ listening

    async def read(self, receive: Receive) -> None:
        """Answer what comes, one thing after the other, until the other side goes or is sent away."""
        try:
            async with asyncio.timeout(_FIRST_FRAME_SECONDS):
                first = await _next(receive)
            if first is None or not await self._subscribed(first):
                return
        except TimeoutError:
            self.end(FIRST_FRAME, "nothing came")
        while self._closing is None and (data := await _next(receive)) is not None:
            if self._bucket.take():
                self.end(TOO_MANY, "too many messages; come back in a few seconds")
            else:
                await self._answer(data)

    async def _subscribed(self, data: str | bytes) -> bool:
        try:
            frame = read_frame(data)
            if not isinstance(frame, Subscribe):
                raise BadRequest('The first frame must be {"type": "subscribe"}.')
            token = frame.token or self._token
            live = await self._house.find(self._match_id, token)
            await self._house.catch_up(live)
        except NotFound as error:
            self.end(NO_SUCH_MATCH, str(error))
            return False
        except StoreError as error:
            self.end(RESTART, str(error)[:100])
            return False
        except FathomError as error:
            self.push({"type": "error", "error": error.as_json()})
            self.end(FIRST_FRAME, "the first frame was no subscribe")
            return False
        self._live, self._seats, self._with_views = live, live.seats_of(token), frame.views
        live.listeners[self] = None
        self.push(
            {
                "type": "subscribed",
                "match": snapshot(live, token, with_view=frame.views),
                "events": live.events[frame.after or 0 :],
                "sequence": live.sequence,
            }
        )
        return True

    async def _answer(self, data: str | bytes) -> None:
        """Exactly one answer to a frame, whatever it holds."""
        live = self._live
        assert live is not None
        request = None
        try:
            frame = read_frame(data)
            request = getattr(frame, "id", None)
            if isinstance(frame, Ping):
                return self.push({"type": "answer", "id": request, "pong": True})
            if not isinstance(frame, Command):
                raise BadRequest("This connection has subscribed already.")
            answer = await self._house.command(live, self._seats, frame, sender=self)
        except BadRequest as error:
            self._warn(error)
        except FathomError as error:
            self.push({"type": "answer", "id": request, "error": error.as_json()})
        else:
            told = {"type": "answer", "id": request, "event": answer.event}
            self.push(self._with_view(told | {"repeated": True} if answer.repeated else told, live))

    def _warn(self, error: FathomError) -> None:
        self._warned += 1
        self.push({"type": "error", "error": error.as_json()})
        if self._warned >= _WARNINGS:
            self.end(TOO_MANY, "too many frames that cannot be read")

    @property
    def is_ending(self) -> bool:
        return self._closing is not None

    def leave(self) -> None:
        if self._live:
            self._live.listeners.pop(self, None)


async def _next(receive: Receive) -> str | bytes | None:
    """The next frame, or None when the other side has gone."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def converse(connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
    """Read and write until either ends; a stalled reader is cut off without waiting for it."""
    reading = asyncio.create_task(connection.read(receive))
    writing = asyncio.create_task(connection.write(send))
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        connection.leave()
        if reading.done() and connection.is_ending:
            await asyncio.wait({writing}, timeout=_SLOWEST_SECONDS)
    finally:
        connection.leave()
        for task in (reading, writing):
            task.cancel()
        for ended in await asyncio.gather(reading, writing, return_exceptions=True):
            if isinstance(ended, TimeoutError):
                scope["extensions"].get("fathom.abort", bool)()
            elif isinstance(ended, Exception) and not isinstance(ended, OSError | WebSocketDisconnect):  # cut off
                log.error("unhandled error in a socket", exc_info=ended)
