"""The nginx configuration of the operator's page, run as it stands but for ports and paths, before two servers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.ports import free_port
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.proof.process import REAL, ROOT, Server
from tests.web.visitor import Json, new_key

pytestmark = pytest.mark.slow

CONFIGURATION = (ROOT / "docs" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
SITE = "games.example.org"
RESTART = 1012


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if not found and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed here")
    assert found, f"CI needs {name}: .ci/run installs it"
    return found


class Front(NamedTuple):
    """A running nginx: its ports, what a client needs to trust it, and the servers behind it."""

    plain: int
    secure: int
    certificate: Path
    servers: list[Server]

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)

    def client(self) -> httpx.Client:
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.secure}",
            headers={"Host": SITE},
            verify=self.trust(),
            trust_env=False,
            timeout=PATIENCE,
        )

    def live(self, match: str) -> connect:
        """The socket of a match. Not in threads: before Python 3.13, two of them cannot share a TLS connection."""
        url = f"wss://127.0.0.1:{self.secure}/api/v1/matches/{match}/live"
        return connect(url, ssl=self.trust(), proxy=None, compression=None, open_timeout=PATIENCE, ping_interval=None)

    def line(self, protocol: str = "http/1.1") -> ssl.SSLSocket:
        """A bare connection, to send what no client would."""
        trust = self.trust()
        trust.set_alpn_protocols([protocol])
        return trust.wrap_socket(socket.create_connection(("127.0.0.1", self.secure), PATIENCE), server_hostname=SITE)


def adapt(text: str, changes: Mapping[str, str]) -> str:
    """The configuration with changes, each of which it has exactly once."""
    for shipped, changed in changes.items():
        assert text.count(shipped) == 1, shipped
        text = text.replace(shipped, changed)
    return text


@contextmanager
def nginx(folder: Path, servers: list[Server], more: Mapping[str, str]) -> Iterator[Front]:
    """The configuration as shipped, except for what this machine cannot have, and `more` changes."""
    folder.mkdir()
    plain, secure = free_port(), free_port()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    names = f"subjectAltName=DNS:{SITE},IP:127.0.0.1"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    make = ["req", "-x509", *curve, "-days", "1", "-subj", "/CN=fathom"]
    subprocess.run(
        [program("openssl"), *make, "-addext", names, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    at_home = {
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{secure} ssl http2;",
        "server 127.0.0.1:8000 ": f"server 127.0.0.1:{servers[0].port} ",
        "server 127.0.0.1:8001 ": f"server 127.0.0.1:{servers[1].port} ",
        f"/etc/letsencrypt/live/{SITE}/fullchain.pem": str(certificate),
        f"/etc/letsencrypt/live/{SITE}/privkey.pem": str(key),
    }
    (folder / "site.conf").write_text(adapt(CONFIGURATION, {**at_home, **more}))
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
        f"include {folder}/site.conf; }}\n"
    )
    command = [program("nginx"), "-e", str(folder / "start.log"), "-p", str(folder), "-c", str(whole)]
    with subprocess.Popen(command) as process:
        try:
            wait_for(plain)
            yield Front(plain, secure, certificate, servers)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 5).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "nginx did not come up"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def servers(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on one database."""
    program("nginx")
    folder, store = tmp_path_factory.mktemp("servers"), postgresql.fresh_database()
    extra = ("--proxy", "127.0.0.1", "--origin", f"https://{SITE}")
    both = [Server(store, folder / f"{number}.log", [*REAL, *extra]) for number in (1, 2)]
    for server in both:
        server.start()
    yield both
    for server in both:
        server.stop()
        assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def front(servers: list[Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with nginx(tmp_path_factory.mktemp("nginx") / "shipped", servers, {}) as running:
        yield running


def test_two_servers_behind_nginx_are_one_site(front: Front) -> None:
    with front.client() as client:
        made = client.post("/api/v1/matches", json={"game": "range-war", "opponent": "friend"}).json()
        match_id = made["match"]["id"]
        joining = {"secret": made["invite"], "name": "Bob"}
        joined = client.post(f"/api/v1/matches/{match_id}/join", json=joining).json()
        foreign = {"Origin": "https://elsewhere.example.org"}
        refused = client.post("/api/v1/matches", json={"game": "range-war"}, headers=foreign)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "origin")
        ours = client.post("/api/v1/matches", json={"game": "range-war"}, headers={"Origin": f"https://{SITE}"})
        assert ours.status_code == 201
        assert all("Secure" in cookie for cookie in ours.headers.get_list("set-cookie"))
        assert re.fullmatch(r"[0-9a-f]{32}", ours.headers["x-request-id"])  # the id is nginx's
    seen = asyncio.run(play(front, match_id, [made["token"], joined["token"]]))
    assert [event["move"] for event in seen[0]] == ["6", "4", "10", "9"]
    assert seen[0] == seen[1] == seen[2] == seen[3]


async def play(front: Front, match: str, tokens: list[str]) -> list[list[Json]]:
    """A game to its end over four sockets, which the proxy spreads over both servers; what each of them saw."""
    async with AsyncExitStack() as opened:
        sockets = [await opened.enter_async_context(front.live(match)) for _ in range(4)]
        seen: list[list[Json]] = [[] for _ in sockets]
        for number, live in enumerate(sockets):
            await live.send(json.dumps({"type": "subscribe", "token": tokens[number % 2]}))
            assert json.loads(await live.recv())["sequence"] == 2
        for turn, move in enumerate(["6", "4", "10", "9"]):
            command = {"type": "move", "move": move, "expected": 2 + turn, "key": f"key-of-{turn}-"}
            await sockets[turn % 2].send(json.dumps(command))
            for number, live in enumerate(sockets):
                seen[number].append(json.loads(await asyncio.wait_for(live.recv(), PATIENCE))["event"])
    return seen


def test_everything_is_sent_to_https_and_stays_there(front: Front) -> None:
    plain = httpx.get(f"http://127.0.0.1:{front.plain}/rules?a=1", headers={"Host": SITE}, trust_env=False)
    assert (plain.status_code, plain.headers["location"]) == (308, f"https://{SITE}/rules?a=1")
    with front.client() as client:
        for path in ("/", "/metrics", "/nothing"):
            assert client.get(path).headers["strict-transport-security"] == "max-age=31536000"
    with front.line("h2") as line:
        assert line.selected_alpn_protocol() == "h2"
        assert line.version() == "TLSv1.3"


# ------------------------------------------------------------ metrics

SPELLINGS = [
    "/metrics",
    "/metrics/",
    "/metrics?x=1",
    "/metrics/?x=1",
    "/metrics#x",
    "//metrics",
    "///metrics//",
    "/%6d%65%74%72%69%63%73",
    "/%6Detrics",
    "/metrics%2f",
    "/metrics%2F..",
    "/%2fmetrics",
    "/%2Fmetrics",
    "/./metrics",
    "/x/../metrics",
    "/x/%2e%2e/metrics",
    "/%2e/metrics",
    "/static/../metrics",
    "/static/..%2fmetrics",
    "/static/%2e%2e%2fmetrics",
    "/api/v1/../../metrics",
    "/../metrics",
    "/METRICS",
    "/Metrics",
    "/metrics;x",
    "/metrics;/",
    "/metrics%00",
    "/metrics%20",
    "/metrics.",
    "/metrics/.",
    "/metrics/x/..",
    "/metrics%3fx",
    "/metrics%23",
    "/metrics%09",
    "/%256detrics",
    "/%25%36detrics",
    "/\\metrics",
    "/..\\metrics",
    "/x/..;/metrics",
    "metrics",
    f"http://{SITE}/metrics",
    f"https://{SITE}//metrics",
    "http://127.0.0.1/metrics",
    "/fathom/../metrics",
    "*",
]


def ask_barely(front: Front, head: bytes) -> bytes:
    with front.line() as line:
        line.sendall(head)
        received = b""
        with suppress(ConnectionResetError, ssl.SSLError):
            while part := line.recv(65536):
                received += part
        return received


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/1.0"])
def test_no_spelling_leads_to_the_metrics(front: Front, version: str) -> None:
    shown = urllib.request.urlopen(f"http://127.0.0.1:{front.servers[0].port}/metrics", timeout=PATIENCE).read()
    assert b"fathom_matches" in shown  # the servers themselves do show them
    for spelling in SPELLINGS:
        for method in ("GET", "HEAD", "POST", "get"):
            head = f"{method} {spelling} {version}\r\nHost: {SITE}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            answer = ask_barely(front, head.encode())
            assert b"fathom_" not in answer, spelling
            assert b"\r\nlocation:" not in answer.lower(), spelling
            assert not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 500")), spelling


# ------------------------------------------------------------ bounds


def test_heads_and_bodies_are_bounded(front: Front) -> None:
    with front.client() as client:
        assert client.get("/api/v1/positions/" + "x" * 16_000).status_code == 404  # from a server
        assert client.get("/" + "x" * 20_000).status_code == 414
        assert client.get("/", headers={"X-Long": "x" * 20_000}).status_code == 400
        assert client.get("/", headers={f"X-{number}": "x" * 10_000 for number in range(5)}).status_code == 400
        assert client.post("/api/v1/matches", content=b"x" * 700_000).status_code == 413


def test_slow_clients_are_cut_off(front: Front) -> None:
    starts = {
        "head": b"GET / HTTP/1.1\r\nHost:",
        "body": f"POST /api/v1/matches HTTP/1.1\r\nHost: {SITE}\r\nContent-Length: 100\r\n\r\n{{".encode(),
    }
    lines = {name: front.line() for name in starts}
    for name, line in lines.items():
        line.sendall(starts[name])
    for line in lines.values():
        with line, suppress(ConnectionResetError, ssl.SSLError):
            while line.recv(65536):
                pass


def test_the_limits_of_nginx_work_when_they_are_uncommented(servers: list[Server], tmp_path: Path) -> None:
    """With smaller numbers, so that nobody needs to flood it."""
    lines = {
        "#limit_req_zone $binary_remote_addr zone=fathom_requests:10m rate=100r/s;": (
            "limit_req_zone $binary_remote_addr zone=fathom_requests:10m rate=1r/m;"
        ),
        "#limit_req zone=fathom_requests burst=300 nodelay;": "limit_req zone=fathom_requests burst=5 nodelay;",
        "#limit_conn_zone": "limit_conn_zone",
        "#limit_conn fathom_connections 200;": "limit_conn fathom_connections 2;",
    }
    with nginx(tmp_path / "limited", servers, lines) as limited, limited.client() as client:
        match = client.post("/api/v1/matches", json={"game": "range-war"}).json()["match"]["id"]
        assert asyncio.run(ask_beside_two_sockets(limited, client, match)) == 429
        statuses = [client.get("/rules").status_code for _ in range(8)]
        assert set(statuses) == {200, 429}
        assert statuses == sorted(statuses)


async def ask_beside_two_sockets(front: Front, client: httpx.Client, match: str) -> int:
    async with front.live(match), front.live(match):
        return (await asyncio.to_thread(client.get, "/rules")).status_code


# ------------------------------------------------------------ restarts


class Stream:
    """Something that is done over and over again, in a thread, until it is stopped; every failure is kept."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.times = 0
        self.failures: list[str] = []
        self._stopping = Event()
        self._act = act
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._act()
            except Exception as error:
                self.failures.append(repr(error))
            self.times += 1


class Watcher:
    """A socket that reconnects when it is told that the server restarts, and asks for what it has missed."""

    def __init__(self, front: Front, match: str) -> None:
        self.events: list[Json] = []
        self.codes: list[int] = []
        self.is_done = Event()
        self._front = front
        self._match = match

    def watch(self) -> None:
        """Watch until the connection ends."""
        asyncio.run(self._watch())

    async def _watch(self) -> None:
        async with self._front.live(self._match) as live:
            try:
                await live.send(json.dumps({"type": "subscribe", "after": len(self.events)}))
                self.events += json.loads(await live.recv())["events"]
                while not self.is_done.is_set():
                    with suppress(TimeoutError):
                        self.events.append(json.loads(await asyncio.wait_for(live.recv(), 0.2))["event"])
            except ConnectionClosed as end:  # a restart may also come before the first answer
                self.codes.append(end.rcvd.code if end.rcvd else 1006)


def test_a_rolling_restart_fails_no_request(front: Front) -> None:
    pages = cycle(["/", "/api/v1/games", "/rules", "/healthz", "/api/v1/matches"])
    with front.client() as reading, front.client() as playing, front.client() as creating:
        made = playing.post("/api/v1/matches", json={"game": "range-war", "opponent": "same-screen"}).json()
        match, token, sequence = made["match"]["id"], made["token"], 1
        watchers = [Watcher(front, match) for _ in range(2)]

        def read() -> None:
            answer = reading.get(next(pages))
            assert answer.status_code == 200, answer.text
            time.sleep(0.02)  # one in five is a probe, of which an address may send 20 a second

        def move() -> None:
            nonlocal sequence
            action, more = ("moves", {"move": "6"}) if sequence % 2 else ("take-back", {"plies": 1})
            body: dict[str, Any] = {"expected": sequence, "key": new_key(), **more}
            answer = playing.post(
                f"/api/v1/matches/{match}/{action}", json=body, headers={"Authorization": f"Bearer {token}"}
            )
            assert answer.status_code == 200, answer.text
            sequence += 1
            time.sleep(0.005)

        def create() -> None:
            answer = creating.post("/api/v1/matches", json={"game": "range-war", "key": new_key()})
            assert answer.status_code == 201, answer.text
            time.sleep(0.05)

        requests = [Stream(read), Stream(move), Stream(create)]
        watching = [Stream(watcher.watch) for watcher in watchers]
        for server in [*front.servers, *front.servers]:
            server.stop()
            server.start()
            wanted = [stream.times + 5 for stream in requests]
            until(lambda: all(stream.times >= times for stream, times in zip(requests, wanted, strict=True)))  # noqa: B023
        for stream in requests:
            stream.stop()
        until(lambda: all(len(watcher.events) == sequence for watcher in watchers))
        for watcher, stream in zip(watchers, watching, strict=True):
            watcher.is_done.set()
            stream.stop()
        kept = playing.get(f"/api/v1/matches/{match}/events").json()["events"]
    assert [stream.failures for stream in (*requests, *watching)] == [[]] * 5
    assert [event["sequence"] for event in kept] == list(range(1, sequence + 1))
    assert all(watcher.events == kept for watcher in watchers)
    assert {code for watcher in watchers for code in watcher.codes} == {RESTART}


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
