"""The socket of a match: it sends events as they happen, and receives commands.

A client that does not keep up is dropped: its queue never grows past a bound, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import UNSET, UnsetType
from starlette.types import Receive

from fathom.core.outcome import Seat
from fathom.errors import BadRequest, FathomError, NotFound, StoreError
from fathom.web.http.limits import Bucket
from fathom.web.live.frames import AnswerFrame, ErrorFrame, EventFrame, SentFrame, Subscribed, SubscribedWithoutView
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.matches import Matches
from fathom.web.live.requests import Ping, RequestId, Subscribe, read_frame, request_of
from fathom.web.live.transport import MOST_UNREAD, Transport
from fathom.web.live.views import MatchViewDict, events_after, live_view, snapshot, snapshot_without_view

TOO_LARGE, RESTART, FIRST_FRAME, NO_SUCH_MATCH, TOO_SLOW, TOO_MANY = 1009, 1012, 4400, 4404, 4408, 4429
#: The largest text frame that a client may send, in bytes.
LARGEST_FRAME = 4096
_WARNINGS = 20
_FIRST_FRAME_SECONDS = 30.0

encode = msgspec.json.encode


class Connection:
    """One socket: a `Listener` once it has subscribed."""

    def __init__(
        self,
        matches: Matches,
        match_id: str,
        token: str | None,
        bucket: Bucket,
        transport: Transport,
        visitor: str = "",
    ) -> None:
        self._matches = matches
        self._match_id = match_id
        self._token = token
        self._bucket = bucket
        self._transport = transport
        self._visitor = visitor
        self._is_ending = False
        self._seats: list[Seat] = []
        self._with_views = False
        self._warned = 0
        self._live: LiveMatch | None = None

    # ------------------------------------------------------------ sending

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None:
        self.push(EventFrame(event.as_dict(), self._view_of(live)))

    def _view_of(self, live: LiveMatch) -> MatchViewDict | UnsetType:
        return live_view(live) if self._with_views else UNSET

    def push(self, frame: SentFrame) -> None:
        """Send a frame, unless the client has left too much unread."""
        if self._transport.waiting > MOST_UNREAD:
            self.end(TOO_SLOW, "you read too slowly; reconnect to get what you missed")
        else:
            self._transport.write(encode(frame))

    def end(self, code: int, reason: str) -> None:
        """Close the connection after what has been sent."""
        self._is_ending = True
        self.leave()
        self._transport.close(code, reason)

    # ------------------------------------------------------------ receiving

    async def converse(self, receive: Receive) -> None:
        """Answer frames one by one, until either side closes the connection."""
        try:
            if not await self._begin(receive):
                return
            while not self._is_ending and (data := await self._receive(receive)) is not None:
                if self._bucket.take():
                    self.end(TOO_MANY, "too many messages; reconnect in a few seconds")
                else:
                    await self._answer(data)
        finally:
            self.leave()

    async def _begin(self, receive: Receive) -> bool:
        try:
            async with asyncio.timeout(_FIRST_FRAME_SECONDS):
                first = await self._receive(receive)
        except TimeoutError:
            self.end(FIRST_FRAME, "no first frame arrived in time")
            return False
        return first is not None and await self._subscribe(first)

    async def _subscribe(self, data: str | bytes) -> bool:
        try:
            frame = read_frame(data)
            if not isinstance(frame, Subscribe):
                raise BadRequest('The first frame must be {"type": "subscribe"}.')
            token = frame.token or self._token
            live = await self._matches.find(self._match_id, token)
        except NotFound as error:
            self.end(NO_SUCH_MATCH, str(error))
            return False
        except StoreError as error:
            self.end(RESTART, str(error)[:100])
            return False
        except FathomError as error:
            self.push(ErrorFrame(error.as_dict()))
            self.end(FIRST_FRAME, "the first frame was not a subscribe frame")
            return False
        self._live, self._seats, self._with_views = live, live.seats_of(token), frame.views
        live.listeners[self] = None
        missed = events_after(live, frame.after or 0)
        if frame.views:
            self.push(Subscribed(snapshot(live, token), missed, live.sequence))
        else:
            self.push(SubscribedWithoutView(snapshot_without_view(live, token), missed, live.sequence))
        return True

    async def _receive(self, receive: Receive) -> str | bytes | None:
        """The next frame, or None if the client has gone, or was dropped because its frame is too large."""
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | None = message.get("text")
        data = text if text is not None else message.get("bytes") or b""
        if len(data) > LARGEST_FRAME or (text and not text.isascii() and len(text.encode()) > LARGEST_FRAME):
            self.end(TOO_LARGE, f"a frame has at most {LARGEST_FRAME} bytes")
            return None
        return data

    async def _answer(self, data: str | bytes) -> None:
        """Send exactly one answer to a frame, whatever it contains."""
        live = self._live
        assert live is not None
        request: RequestId = None
        try:
            frame = read_frame(data)
            if isinstance(frame, Subscribe):
                raise BadRequest("This connection has subscribed already.")
            request = frame.id
            if isinstance(frame, Ping):
                return self.push(AnswerFrame(request, pong=True))
            answer = await self._matches.command(live, self._seats, frame, self, self._visitor)
        except BadRequest as error:
            self._warn(error, request_of(data))
        except FathomError as error:
            self.push(AnswerFrame(request, error=error.as_dict()))
        else:
            repeated = answer.repeated or UNSET
            self.push(AnswerFrame(request, answer.event.as_dict(), repeated, self._view_of(live)))

    def _warn(self, error: FathomError, request: RequestId) -> None:
        """Report a frame that cannot be read: as its answer if it has an id, else as an error."""
        self._warned += 1
        told = error.as_dict()
        self.push(ErrorFrame(told) if request is None else AnswerFrame(request, error=told))
        if self._warned >= _WARNINGS:
            self.end(TOO_MANY, "too many frames that cannot be read")

    def leave(self) -> None:
        if self._live:
            self._live.listeners.pop(self, None)
