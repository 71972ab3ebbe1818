"""What one connection may send, hold and keep waiting, with either of uvicorn's parsers; and how many there may be."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fathom.web import serve
from fathom.web.api import games as games_api
from fathom.web.http import connections, uvicorn_http
from fathom.web.http.connections import BESIDES_SOCKETS, Connections
from fathom.web.http.uvicorn_http import MOST_HEAD, MOST_LINES, BoundedH11Protocol, HttpProtocol
from tests.patience import PATIENCE
from tests.web.site import GENEROUS, Site, serving

pytestmark = pytest.mark.slow  # it waits for what does not come

#: What a client may take for a head, here.
SOON = 1.0
_GET = b"GET /healthz HTTP/1.1\r\nHost: fathom.example\r\n\r\n"


@pytest.fixture(params=[HttpProtocol, BoundedH11Protocol], ids=["httptools", "h11"])
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that is soon out of patience."""
    monkeypatch.setattr(serve, "HttpProtocol", request.param)
    monkeypatch.setattr(uvicorn_http, "_SECONDS", SOON)
    monkeypatch.setattr(connections, "_SWEEP_SECONDS", 0.05)
    with serving(str(tmp_path / "server.db")) as running:
        yield running


class Client:
    """A connection of bare bytes."""

    def __init__(self, site: Site) -> None:
        host, _, port = site.address.partition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self) -> bytes:
        """Everything until the server hangs up."""
        parts = []
        try:
            while part := self.socket.recv(1 << 16):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)

    def refusal(self) -> tuple[int, str]:
        """The status and the code of the error, after which the server hangs up."""
        head, _, body = self.read().partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)["error"]["code"]


def send_for_ever(client: Client, data: bytes) -> None:
    """Until it is too much for the server, or for the test."""
    for _ in range(1000):
        client.send(data)
        time.sleep(0.01)


@contextmanager
def connected(site: Site) -> Iterator[Client]:
    client = Client(site)
    with client.socket:
        yield client


def refusals(site: Site, code: str) -> int:
    lines = site.get("/metrics").text.splitlines()
    return sum(
        int(float(line.split()[1])) for line in lines if line.startswith("fathom_refusals") and f'"{code}"' in line
    )


# ------------------------------------------------------------ sizes


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"X-Long: " + b"x" * (MOST_HEAD + 4096), id="a long line"),
        pytest.param(b"X: 1\r\n" * (MOST_LINES + 1), id="many lines"),
        pytest.param(b"X-Long: " + b"x" * 4_000_000, id="a line without end"),
    ],
)
def test_large_heads_are_refused(site: Site, head: bytes) -> None:
    with connected(site) as client:
        try:
            client.send(b"GET /healthz HTTP/1.1\r\nHost: fathom.example\r\n" + head + b"\r\n\r\n")
        except ConnectionError:  # it was not read to the end
            assert len(head) > 1_000_000
        else:
            assert client.refusal() == (431, "head-too-large")
    assert refusals(site, "head-too-large") == 1


def test_a_head_within_the_bounds_is_read(site: Site) -> None:
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 150) for number in range(150))
    with connected(site) as client:
        client.send(b"GET /healthz HTTP/1.1\r\nHost: fathom.example\r\nConnection: close\r\n" + lines + b"\r\n")
        assert client.read().startswith(b"HTTP/1.1 200")


def test_lines_of_a_body_are_not_lines_of_the_head(site: Site) -> None:
    body = b"{" + 250 * b"\n" + b'"game": "range-war", "opponent": "same-screen"}'
    head = f"POST /api/v1/matches HTTP/1.1\r\nHost: {site.address}\r\nContent-Type: application/json\r\n"
    with connected(site) as client:
        client.send(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        assert client.read().startswith(b"HTTP/1.1 201 ")


def test_a_body_of_many_chunks_is_read_whole_in_several_turns(site: Site) -> None:
    body = b'{"game": "range-war", "opponent": "same-screen"' + 5_000 * b" " + b"}"
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    head = f"POST /api/v1/matches HTTP/1.1\r\nHost: {site.address}\r\nContent-Type: application/json\r\n"
    with connected(site) as client:
        client.send(f"{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + chunks)
        assert client.read().startswith(b"HTTP/1.1 201 ")


def test_a_body_of_too_many_chunks_is_cut_off(site: Site) -> None:
    with connected(site) as client:
        client.send(b"GET /healthz HTTP/1.1\r\nHost: fathom.example\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(ConnectionError):
            send_for_ever(client, 1_000 * b"1\r\nx\r\n")
    assert refusals(site, "body-too-large") == 1


def test_a_body_is_not_read_forever(site: Site) -> None:
    with connected(site) as client:
        client.send(b"GET /healthz HTTP/1.1\r\nHost: fathom.example\r\nContent-Length: 100000000\r\n\r\n")
        with pytest.raises(ConnectionError):
            client.send(b"x" * 100_000_000)
    assert refusals(site, "body-too-large") == 1


def test_a_request_that_cannot_be_read_is_answered_in_a_sentence(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    for _ in range(20):
        with connected(site) as client:
            client.send(b"\x16\x03\x01 this is TLS, for example\r\n\r\n")
            assert client.refusal() == (400, "bad-request")
    assert refusals(site, "bad-request") == 20
    warnings = [record for record in caplog.records if record.levelname == "WARNING"]
    assert [record.__dict__["reason"] for record in warnings] == ["bad-request"]  # one line, not twenty


# ------------------------------------------------------------ times


@pytest.mark.parametrize("begun", [b"GET /healthz HTTP/1.1\r\n", b"G"])
@pytest.mark.parametrize("earlier", [0, 1])
def test_half_a_head_is_not_waited_for(site: Site, earlier: int, begun: bytes) -> None:
    with connected(site) as client:
        for _ in range(earlier):
            client.send(_GET)
            assert client.socket.recv(1 << 16).startswith(b"HTTP/1.1 200")
        client.send(begun)
        assert client.refusal() == (408, "request-timeout")
    assert refusals(site, "request-timeout") == 1


def test_a_connection_without_a_request_ends(site: Site) -> None:
    with connected(site) as client:
        assert client.read() == b""
    assert refusals(site, "silent-connection") == 1


def test_a_connection_between_two_requests_ends_without_a_word(site: Site) -> None:
    with connected(site) as client:
        client.send(_GET)
        assert client.read().count(b"HTTP/1.1 ") == 1
    assert refusals(site, "request-timeout") == refusals(site, "silent-connection") == 0


def test_half_a_body_is_not_waited_for(site: Site) -> None:
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: fathom.example\r\nContent-Type: application/json\r\n"
    with connected(site) as client:
        client.send(head + b'Content-Length: 100\r\n\r\n{"game":')
        assert client.refusal() == (408, "request-timeout")
    with connected(site) as client:
        client.send(head + b'Transfer-Encoding: chunked\r\n\r\n8\r\n{"game":\r\n')
        assert client.refusal() == (408, "request-timeout")


def test_a_slow_but_steady_client_is_served(site: Site) -> None:
    body = b'{"game": "range-war"}' + b" " * 40
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: fathom.example\r\nConnection: close\r\n"
    request = head + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with connected(site) as client:
        client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(0, len(request), 8):
            client.send(request[at : at + 8])
            time.sleep(0.002)
        assert client.read().startswith(b"HTTP/1.1 201")


def test_a_response_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_http, "_SECONDS", SOON)
    monkeypatch.setattr(connections, "_SWEEP_SECONDS", 0.05)
    with serving(str(tmp_path / "server.db"), send_buffer=4096) as site:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, _, port = site.address.partition(":")
        with plain:
            plain.connect((host, int(port)))
            plain.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: fathom.example\r\n\r\n")
            deadline = time.monotonic() + PATIENCE
            while not refusals(site, "unread-response"):
                assert time.monotonic() < deadline


# ------------------------------------------------------------ requests sent ahead


def test_requests_sent_ahead_are_answered_one_by_one_in_order(site: Site) -> None:
    paths = [b"/healthz", b"/api/v1/games/range-war", b"/nowhere", *[b"/healthz"] * 40]
    with connected(site) as client:
        client.send(b"".join(b"GET %s HTTP/1.1\r\nHost: fathom.example\r\n\r\n" % path for path in paths))
        client.send(b"GET /last HTTP/1.1\r\nHost: fathom.example\r\nConnection: close\r\n\r\n")
        answers = client.read().split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"200", b"200", b"404", *[b"200"] * 40, b"404"]
    assert b"range-war" in answers[1]


def test_too_much_sent_ahead_ends_the_connection(site: Site) -> None:
    with connected(site) as client, pytest.raises(ConnectionError):
        client.send(_GET * 2_000_000)
    assert refusals(site, "sent-ahead") == 1


@pytest.mark.parametrize("ahead", [b"", _GET, _GET * 100], ids=["nothing", "a request", "many requests"])
def test_work_stops_when_the_client_has_gone_whatever_it_sent_ahead(
    site: Site, ahead: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = Event()
    monkeypatch.setattr(games_api, "position_of", lambda *_: is_over.wait(PATIENCE))
    thinking = site.server.thinking

    def until(waiting: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while thinking.waiting != waiting:
            assert time.monotonic() < deadline
            time.sleep(0.005)

    try:
        with ExitStack() as crowd:
            for _ in range(4):  # two of them run, in threads, which cannot be stopped; two wait
                client = crowd.enter_context(connected(site))
                client.send(b"GET /api/v1/positions/range-war HTTP/1.1\r\nHost: fathom.example\r\n\r\n" + ahead)
            until(waiting=2)
        until(waiting=0)
        assert len(thinking._running) == 2
    finally:
        is_over.set()


# ------------------------------------------------------------ how many


@pytest.fixture
def few(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server for two sockets of an address, and the usual connections besides."""
    monkeypatch.setattr(uvicorn_http, "_SECONDS", PATIENCE)
    with serving(str(tmp_path / "few.db"), GENEROUS._replace(sockets_per_address=2)) as running:
        yield running


def test_an_address_has_so_many_connections_and_no_more(few: Site) -> None:
    with ExitStack() as crowd:
        clients = [crowd.enter_context(connected(few)) for _ in range(BESIDES_SOCKETS + 2)]
        for client in clients:
            client.send(b"G")
        with connected(few) as client:
            assert client.refusal() == (429, "too-many-connections")
    deadline = time.monotonic() + PATIENCE
    while not _answers(few):
        assert time.monotonic() < deadline, "The places were not given back."
    assert refusals(few, "too-many-connections") >= 1


def _answers(site: Site) -> bool:
    with connected(site) as client:
        client.send(_GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        return client.read().startswith(b"HTTP/1.1 200")


def test_sockets_are_connections_and_give_their_places_back(few: Site) -> None:
    seat = few.sits()
    for _ in range(BESIDES_SOCKETS // 10):  # more connections than there are places, ten at a time
        with ExitStack() as crowd:
            for _ in range(12):
                try:
                    crowd.enter_context(few.connected(seat.match))
                except (ConnectionClosed, InvalidStatus):
                    pytest.fail("The handshake was refused.")
    assert refusals(few, "too-many-connections") == 0


def test_a_proxy_may_have_any_number_of_connections(tmp_path: Path) -> None:
    limits = GENEROUS._replace(sockets_per_address=1)
    with serving(str(tmp_path / "server.db"), limits, proxy="127.0.0.1") as site, ExitStack() as crowd:
        for _ in range(BESIDES_SOCKETS + 10):
            crowd.enter_context(connected(site)).send(b"G")
        assert _answers(site)


def test_a_server_keeps_some_files_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _what: (103, 103))
    full = Connections(1000, lambda _code: None)
    assert [full.enter("192.0.2.1"), full.enter("192.0.2.2"), full.enter("")] == [None] * 3
    refused = full.enter("192.0.2.3")
    assert refused is not None
    assert refused.status == 503
    full.leave("192.0.2.1")
    assert full.enter("192.0.2.3") is None


@pytest.mark.parametrize(
    "host, proxy, is_told",
    [
        ("127.0.0.1", "", False),
        ("::1", "", False),
        ("localhost", "", False),
        ("0.0.0.0", "", True),
        ("::", "", True),
        ("games.example.org", "", True),
        ("0.0.0.0", "10.0.0.1", False),
    ],
)
def test_an_operator_is_told_what_only_a_proxy_can_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    proxy: str,
    is_told: bool,
) -> None:
    monkeypatch.setattr(serve, "open_listener", lambda _settings: socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr("uvicorn.Server.run", lambda _server, _sockets: None)
    flags = {"host": host, "store": str(tmp_path / "server.db")} | ({"proxy": proxy} if proxy else {})
    assert serve.serve(flags, {}) == 0
    assert ("put a proxy in front" in capsys.readouterr().out) == is_told
