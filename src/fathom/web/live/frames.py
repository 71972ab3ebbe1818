"""The frames that the server sends over the socket of a match.

    {"type": "subscribed", ...}    how the match stands, after a subscription
    {"type": "event", ...}         something happened
    {"type": "answer", ...}        exactly one to each frame of the client, by its id
    {"type": "presence", ...}      a player of a match between people came or went
    {"type": "error", ...}         a frame could not be read and has no id

Views are included for clients that have asked for them.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from fathom.errors import ErrorDict
from fathom.web.live.live_match import EventDict
from fathom.web.live.requests import RequestId
from fathom.web.live.views import ClockState, MatchViewDict, Presence, SequenceNumber, SnapshotWithoutView, Subscription


class Subscribed(Subscription, tag="subscribed"):
    """How the match stands and the events missed, for a client that asked for views."""


class SubscribedWithoutView(Struct, tag="subscribed"):
    """How the match stands and the events missed, for a client that asked for no views."""

    match: SnapshotWithoutView
    events: list[EventDict]
    sequence: SequenceNumber


class EventFrame(Struct, tag="event"):
    """An event, and how the match stands after it."""

    event: EventDict
    view: MatchViewDict | UnsetType = UNSET
    clock: Annotated[ClockState | UnsetType, Meta(description="if the time is limited")] = UNSET


class AnswerFrame(Struct, tag="answer"):
    """The answer to a frame: the event that it caused, or why it was refused, or a pong."""

    id: RequestId
    event: EventDict | UnsetType = UNSET
    repeated: Annotated[bool | UnsetType, Meta(description="true if a command with this key came before")] = UNSET
    view: MatchViewDict | UnsetType = UNSET
    clock: Annotated[ClockState | UnsetType, Meta(description="if the time is limited")] = UNSET
    error: ErrorDict | UnsetType = UNSET
    pong: Annotated[bool | UnsetType, Meta(description="true, in answer to a ping")] = UNSET


class PresenceFrame(Struct, tag="presence"):
    """Who is here now; it comes when that has changed."""

    seats: list[Presence]


class ErrorFrame(Struct, tag="error"):
    """A frame that cannot be read."""

    error: ErrorDict


class EncodedEventFrame(Struct, tag="event"):
    """An `EventFrame` whose parts have been encoded, for everyone who gets the same."""

    event: Raw
    view: Raw | UnsetType = UNSET
    clock: ClockState | UnsetType = UNSET


class EncodedAnswerFrame(Struct, tag="answer"):
    """An `AnswerFrame` with an event whose parts have been encoded."""

    id: RequestId
    event: Raw
    repeated: bool | UnsetType = UNSET
    view: Raw | UnsetType = UNSET
    clock: ClockState | UnsetType = UNSET


SentFrame = Subscribed | SubscribedWithoutView | EventFrame | AnswerFrame | PresenceFrame | ErrorFrame
