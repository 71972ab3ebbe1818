"""Clients that do not read, or have gone: they are dropped, and nobody else notices."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from fathom.web import serve
from fathom.web.live import connection as web_socket
from fathom.web.live import transport as plain_transport
from fathom.web.live import uvicorn_transport
from fathom.web.live.connection import Connection
from fathom.web.live.transport import MOST_UNREAD
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol
from tests.patience import PATIENCE
from tests.web.site import FAST, PLAIN, Site, serving
from tests.web.visitor import Seat, Socket

pytestmark = pytest.mark.slow  # it waits for what does not come

SMALL_BUFFER = 8 * 1024
#: Between two pings: a busy machine answers one in time.
SOON = 1.0
#: The largest frame that is sent: an event with the view after it.
LARGEST_TOLD = 64 * 1024


both_transports = pytest.mark.parametrize("transport", [FAST, PLAIN])


@pytest.fixture
def transport() -> str:
    """That of `fathom serve`, where a test does not ask for both."""
    return FAST


@pytest.fixture
def site(tmp_path: Path, caplog: pytest.LogCaptureFixture, transport: str) -> Iterator[Site]:
    """A server with small socket buffers, so that a stalled reader is soon behind; its log stays clean."""
    with serving(str(tmp_path / "server.db"), send_buffer=SMALL_BUFFER, transport=transport) as running:
        yield running
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "It does not happen."
        time.sleep(0.02)


@contextmanager
def stalled(seat: Seat) -> Iterator[Socket]:
    """A client that subscribes with views, and then reads nothing."""
    host, _, port = seat.visitor.address.partition(":")
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    plain.connect((host, int(port)))
    with seat.visitor.connected(seat.match, sock=plain, max_queue=1, ping_interval=None) as connection:
        connection.send({"type": "subscribe", "token": seat.token, "views": True})
        yield connection


def unread(site: Site, seat: Seat) -> dict[Connection, int]:
    """How much each listener of a match has not read yet."""
    listeners = site.server.matches._lives[seat.match].listeners
    return {one: one._transport.waiting for one in list(listeners) if isinstance(one, Connection)}


def play_until_let_go(site: Site, seat: Seat, player: Socket, listeners: int) -> int:
    """Play and take back until only `listeners` are left; returns the most that any had not read."""
    most, sequence, plays = 0, seat.sequence, 0
    while len(unread(site, seat)) > listeners:
        kind, more = ("take-back", {"plies": 1}) if plays % 2 else ("move", {"move": "6"})
        answer = player.ask(kind, expected=sequence, **more)
        sequence, plays = answer["event"]["sequence"], plays + 1
        most = max(most, *unread(site, seat).values())
        assert plays < 5000, "The stalled reader is never let go."
    return most


@both_transports
def test_a_stalled_reader_is_let_go_and_comes_back_for_what_it_missed(site: Site) -> None:
    seat = site.sits()
    with seat.subscribed() as player, stalled(seat) as reader, Seat(site, seat.match, None).subscribed() as watcher:
        until(lambda: len(unread(site, seat)) == 3)
        most = play_until_let_go(site, seat, player, listeners=2)
        told = [json.loads(frame) for frame in _frames(reader)]
        assert reader.ended()[0] == 4408
        events = seat.events
        assert [watcher.receive()["event"] for _ in events[1:]] == events[1:]
    assert most < MOST_UNREAD + LARGEST_TOLD
    seen = told[0]["events"] + [frame["event"] for frame in told[1:]]
    assert seen == events[: len(seen)]
    with site.connected(seat.match) as again:
        assert again.subscribe(after=len(seen))["events"] == events[len(seen) :]


def _frames(reader: Socket) -> Iterator[str]:
    """Everything that had been written before the end."""
    try:
        while True:
            frame = reader.connection.recv(PATIENCE)
            assert isinstance(frame, str)
            yield frame
    except ConnectionClosed:
        return


@both_transports
def test_a_reader_that_never_reads_again_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_transport, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(plain_transport, "GRACE_SECONDS", 0.3)
    seat = site.sits()
    with seat.subscribed() as player, stalled(seat):
        until(lambda: len(unread(site, seat)) == 2)
        play_until_let_go(site, seat, player, listeners=1)
        until(lambda: site.server.metrics.sockets == 1)
        assert site.server.metrics.shed["too-slow"] == 1
        assert player.ask("move" if not seat.snapshot["view"]["played"] else "resign", **_next(seat))["event"]


def _next(seat: Seat) -> dict[str, object]:
    match = seat.snapshot
    return {"expected": match["sequence"], **({} if match["view"]["played"] else {"move": "6"})}


@both_transports
def test_a_peer_that_answers_no_ping_is_dropped_and_one_that_does_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, transport: str
) -> None:
    monkeypatch.setattr(serve, "_PING_SECONDS", SOON)
    with serving(str(tmp_path / "server.db"), transport=transport) as site:
        seat = site.sits()
        with seat.subscribed() as alive, half_open(seat) as dead:
            until(lambda: site.server.metrics.sockets == 2)
            until(lambda: site.server.metrics.sockets == 1)
            assert len(unread(site, seat)) == 1
            time.sleep(3 * SOON)
            assert alive.ask("move", move="6", expected=1)["event"]["sequence"] == 2
            assert _is_cut(dead)
            if transport == FAST:  # elsewhere, the server below pings
                assert site.server.metrics.shed["timed-out"] == 1
    assert [record for record in caplog.records if record.exc_info] == []


@contextmanager
def half_open(
    seat: Seat, frame: bytes = b'{"type":"subscribe"}', receive_buffer: int = 1 << 16
) -> Iterator[socket.socket]:
    """A half-open connection: the other end has gone, and nothing is ever sent back."""
    host, _, port = seat.visitor.address.partition(":")
    with socket.socket() as plain:
        plain.settimeout(PATIENCE)
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        plain.connect((host, int(port)))
        plain.sendall(
            f"GET /api/v1/matches/{seat.match}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in plain.recv(4096)
        plain.sendall(bytes([0x81, 0x80 | len(frame)]) + bytes(4) + frame)  # masked with zeros
        yield plain


def _is_cut(plain: socket.socket) -> bool:
    try:
        while plain.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def leaving(seat: Seat) -> AbstractContextManager[socket.socket]:
    """A client that reads nothing."""
    return half_open(seat, b'{"type":"subscribe","views":true}', SMALL_BUFFER)


def fall_behind(site: Site, seat: Seat, player: Socket) -> None:
    """Play until a client has left much unread."""
    sequence = seat.sequence
    while max(unread(site, seat).values()) < LARGEST_TOLD:
        kind, more = ("take-back", {"plies": 1}) if sequence % 2 == 0 else ("move", {"move": "6"})
        sequence = player.ask(kind, expected=sequence, **more)["event"]["sequence"]
        assert sequence < 1000, "Nobody falls behind."


CLOSE = bytes([0x88, 0x82, 0, 0, 0, 0]) + (1000).to_bytes(2)


def test_a_peer_that_says_goodbye_and_reads_nothing_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_transport, "GRACE_SECONDS", 0.3)
    lost: list[FastWebSocketProtocol] = []
    real = FastWebSocketProtocol.connection_lost

    def noted(protocol: FastWebSocketProtocol, error: Exception | None) -> None:
        lost.append(protocol)
        real(protocol, error)

    monkeypatch.setattr(FastWebSocketProtocol, "connection_lost", noted)
    seat = site.sits()
    with seat.subscribed() as player, leaving(seat) as peer:
        until(lambda: len(unread(site, seat)) == 2)
        fall_behind(site, seat, player)
        peer.sendall(CLOSE)
        until(lambda: len(unread(site, seat)) == 1)
        until(lambda: len(lost) == 1)


def test_a_server_stops_properly_whoever_is_about_to_leave(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as opened:
        with serving(str(tmp_path / "server.db"), send_buffer=SMALL_BUFFER) as site:
            seat = site.sits()
            player = opened.enter_context(seat.subscribed())
            peers = [opened.enter_context(leaving(seat)) for _ in range(3)]
            until(lambda: len(unread(site, seat)) == 4)
            fall_behind(site, seat, player)
            for peer in peers:
                peer.sendall(CLOSE)
            until(lambda: len(unread(site, seat)) == 1)
        assert player.ended()[0] == web_socket.RESTART
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("Cookie: " + "x" * 9000, id="a long line"),
        pytest.param("\r\n".join(f"X-{number}: x" for number in range(200)), id="many lines"),
    ],
)
def test_a_handshake_that_is_too_long_is_answered(tmp_path: Path, header: str) -> None:
    with serving(str(tmp_path / "server.db")) as site:
        host, _, port = site.address.partition(":")
        with socket.create_connection((host, int(port)), PATIENCE) as plain:
            plain.sendall(
                "GET /api/v1/matches/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\n{header}"
                "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            answer = b"".join(iter(lambda: plain.recv(4096), b""))
            assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))


@both_transports
def test_whoever_says_nothing_at_all_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    monkeypatch.setattr(web_socket, "FIRST_FRAME_SECONDS", 0.2)
    with serving(str(tmp_path / "server.db"), transport=transport) as site, site.connected(site.sits().match) as silent:
        assert silent.ended() == (4400, "no first frame arrived in time")
