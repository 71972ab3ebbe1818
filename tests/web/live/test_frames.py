"""Frames whose parts are encoded once are those that are documented; and how messages reach a connection."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec import UNSET

from fathom.core.events import (
    Abandoned,
    Event,
    Hinted,
    Joined,
    Moved,
    Nudged,
    Rematched,
    RematchOffered,
    Renamed,
    Resigned,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
    TimedOut,
)
from fathom.storage.journal import PLAYING
from fathom.web.live import invitations
from fathom.web.live.frames import AnswerFrame, EncodedAnswerFrame, EncodedEventFrame, EventFrame
from fathom.web.live.live_match import LoggedEvent, PlannedEvent, entry_of
from fathom.web.live.requests import NewMatch
from fathom.web.live.uvicorn_transport import Inbox
from fathom.web.live.views import live_view, live_view_json
from tests.patience import PATIENCE

encode = msgspec.json.encode
AT = "2026-11-15T22:00:00.123Z"
EVENTS: list[Event] = [
    invitations.prepare(NewMatch(game="range-war")).created.event,
    Joined(2, "Ŝo"),
    Moved("6", 1),
    TakenBack(2, 1),
    Hinted(3, 2),
    Renamed("Ada", 1),
    Resigned(2),
    TimedOut(1),
    Nudged(1),
    TakeBackAsked(1, 2),
    TakeBackRefused(1),
    Abandoned(2),
    RematchOffered(1),
    Rematched("bkq7m2"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_that_is_encoded_once_reads_as_it_is_documented(event: Event) -> None:
    logged = LoggedEvent(7, AT, event)
    assert encode(EncodedEventFrame(logged.json)) == encode(EventFrame(logged.as_dict()))
    answer = AnswerFrame("a", logged.as_dict(), repeated=True)
    assert encode(EncodedAnswerFrame("a", logged.json, repeated=True)) == encode(answer)


@pytest.mark.parametrize("event", EVENTS[1:], ids=lambda event: type(event).__name__)
def test_an_event_that_was_planned_here_is_told_from_its_entry(event: Event) -> None:
    made = invitations.prepare(NewMatch(game="range-war", opponent="friend"))
    live = invitations.begin(made.created, made.private).live
    live.match.play_all(["5", "4"])
    planned = PlannedEvent(event, PLAYING)
    logged = live.apply(entry_of(live.id, 2, "12345678", planned, {"hash": "-"}), planned)
    assert bytes(logged.json) == encode(logged.as_dict())


def test_a_view_that_is_encoded_once_reads_as_it_is_documented() -> None:
    made = invitations.prepare(NewMatch(game="pyramid-puzzle"))
    live = invitations.begin(made.created, made.private).live
    event = live.events[0]
    documented = EventFrame(event.as_dict(), live_view(live))
    assert encode(EncodedEventFrame(event.json, live_view_json(live))) == encode(documented)
    answer = AnswerFrame(1, event.as_dict(), UNSET, live_view(live))
    assert encode(EncodedAnswerFrame(1, event.json, UNSET, live_view_json(live))) == encode(answer)


def test_every_listener_gets_the_same_encoding() -> None:
    logged = LoggedEvent(7, AT, Moved("6", 1))
    assert logged.json is logged.json
    made = invitations.prepare(NewMatch(game="range-war"))
    live = invitations.begin(made.created, made.private).live
    assert live_view_json(live) is live_view_json(live)


def test_an_inbox_gives_messages_in_order_and_wakes_its_reader() -> None:
    async def scene() -> list[object]:
        inbox = Inbox(asyncio.get_running_loop())
        inbox.put_nowait({"type": "websocket.connect"})
        got: list[object] = [await inbox.get()]
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        assert inbox.empty()
        assert not reading.done()
        for number in (b"1", b"2", b"3"):
            inbox.put_nowait({"type": "websocket.receive", "bytes": number})
        got.append(await asyncio.wait_for(reading, PATIENCE))
        assert inbox.qsize() == 2
        return [*got, await inbox.get(), await inbox.get()]

    first, *others = asyncio.run(scene())
    assert first == {"type": "websocket.connect"}
    assert others == [{"type": "websocket.receive", "bytes": number} for number in (b"1", b"2", b"3")]


def test_a_reader_that_gives_up_takes_no_message_with_it() -> None:
    async def scene() -> object:
        inbox = Inbox(asyncio.get_running_loop())
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        reading.cancel()
        inbox.put_nowait({"type": "websocket.connect"})
        await asyncio.gather(reading, return_exceptions=True)
        return await asyncio.wait_for(inbox.get(), PATIENCE)

    assert asyncio.run(scene()) == {"type": "websocket.connect"}
