"""The socket of a match: everything that happens, once and in order, and one answer to each frame."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from tests.web.site import Site
from tests.web.visitor import Json, Seat, Socket, new_key

NO_MATCH = "aaaaaaaaaaaaaaaa"


@pytest.fixture(params=["file_site", "shared_site", "plain_site"])
def site(request: pytest.FixtureRequest) -> Site:
    """One server after the other: over both stores, and with the sockets of any ASGI server."""
    found: Site = request.getfixturevalue(request.param)
    return found


def moves(told: list[Json]) -> list[str]:
    return [event["move"] for event in told if event["kind"] == "moved"]


def test_the_first_answer_is_how_the_match_stands_and_all_that_happened(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    with site.connected(seat.match) as socket:
        told = socket.subscribe(token=seat.token)
    assert told["type"] == "subscribed"
    assert told["sequence"] == 3
    assert told["events"] == seat.events
    assert told["match"] == {name: value for name, value in seat.snapshot.items() if name != "view"}


def test_views_come_to_whoever_asks_for_them(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as plain, site.connected(seat.match) as viewing:
        told = viewing.subscribe(token=seat.token, views=True)
        assert told["match"] == seat.snapshot
        answer = viewing.ask("move", move="6", expected=1)
        assert answer["view"] == seat.snapshot["view"]
        assert "view" not in plain.receive()
        plain.ask("move", move="4", expected=2)
        assert viewing.receive()["view"] == seat.snapshot["view"]


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4, 2**31 - 1])
def test_whoever_comes_back_gets_exactly_what_was_missed(site: Site, after: int) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    with site.connected(seat.match) as socket:
        assert socket.subscribe(after=after)["events"] == seat.events[after:]


def test_a_seat_may_be_told_by_cookie(site: Site) -> None:
    seat = site.sits(watch=False)
    with site.connected(seat.match, additional_headers={"Cookie": f"seat-{seat.match}={seat.token}"}) as socket:
        assert socket.subscribe()["match"]["you"] == [1, 2]
        assert socket.ask("move", move="6", expected=1)["event"]["sequence"] == 2


def test_every_listener_is_told_every_event_once_and_in_order(site: Site) -> None:
    host, guest = site.two()
    watcher = Seat(site, host.match, None)
    with host.subscribed() as one, guest.subscribed() as two, watcher.subscribed() as three:
        for number, (mover, move) in enumerate([(one, "6"), (two, "4"), (one, "5"), (two, "3")]):
            answer = mover.ask("move", id=number, move=move, expected=number + 2)
            assert (answer["type"], answer["id"], answer["event"]["sequence"]) == ("answer", number, number + 3)
            for other in {one, two, three} - {mover}:
                told = other.receive()
                assert told == {"type": "event", "event": answer["event"]}


def test_an_answer_is_the_only_delivery_to_whoever_asked(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as socket:
        socket.ask("move", move="6", expected=1)
        refused = socket.ask("ping", id="now")  # a ping carries no key
        assert (refused["type"], refused["id"], refused["error"]["code"]) == ("answer", "now", "bad-request")
        socket.send({"type": "ping", "id": "now"})
        assert socket.receive() == {"type": "answer", "id": "now", "pong": True}


def test_what_is_asked_at_once_is_answered_in_order(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as socket:
        for number, move in enumerate(["6", "4", "5", "3"], 1):
            socket.send({"type": "move", "id": number, "move": move, "expected": number, "key": new_key()})
        answers = [socket.receive() for _ in range(4)]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert moves([answer["event"] for answer in answers]) == ["6", "4", "5", "3"]


def test_every_command_works_at_a_socket(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as socket:
        asked = [
            socket.ask("move", move="6", expected=1),
            socket.ask("hint", level=2, expected=2),
            socket.ask("take-back", plies=1, expected=3),
            socket.ask("resign", expected=4),
            socket.ask("rematch", expected=5),
        ]
    kinds = ["moved", "hinted", "taken-back", "resigned", "rematched"]
    assert [answer["event"]["kind"] for answer in asked] == kinds
    assert [event["kind"] for event in seat.events] == ["created", *kinds]


def test_whoever_walks_a_puzzle_is_renamed_and_everybody_is_told(site: Site) -> None:
    seat = site.sits(game="pyramid-puzzle")
    with seat.subscribed() as socket, Seat(site, seat.match, None).subscribed() as watcher:
        renamed = socket.ask("rename", name="Ada", expected=1)["event"]
        assert (renamed["kind"], renamed["seat"], renamed["name"]) == ("renamed", 1, "Ada")
        assert watcher.receive()["event"] == renamed
    assert seat.snapshot["names"] == ["Ada"]


def test_a_repeated_key_is_answered_the_same_at_another_socket_and_over_http(site: Site) -> None:
    seat, key = site.sits(), new_key()
    with seat.subscribed() as socket:
        first = socket.ask("move", id=1, move="6", expected=1, key=key)
    with seat.subscribed() as socket:
        again = socket.ask("move", id=2, move="6", expected=1, key=key)
    assert again == first | {"id": 2, "repeated": True}
    assert seat.move("6", 1, key).json() == {"event": first["event"], "repeated": True}
    assert seat.sequence == 2


def test_a_refusal_is_answered_and_told_to_nobody_else(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as socket, seat.subscribed() as other:
        illegal = socket.ask("move", id=1, move="11", expected=1)
        assert (illegal["type"], illegal["id"], illegal["error"]["rule"]) == ("answer", 1, 1)
        assert socket.ask("move", id=2, move="x", expected=1)["error"]["code"] == "unreadable-move"
        stale = socket.ask("move", id=3, move="6", expected=0)["error"]
        assert (stale["code"], stale["detail"]["events"]) == ("stale", seat.events)
        assert socket.ask("move", id=4, move="6", expected=1)["event"]["sequence"] == 2
        assert other.receive()["event"]["sequence"] == 2


def test_two_sockets_race_for_one_turn_and_one_wins(site: Site) -> None:
    seat = site.sits()
    with ExitStack() as stack:
        sockets = [stack.enter_context(seat.subscribed()) for _ in range(10)]
        for number, socket in enumerate(sockets, 1):
            socket.send({"type": "move", "id": "mine", "move": str(number), "expected": 1, "key": new_key()})
        answers = [_answer_among(socket) for socket in sockets]
    won = [answer["event"] for answer in answers if "event" in answer]
    assert len(won) == 1
    assert {answer["error"]["code"] for answer in answers if "error" in answer} == {"stale"}
    assert seat.events[1:] == won


def _answer_among(socket: Socket) -> Json:
    while (told := socket.receive())["type"] != "answer":
        pass
    return told


@pytest.mark.parametrize(
    "first", ['{"type": "ping"}', '{"type": "move"}', "{", '"subscribe"', "", '{"type": "subscribe", "after": -1}']
)
def test_a_first_frame_that_is_no_subscribe_closes_the_connection(site: Site, first: str) -> None:
    with site.connected(site.sits().match) as socket:
        socket.connection.send(first)
        told = socket.receive()
        assert (told["type"], told["error"]["code"]) == ("error", "bad-request")
        assert socket.ended()[0] == 4400


def test_a_match_that_is_closed_or_not_there_closes_the_connection_the_same_way(site: Site) -> None:
    ends = []
    for match_id in (NO_MATCH, site.sits(watch=False).match, "x"):
        with site.connected(match_id) as socket:
            socket.send({"type": "subscribe", "token": "A" * 22})
            ends.append(socket.ended())
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0] == 4404


@pytest.mark.parametrize(
    "frame",
    [
        b"\xff\xfe",
        b'{"type": "ping"',
        "{}",
        "[]",
        "null",
        '{"type": "dance"}',
        '{"type": "move"}',
        '{"type": "subscribe"}',
        '{"type": "ping", "id": {"a": 1}}',
        '{"type": "ping", "id": NaN}',
        '{"type": "move", "move": "\\ud800", "expected": 1, "key": "12345678"}',
        "[" * 4000,
    ],
)
def test_a_bad_frame_is_answered_and_the_connection_lives_on(site: Site, frame: str | bytes) -> None:
    with site.sits().subscribed() as socket:
        socket.connection.send(frame)
        told = socket.receive()
        assert (told["type"], told["error"]["code"]) == ("error", "bad-request")
        socket.send({"type": "ping", "id": 1})
        assert socket.receive() == {"type": "answer", "id": 1, "pong": True}


@pytest.mark.parametrize("more", [{"type": "take-back", "plies": 0}, {"type": "dance"}, {"type": "move", "move": ""}])
def test_a_command_that_cannot_be_read_is_answered_by_its_id(site: Site, more: Json) -> None:
    with site.sits().subscribed() as socket:
        socket.send({"id": "mine", "expected": 1, "key": new_key(), **more})
        told = socket.receive()
        assert (told["type"], told["id"], told["error"]["code"]) == ("answer", "mine", "bad-request")


def test_a_text_frame_that_is_no_utf_8_is_answered_too(either_site: Site) -> None:
    """Where `fathom serve` reads the frames; other servers close the connection with 1007 themselves."""
    with either_site.sits().subscribed() as socket:
        socket.connection.send(b'{"type": "ping", "id": "\xff"}', text=True)
        assert socket.receive()["error"]["code"] == "bad-request"
        socket.send({"type": "ping", "id": 1})
        assert socket.receive()["pong"]


def test_whoever_sends_nothing_but_nonsense_is_sent_away(site: Site) -> None:
    with site.sits().subscribed() as socket:
        for _ in range(20):
            socket.connection.send("nonsense")
        assert socket.ended() == (4429, "too many frames that cannot be read")


@pytest.mark.parametrize("request_id", ["x" * 100, 0, -5, None, "", "é"])
def test_the_id_of_a_request_comes_back_as_it_was(site: Site, request_id: object) -> None:
    with site.sits().subscribed() as socket:
        socket.send({"type": "ping", "id": request_id})
        assert socket.receive()["id"] == request_id


def test_a_frame_may_be_binary_as_long_as_it_is_json(site: Site) -> None:
    with site.sits().subscribed() as socket:
        socket.connection.send(json.dumps({"type": "ping", "id": 3}).encode())
        assert socket.receive()["pong"]


def test_a_plain_request_to_a_socket_is_not_found(site: Site) -> None:
    assert site.get(f"/api/v1/matches/{site.sits().match}/live").status_code == 404
