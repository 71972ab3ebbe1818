"""The reference of the API: its examples are what a server really does, and its prose is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest

from fathom.core.clock import Clock
from fathom.core.events import (
    Abandoned,
    Created,
    Event,
    Forfeited,
    Hinted,
    Joined,
    MadeAgain,
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
    Withdrawn,
)
from fathom.storage.journal.events import encode_event
from fathom.web import serve
from fathom.web.api import drills, matches
from fathom.web.api.examples import Conversation, examples
from fathom.web.api.openapi import operation_id
from fathom.web.api.protocol import CLOSE_CODES, MALFORMED, NO_PONG, passages
from fathom.web.api.routes import LIVE
from fathom.web.application import OPERATIONS
from fathom.web.live import connection, uvicorn_transport
from tests.web.site import Site
from tests.web.visitor import Json, Seat, Socket
from tools import api_examples

ROOT = Path(__file__).parents[3]
CONVERSATIONS = examples().conversations


@pytest.fixture(scope="module")
def document(site: Site) -> Json:
    described: Json = site.get("/api/v1/openapi.json").json()
    return described


def check(document: Json, schema: Any, value: object) -> None:
    jsonschema_rs.validator_for({**schema, "components": document["components"]}).validate(value)


# ------------------------------------------------------------ examples


@pytest.mark.slow
def test_a_real_server_answers_and_sends_what_the_examples_show() -> None:
    """Every request and every frame is sent to a server, and everything comes back as shown."""
    assert (ROOT / api_examples.PLACE).read_text(encoding="utf-8") == api_examples.write_examples()


def test_every_operation_has_an_example() -> None:
    assert examples().operations.keys() == {operation_id(operation) for operation in OPERATIONS}


@pytest.mark.parametrize("operation", OPERATIONS, ids=operation_id)
def test_examples_are_as_described(document: Json, operation: Any) -> None:
    example = examples().operations[operation_id(operation)]
    path = operation.path.replace(":code}", "}")
    assert re.fullmatch(re.sub(r"\{\w+\}", ".+", path) + r"(\?.*)?", example.path)
    described = document["paths"][path][operation.method.lower()]
    if operation.body:
        (media,) = described["requestBody"]["content"].values()
        assert media["example"] == example.body
        check(document, media["schema"], example.body)
    assert str(operation.status) in example.responses
    for status, answer in example.responses.items():
        (media,) = described["responses"][status]["content"].values()
        assert media["example"] == answer
        check(document, media["schema"], answer)
    first_line = described["x-codeSamples"][0]["source"].splitlines()[0]
    assert first_line == f"{operation.method} {example.path}"


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.title)
def test_the_frames_of_conversations_are_as_described(document: Json, conversation: Conversation) -> None:
    socket = document["x-sockets"][LIVE.path]
    for spoken in conversation.frames:
        if spoken.speaker == "server":
            check(document, socket["sends"], spoken.frame)
        elif spoken.frame["type"] != "dance":  # which is not a frame, and answered with an error
            check(document, socket["takes"], spoken.frame)


def tag_of(kind: Any) -> str:
    tag: str = kind.__struct_config__.tag
    return tag


def test_every_kind_of_frame_occurs_in_the_conversations() -> None:
    said = {
        speaker: {one.frame["type"] for talk in CONVERSATIONS for one in talk.frames if one.speaker == speaker}
        for speaker in ("client", "server")
    }
    assert said["client"] - {"dance"} == {tag_of(kind) for kind in LIVE.takes}
    assert said["server"] == {tag_of(kind) for kind in LIVE.sends}
    answers = [one.frame for talk in CONVERSATIONS for one in talk.frames if one.frame["type"] == "answer"]
    assert {"event", "error", "pong", "repeated", "view"} <= {name for answer in answers for name in answer}


def test_every_frame_of_a_client_is_answered_once_and_in_order() -> None:
    for talk in CONVERSATIONS:
        asked = [spoken.frame.get("id") for spoken in talk.frames if spoken.speaker == "client"]
        kinds = {"subscribed", "answer", "error"}
        answered = [spoken.frame.get("id") for spoken in talk.frames if spoken.frame["type"] in kinds]
        assert asked == answered


def test_events_of_a_conversation_have_no_gaps() -> None:
    for talk in CONVERSATIONS:
        frames = [spoken.frame for spoken in talk.frames if spoken.speaker == "server"]
        first: Any = frames[0]
        events: list[Any] = [frame["event"] for frame in frames if "event" in frame and not frame.get("repeated")]
        numbers = [event["sequence"] for event in events]
        assert numbers == list(range(first["sequence"] + 1, first["sequence"] + 1 + len(numbers)))


# ------------------------------------------------------------ prose


def text_of(part: str) -> str:
    return " ".join(paragraph for passage in passages(part) for paragraph in passage.paragraphs)


def test_the_kinds_of_events_have_the_fields_that_the_page_names() -> None:
    created = Created("range-war", {}, ("Ada", "Bob"), ("person", "person"), True, True, pair=(0, 0))
    created = created._replace(clock=Clock("game", 300))
    shown: list[Event] = [
        created,
        Joined(1, "Ada"),
        Moved("6", 1),
        TakenBack(1, 1),
        Hinted(1, 1),
        Renamed("Ada", 1),
        Resigned(1),
        Forfeited(1, "late"),
        TimedOut(1),
        Nudged(1),
        TakeBackAsked(1, 1),
        TakeBackRefused(1),
        Abandoned(1),
        RematchOffered(1),
        Rematched("id"),
        Withdrawn(1),
    ]
    assert {type(event) for event in shown} == set(get_args(Event)) - {MadeAgain}  # which no server has
    paragraph = next(part for passage in passages("Sockets") for part in passage.paragraphs if "`created` has" in part)
    named: dict[str, set[str]] = {}
    for clause in re.sub(r"\(.*?\)", "", paragraph.partition("by their kind:")[2]).split(";"):
        kinds, _, fields = re.sub(r"\bhave\b", "has", clause).partition(" has ")
        for kind in re.findall(r"`([a-z-]+)`", kinds):
            named[kind] = set(re.findall(r"`([a-z]+)`", fields))
    assert named == {kind: set(body) for kind, body in map(encode_event, shown)}


def test_the_numbers_are_those_of_the_server() -> None:
    sockets, requests = text_of("Sockets"), text_of("Requests")
    assert f"pings every {serve._PING_SECONDS:g} seconds" in sockets
    assert f"does not answer for {serve._PING_SECONDS:g} seconds" in sockets
    others = f"{uvicorn_transport._OTHERS_PER_SECOND} a second, {uvicorn_transport._MOST_OTHERS} at once"
    assert f"parts of messages are counted apart: {others}" in sockets
    assert f"records {matches._LARGEST_RECORD // 1024} kB, drills {drills._LARGEST_BODY // 1024} kB" in requests
    assert "$" not in sockets + requests


def test_the_close_codes_are_all_that_there_are() -> None:
    ours = (
        connection.TOO_LARGE,
        connection.RESTART,
        connection.FIRST_FRAME,
        connection.BLOCKED,
        connection.NO_SUCH_MATCH,
        connection.TOO_SLOW,
        connection.TOO_MANY,
    )
    assert [one.code for one in CLOSE_CODES] == sorted({*ours, MALFORMED, NO_PONG})


def send_nonsense(socket: Socket) -> None:
    socket.subscribe()
    socket.connection.socket.sendall(b"\xff" * 20)


def send_much(socket: Socket) -> None:
    socket.connection.send("x" * 5000)


def send_another_first(socket: Socket) -> None:
    socket.send({"type": "ping"})


def send_unreadable(socket: Socket) -> None:
    socket.subscribe()
    for _ in range(20):
        socket.connection.send("{")


@pytest.mark.parametrize(
    "send, code", [(send_nonsense, 1002), (send_much, 1009), (send_another_first, 4400), (send_unreadable, 4429)]
)
def test_a_connection_is_closed_with_the_code_on_the_page(site: Site, send: Any, code: int) -> None:
    with site.connected(site.sits().match) as socket:
        send(socket)
        assert socket.ended()[0] == code
    assert code in [one.code for one in CLOSE_CODES]


def test_a_binary_message_means_the_same_as_a_text(site: Site) -> None:
    with site.sits().subscribed() as socket:
        socket.connection.send(b'{"type": "ping", "id": 1}')
        assert socket.receive() == {"type": "answer", "id": 1, "pong": True}


def test_the_text_of_a_hint_comes_by_http(site: Site) -> None:
    seat: Seat = site.sits()
    with seat.subscribed() as socket:
        socket.send({"type": "hint", "id": 1, "expected": 1, "key": "hint-0001"})
        answer = socket.receive()
    again = seat.command("hint", 1, "hint-0001").json()
    assert again["event"] == answer["event"]
    assert again["repeated"]
    assert again["text"]


def test_a_command_sent_again_after_a_lost_answer_is_the_same_event(site: Site) -> None:
    seat: Seat = site.sits()
    move = {"type": "move", "id": 1, "move": "6", "expected": 1, "key": "move-0001"}
    with seat.subscribed() as socket:
        socket.send(move)
        first = socket.receive()["event"]
    with site.connected(seat.match) as socket:
        told = socket.subscribe(after=1, token=seat.token)
        assert told["events"] == [first]
        socket.send(move)
        again = socket.receive()
    assert (again["event"], again["repeated"]) == (first, True)
