"""The socket of a match: it sends events as they happen, and receives commands.

A client that does not keep up is dropped: its queue never grows past a bound, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType
from starlette.types import Receive

from fathom.core.outcome import Seat
from fathom.errors import BadRequest, FathomError, NotFound, StoreError, TooMany, UnreadableMatch
from fathom.web.http.limits import EVENTS_PER_REQUEST, Messages
from fathom.web.http.metrics import Shed
from fathom.web.live.changes import CommandAnswer
from fathom.web.live.frames import (
    AnswerFrame,
    EncodedAnswerFrame,
    EncodedEventFrame,
    ErrorFrame,
    PresenceFrame,
    SentFrame,
    Subscribed,
    SubscribedWithoutView,
)
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.matches import Matches
from fathom.web.live.requests import Command, Here, RequestId, Subscribe, read_frame, request_of
from fathom.web.live.transport import Transport
from fathom.web.live.views import (
    ClockState,
    clock_state,
    events_after,
    live_view,
    live_view_json,
    prepare_view,
    presence_of,
    snapshot,
    snapshot_without_view,
)

TOO_LARGE, OUR_MISTAKE, RESTART = 1009, 1011, 1012
FIRST_FRAME, BLOCKED, NO_SUCH_MATCH, TOO_SLOW, TOO_MANY = 4400, 4403, 4404, 4408, 4429
#: The largest text frame that a client may send, in bytes.
LARGEST_FRAME = 4096
MOST_UNREADABLE = 20
FIRST_FRAME_SECONDS = 30.0
#: A drawing of so many characters takes as long as a message.
_DRAWN_PER_MESSAGE = 8192

encode = msgspec.json.encode


class Ending(NamedTuple):
    """How a connection ended: the code, and the reason if it was ours."""

    code: int
    reason: str = ""


class Connection:
    """One socket: a `Listener` once it has subscribed."""

    def __init__(
        self,
        matches: Matches,
        match_id: str,
        token: str | None,
        messages: Messages,
        transport: Transport,
        visitor: str = "",
        charge: Callable[[int], None] = lambda _many: None,
    ) -> None:
        """`charge` counts so many more requests of the visitor, and raises `TooMany` if they are too many."""
        self._matches = matches
        self._match_id = match_id
        self._token = token
        self._messages = messages
        self._charge = charge
        self._transport = transport
        self._visitor = visitor
        self.ending: Ending | None = None
        #: Frames.
        self.received = self.sent = 0
        self._seats: list[Seat] = []
        self._with_views = False
        self._warned = 0
        #: The event after which the board was paid for.
        self._seen = 0
        self._live: LiveMatch | None = None
        #: Is there a frame from the queue that waits for the one before?
        self._is_behind = False
        #: Has the last frame no answer yet? Then its id, and whoever waits for the answer.
        self._is_busy = False
        #: Does the client look at the match?
        self._is_looking = True
        self._presences, self._run = matches.presences, matches.changes.run
        self._request: RequestId = None
        self._waiter: asyncio.Future[None] | None = None

    # ------------------------------------------------------------ sending

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None:
        self.push(EncodedEventFrame(event.json, self._view_of(live), clock_of(live)))

    def plays(self, seat: Seat) -> bool:
        return self._is_looking and seat in self._seats

    def show_presence(self, live: LiveMatch) -> None:
        if live.people:
            self.push(PresenceFrame(presence_of(live, live.people)))

    def block(self) -> None:
        """Its address has been blocked."""
        self.end(BLOCKED, "your address is blocked on this server")

    def dismiss(self) -> None:
        self.end(NO_SUCH_MATCH, "this match has been deleted")

    def _view_of(self, live: LiveMatch) -> Raw | UnsetType:
        return live_view_json(live) if self._with_views else UNSET

    def push(self, frame: SentFrame | EncodedEventFrame | EncodedAnswerFrame) -> None:
        """Send a frame, unless the client has left too much unread."""
        if self._transport.write(encode(frame)):
            self.sent += 1
        else:
            self.end(TOO_SLOW, "you read too slowly; reconnect to get what you missed", "too-slow")

    def end(self, code: int, reason: str, shed: Shed | None = None) -> None:
        """Close the connection after what has been sent; `shed` if the client has asked for it."""
        if self.ending is None:
            self.ending = Ending(code, reason)
            if shed:
                self._matches.metrics.count_shed(shed)
        self.leave()
        self._transport.close(code, reason)

    # ------------------------------------------------------------ receiving

    async def converse(self, receive: Receive) -> None:
        """Answer frames one by one, until either side closes the connection."""
        try:
            if not await self._begin(receive):
                return
            self._transport.divert(self.hear)
            while self.ending is None and (data := await self._receive(receive)) is not None:
                self._is_behind = True
                await self._answer_in_turn(data)
                self._is_behind = False
        finally:
            self.leave()

    async def _answer_in_turn(self, data: str | bytes) -> None:
        """Answer a frame when the one before has its answer."""
        await self._until_answered()
        if self._is_large():
            async with self._messages.lane.lock:  # the large boards of one address are drawn one at a time
                self._answer(data)
                await self._until_answered()
            self._pay_for_view()
        else:
            self._answer(data)

    def hear(self, data: bytes) -> bool:
        """Answer a frame as it arrives; False if it has to wait in the queue."""
        if self._is_busy or self._is_behind or self.ending or (self._with_views and self._is_large()):
            return False
        self.received += 1
        self._answer(data)
        return True

    async def _until_answered(self) -> None:
        """Wait until the frame before has its answer."""
        if self._is_busy:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def _is_large(self) -> bool:
        """Does the board that this client sees take long to draw?"""
        live = self._live
        return self._with_views and live is not None and len(self._drawing(live)) > _DRAWN_PER_MESSAGE

    def _drawing(self, live: LiveMatch) -> str:
        return live_view(live)["drawing"]

    def _pay_for_view(self) -> None:
        """After a message that changed a large board, which was drawn for it: that took as long as several messages."""
        live = self._live
        if live and live.sequence != self._seen:
            self._seen = live.sequence
            self._messages.spend(len(self._drawing(live)) // _DRAWN_PER_MESSAGE)

    async def _begin(self, receive: Receive) -> bool:
        try:
            async with asyncio.timeout(FIRST_FRAME_SECONDS):
                first = await self._receive(receive)
        except TimeoutError:
            self.end(FIRST_FRAME, "no first frame arrived in time", "timed-out")
            return False
        return first is not None and await self._subscribe(first)

    async def _subscribe(self, data: str | bytes) -> bool:
        try:
            frame = read_frame(data)
            if not isinstance(frame, Subscribe):
                raise BadRequest('The first frame must be {"type": "subscribe"}.')
            token = frame.token or self._token
            live = await self._matches.find(self._match_id, token, self._messages.lane)
            if frame.views:
                await prepare_view(live, self._messages.lane)
            self._charge((live.sequence - (frame.after or 0)) // EVENTS_PER_REQUEST)
        except (NotFound, UnreadableMatch) as error:
            self.end(NO_SUCH_MATCH, str(error)[:100])
            return False
        except StoreError as error:
            self.end(RESTART, str(error)[:100])
            return False
        except TooMany as error:
            self._matches.metrics.count_refusal(error.code)
            self.end(TOO_MANY, str(error)[:100], "too-many")
            return False
        except FathomError as error:
            self._matches.metrics.count_refusal(error.code)
            self.push(ErrorFrame(error.as_dict()))
            self.end(FIRST_FRAME, "the first frame was not a subscribe frame")
            return False
        self._live, self._seats, self._with_views = live, live.seats_of(token), frame.views
        live.listeners[self] = None
        self._presences.note(live)
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
            self.ending = self.ending or Ending(message.get("code", 1005))
            return None
        self.received += 1
        text: str | None = message.get("text")
        data = text if text is not None else message.get("bytes") or b""
        if len(data) > LARGEST_FRAME or (text and not text.isascii() and len(text.encode()) > LARGEST_FRAME):
            self.end(TOO_LARGE, f"a frame has at most {LARGEST_FRAME} bytes", "too-large")
            return None
        return data

    def _answer(self, data: str | bytes) -> None:
        """See to it that a frame gets exactly one answer, whatever it contains."""
        live = self._live
        if self.ending or live is None:
            return
        if self._messages.take():
            self.end(TOO_MANY, "too many messages; reconnect in a few seconds", "flood")
            return
        try:
            frame = read_frame(data)
            if isinstance(frame, Subscribe):
                raise BadRequest("This connection has subscribed already.")
        except BadRequest as error:
            self._warn(error, request_of(data))
            return
        if isinstance(frame, Command):
            self._is_busy = True
            self._request = frame.id
            self._run(live, self._seats, frame, self._answered, self, self._visitor)
            return
        if isinstance(frame, Here):
            self._is_looking = frame.here
            self._presences.note(live)
        self.push(AnswerFrame(frame.id, pong=True))

    def _answered(self, answer: CommandAnswer | Exception) -> None:
        """Send the answer to the frame that was waiting for it."""
        self._is_busy = False
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
        if isinstance(answer, CommandAnswer):
            live, event, repeated = self._live, answer.event.json, answer.repeated or UNSET
            assert live is not None
            self.push(EncodedAnswerFrame(self._request, event, repeated, self._view_of(live), clock_of(live)))
        elif isinstance(answer, FathomError):
            self._matches.metrics.count_refusal(answer.code)
            self.push(AnswerFrame(self._request, error=answer.as_dict()))
        else:
            self.end(OUR_MISTAKE, "the server has made a mistake")
            raise answer

    def _warn(self, error: FathomError, request: RequestId) -> None:
        """Report a frame that cannot be read: as its answer if it has an id, else as an error."""
        self._warned += 1
        self._matches.metrics.count_refusal(error.code)
        told = error.as_dict()
        self.push(ErrorFrame(told) if request is None else AnswerFrame(request, error=told))
        if self._warned >= MOST_UNREADABLE:
            self.end(TOO_MANY, "too many frames that cannot be read", "flood")

    def leave(self) -> None:
        if self._live and self in self._live.listeners:
            del self._live.listeners[self]
            self._presences.note(self._live)


def clock_of(live: LiveMatch) -> ClockState | UnsetType:
    """What is left of the players' time, for a frame; nothing if it is not limited."""
    return UNSET if live.times is None else clock_state(live) or UNSET
