"""The limits of one address or one connection, and the error for a client that exceeds them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Queue
from threading import Event

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fathom.errors import BadOption, TooMany
from fathom.storage.journal import Entry
from fathom.web.api import matches as matches_api
from fathom.web.api.operations import LARGEST_BODY
from fathom.web.http import limits
from fathom.web.http.limits import Addresses, Bucket, Lane, Limits, Messages, network_of
from fathom.web.live import connection, live_match
from fathom.web.live.connection import LARGEST_FRAME
from fathom.web.live.live_match import LiveMatch
from tests.patience import PATIENCE
from tests.web.site import Site, serving
from tests.web.visitor import Seat, problem

STRICT = Limits(matches_per_minute=3, sockets_per_address=2, messages_per_second=5, requests_per_second=20)


class Clock:
    """The time that rate limits go by. It stands still, so that no bucket fills again on a slow machine."""

    now = 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stopped = Clock()
    monkeypatch.setattr("fathom.web.http.limits.monotonic", lambda: stopped.now)
    return stopped


@pytest.fixture
def strict(tmp_path: Path, clock: Clock) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db"), STRICT) as running:
        yield running


def refused(answer: httpx.Response) -> int:
    """The seconds after which a client that asks for too much may try again."""
    assert answer.status_code == 429
    error = problem(answer)
    assert error["code"] == "slow-down"
    assert error["detail"]["retry_after"] == int(answer.headers["retry-after"])
    return int(answer.headers["retry-after"])


def test_new_matches_are_counted_by_address(strict: Site) -> None:
    for _ in range(3):
        assert strict.post("/api/v1/matches", {"game": "range-war"}).status_code == 201
    answer = strict.post("/api/v1/matches", {"game": "range-war"})
    assert refused(answer) == 20  # three a minute
    assert strict.get("/api/v1/matches").status_code == 200


def test_records_count_as_new_matches_and_are_kept_all_or_not_at_all(strict: Site) -> None:
    strict.create()
    record = '[Game "range-war"]\n[Player1 "A"]\n[Player2 "B"]\n[Result "*"]\n\n1. 6 4 *\n\n'
    assert refused(strict.ask("POST", "/api/v1/records", content=(record * 3).encode()))
    assert len(strict.get("/api/v1/matches").json()["matches"]) == 1


def test_rematches_count_as_new_matches(strict: Site) -> None:
    seat = strict.sits(opponent="same-screen")
    for _ in range(2):
        assert seat.move("1", 1).status_code == 200
        assert seat.command("rematch", 2).status_code == 200
        seat = Seat(strict, seat.snapshot["rematch"]["match"], seat.token)
    assert seat.move("1", 1).status_code == 200
    assert refused(seat.command("rematch", 2)) == 20


def test_an_answer_with_many_events_counts_as_several_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches_api, "EVENTS_PER_REQUEST", 0.01)  # three events are more than any burst
    monkeypatch.setattr(connection, "EVENTS_PER_REQUEST", 0.01)
    with serving(str(tmp_path / "server.db"), STRICT) as strict:
        seat = strict.sits(opponent="same-screen")
        seat.plays("6", "4")
        events = f"/api/v1/matches/{seat.match}/events"
        assert strict.get(f"{events}?after=3").status_code == 200
        assert refused(strict.get(events)) >= 1
        with strict.connected(seat.match) as socket:
            socket.send({"type": "subscribe", "token": seat.token})
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429


def test_a_client_that_has_missed_much_is_told_the_beginning(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "MOST_TOLD", 2)
    seat = site.sits(opponent="same-screen")
    seat.plays("6", "4", "9")
    error = problem(seat.command("resign", 1))
    assert error["message"].startswith("You last saw event 1 of this match, and 3 events came after it")
    assert [event["sequence"] for event in error["detail"]["events"]] == [2, 3]
    assert error["detail"]["sequence"] == 4


def test_an_address_has_one_forgotten_match_loaded_at_a_time_and_others_need_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as site:
        *many, last = [str(site.create()["match"]["id"]) for _ in range(6)]
    loading: Queue[str] = Queue()
    go, replay = Event(), LiveMatch.replay

    def wait_and_replay(match_id: str, entries: list[Entry]) -> LiveMatch:
        loading.put(match_id)
        assert go.wait(PATIENCE)
        return replay(match_id, entries)

    monkeypatch.setattr(LiveMatch, "replay", wait_and_replay)
    with serving(store) as site, ThreadPoolExecutor() as pool:

        def ask(match_id: str, address: str) -> int:
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(transport=transport, trust_env=False, timeout=PATIENCE) as client:
                return client.get(f"http://{site.address}/api/v1/matches/{match_id}").status_code

        greedy = [pool.submit(ask, match_id, "127.0.0.66") for match_id in many]
        assert loading.get(timeout=PATIENCE) in many
        other = pool.submit(ask, last, "127.0.0.1")
        assert loading.get(timeout=PATIENCE) == last
        assert loading.empty()
        go.set()
        assert [one.result(PATIENCE) for one in (*greedy, other)] == [200] * 6


def test_no_more_wait_in_the_lane_of_an_address_than_may() -> None:
    async def go_in(lane: Lane) -> int:
        async with lane:
            await asyncio.sleep(0)
        return 1

    async def main() -> list[int | BaseException]:
        lane = Lane("a", 2)
        first = await asyncio.gather(*(go_in(lane) for _ in range(5)), return_exceptions=True)
        assert await go_in(lane) == 1, "those that went away make room again"
        return first

    *done, fourth, fifth = asyncio.run(main())
    assert done == [1, 1, 1], "one inside, and two that wait"
    assert isinstance(fourth, TooMany)
    assert isinstance(fifth, TooMany)


def test_the_sockets_of_an_address_share_what_they_may_send() -> None:
    addresses = Addresses("messages", 1, 5)
    one, other, stranger = (Messages(Bucket(1, 4), addresses, address, Lane(address, 1)) for address in ("a", "a", "b"))
    assert [one.take() for _ in range(4)] == [0] * 4
    assert one.take() > 0  # its own are used up
    assert other.take() == 0
    assert other.take() > 0  # and now those of the address
    assert stranger.take() == 0
    stranger.spend(20)
    assert stranger.take() > 10


def test_an_address_with_an_open_socket_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_ADDRESSES_REMEMBERED", 2)
    addresses = Addresses("messages", 1, 3)
    first = Messages(Bucket(1, 9), addresses, "a", Lane("a", 1))
    assert [first.take() for _ in range(3)] == [0] * 3
    for address in ("b", "c", "d"):
        addresses.bucket(address)
    second = Messages(Bucket(1, 9), addresses, "a", Lane("a", 1))
    assert second.take() > 0
    assert first.take() > 0


@pytest.mark.parametrize(
    "method, path",
    [
        ("HEAD", "/api/v1/games"),
        ("OPTIONS", "/api/v1/games"),
        ("GET", "/api/games"),
        ("GET", "/API/v1/games"),
        ("GET", "//healthz"),
        ("GET", "/healthz/"),
        ("GET", "/HEALTHZ"),
        ("GET", "/%73tatic"),
        ("GET", "/nowhere"),
    ],
)
def test_no_method_and_no_spelling_of_a_path_escapes_the_limit(
    tmp_path: Path, clock: Clock, method: str, path: str
) -> None:
    with serving(str(tmp_path / "server.db"), STRICT._replace(requests_per_second=1)) as strict:
        statuses = [strict.ask(method, path).status_code for _ in range(4)]
        assert statuses.index(429) == 3


def test_a_network_of_64_bits_is_one_visitor() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.7") == "203.0.113.7"
    assert network_of("testclient") == "testclient"
    assert network_of("a:b") == "a:b"


@pytest.mark.usefixtures("clock")
def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db"), STRICT._replace(requests_per_second=1)) as strict:
        seat = strict.sits()

        def connect_often() -> None:
            for _ in range(30):
                with strict.connected(seat.match):
                    pass

        with pytest.raises(InvalidStatus, match="HTTP 403"):
            connect_often()


def test_even_probes_have_a_limit(strict: Site) -> None:
    answers = [strict.get("/healthz").status_code for _ in range(61)]
    assert answers == [*[200] * 60, 429]


def test_requests_are_counted_by_address_but_not_those_of_an_operator(tmp_path: Path, clock: Clock) -> None:
    with serving(str(tmp_path / "server.db"), STRICT._replace(requests_per_second=1)) as strict:
        answers = [strict.get("/api/v1/games") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert refused(answers[-1]) == 1
        assert [strict.get(path).status_code for path in ("/healthz", "/metrics") * 5] == [200] * 10
        clock.now += 1
        assert [strict.get("/api/v1/games").status_code for _ in range(2)] == [200, 429]


def test_a_socket_too_many_is_told_so_and_those_that_are_open_stay(strict: Site) -> None:
    seat = strict.sits()
    with ExitStack() as stack:
        sockets = [stack.enter_context(seat.subscribed()) for _ in range(2)]
        with strict.connected(seat.match) as third:
            assert third.ended()[0] == 4429
        for socket in sockets:
            assert socket.ask("ping")["type"] in {"answer", "error"}
    _until_free(strict)
    with seat.subscribed() as socket:
        socket.send({"type": "ping"})
        assert socket.receive()["pong"]


def _until_free(strict: Site) -> None:
    deadline = time.monotonic() + PATIENCE
    while strict.server.metrics.sockets:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_connection_with_too_many_messages_is_closed(strict: Site) -> None:
    seat = strict.sits()
    with seat.subscribed() as socket:
        with suppress(ConnectionClosed):
            for number in range(40):
                socket.send({"type": "ping", "id": number})
        assert socket.ended() == (4429, "too many messages; reconnect in a few seconds")
    with seat.subscribed() as socket:
        socket.send({"type": "ping"})
        assert socket.receive()["pong"]


def test_a_connection_may_be_busy_for_a_moment(strict: Site) -> None:
    with strict.sits().subscribed() as socket:
        for number in range(15):
            socket.send({"type": "ping", "id": number})
        assert [socket.receive()["id"] for _ in range(15)] == list(range(15))


def test_a_body_as_large_as_is_allowed_is_read_and_a_larger_one_is_refused(site: Site) -> None:
    wish = b'{"game":"range-war"}'
    json = {"Content-Type": "application/json"}
    fits = site.ask("POST", "/api/v1/matches", content=wish.ljust(LARGEST_BODY), headers=json)
    assert fits.status_code == 201
    answer = site.ask("POST", "/api/v1/matches", content=wish.ljust(LARGEST_BODY + 1), headers=json)
    assert (answer.status_code, problem(answer)["code"]) == (413, "too-large")


def test_a_body_that_does_not_say_how_large_it_is_is_refused_all_the_same(site: Site) -> None:
    parts = (b"[" * 10_000 for _ in range(20))
    answer = site.ask("POST", "/api/v1/matches", content=parts, headers={"Content-Type": "application/json"})
    assert (answer.status_code, problem(answer)["code"]) == (413, "too-large")


@pytest.fixture(params=["file_site", "plain_site"])
def any_site(request: pytest.FixtureRequest) -> Site:
    """Sockets as `fathom serve` and as any other ASGI server has them."""
    found: Site = request.getfixturevalue(request.param)
    return found


def test_a_frame_as_large_as_is_allowed_is_answered_and_a_larger_one_closes_the_connection(
    any_site: Site,
) -> None:
    with any_site.sits().subscribed() as socket:
        socket.connection.send('{"type":"ping","id":7}'.ljust(LARGEST_FRAME))
        assert socket.receive() == {"type": "answer", "id": 7, "pong": True}
        socket.connection.send('{"type":"ping"}'.ljust(LARGEST_FRAME + 1))
        assert socket.ended()[0] == 1009


def test_a_frame_in_pieces_is_measured_as_a_whole(any_site: Site) -> None:
    with any_site.sits().subscribed() as socket:
        with suppress(ConnectionClosed):
            socket.connection.send(" " * 1000 for _ in range(10))
        # A reset of the connection may overtake the code, where pieces are on their way still.
        assert socket.ended()[0] in {1009, 1006}


def test_limits_are_read_by_name() -> None:
    assert Limits.read(["sockets-per-address=7", "matches-per-minute=9"]) == Limits(9, 7)
    assert Limits.read([]) == Limits()


@pytest.mark.parametrize(
    "text", ["sockets=7", "sockets-per-address", "sockets-per-address=0", "sockets-per-address=-1", "="]
)
def test_a_limit_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        Limits.read([text])


def test_a_bucket_fills_again_at_its_rate(clock: Clock) -> None:
    bucket = Bucket(rate=2, most=4)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0]
    assert bucket.take() == 0.5
    clock.now = 100.5
    assert bucket.take() == 0
    clock.now = 1000.0
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_addresses_are_counted_apart() -> None:
    addresses = Addresses("requests", rate=1, most=1)
    addresses.take("one")
    addresses.take("two")
    with pytest.raises(Exception, match="Too many requests from your address: try again in a second"):
        addresses.take("one")
