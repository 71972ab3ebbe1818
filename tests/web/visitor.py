"""A visitor of a server, over HTTP and sockets, and the seats that they hold there.

    visitor.post("/api/v1/matches", {"game": "range-war"})          -> httpx.Response
    seat = visitor.sits(game="range-war", opponent="same-screen")
    seat.move("6", expected=1)                                   -> httpx.Response
    with seat.subscribed() as socket: socket.ask("move", move="4", expected=2)

Nothing is remembered between requests: a token is sent each time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE

Json = dict[str, Any]


def new_key() -> str:
    return uuid4().hex


class Visitor:
    """Requests to one server, from this address of this machine or from the usual one."""

    def __init__(self, address: str, source: str | None = None) -> None:
        self.address = address
        transport = httpx.HTTPTransport(local_address=source) if source else None
        self._http = httpx.Client(base_url=f"http://{address}", trust_env=False, timeout=PATIENCE, transport=transport)

    def close(self) -> None:
        self._http.close()

    def ask(
        self, method: str, path: str, token: str | None = None, headers: Mapping[str, Any] | None = None, **more: Any
    ) -> httpx.Response:
        carried = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = self._http.request(method, path, headers=carried, **more)
        self._http.cookies.clear()
        return answer

    def get(self, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        return self.ask("GET", path, token, **more)

    def post(self, path: str, body: object, token: str | None = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, token, json=body, **more)

    def create(self, **wish: Any) -> Json:
        """Make a match; the whole answer."""
        made = self.post("/api/v1/matches", {"game": "range-war"} | wish)
        assert made.status_code == 201, made.text
        answer: Json = made.json()
        return answer

    def sits(self, **wish: Any) -> Seat:
        """Make a match and sit down at it."""
        made = self.create(**wish)
        return Seat(self, made["match"]["id"], made["token"])

    def two(self, **wish: Any) -> tuple[Seat, Seat]:
        """Two people in one match: its creator in seat 1, and a friend who followed the invitation."""
        made = self.create(opponent="friend", **wish)
        host = Seat(self, made["match"]["id"], made["token"])
        joined = self.post(f"/api/v1/matches/{host.match}/join", {"secret": made["invite"], "name": "Bob"})
        assert joined.status_code == 200, joined.text
        return host, Seat(self, host.match, joined.json()["token"])

    @contextmanager
    def connected(self, match: str, query: str = "", **more: Any) -> Iterator[Socket]:
        """A socket of a match, before its first frame."""
        url = f"ws://{self.address}/api/v1/matches/{match}/live{query}"
        with connect(url, proxy=None, compression=None, open_timeout=PATIENCE, close_timeout=2, **more) as connection:
            yield Socket(connection)


class Socket:
    """One connection, as a sequence of JSON objects."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, frame: object) -> None:
        self.connection.send(json.dumps(frame))

    def hear(self, patience: float = PATIENCE) -> Json:
        """The next frame, whatever it is."""
        told: Json = json.loads(self.connection.recv(patience))
        return told

    def receive(self, patience: float = PATIENCE) -> Json:
        """The next frame that does not only say who is here, which may come at any time."""
        while True:
            told = self.hear(patience)
            if told.get("type") != "presence":
                return told

    def subscribe(self, **more: Any) -> Json:
        self.send({"type": "subscribe", **more})
        return self.receive()

    def ask(self, kind: str, **more: Any) -> Json:
        """Send a command; the next frame, which is its answer where nothing else happens."""
        self.send({"type": kind, "key": new_key(), **more})
        return self.receive()

    def ended(self) -> tuple[int, str]:
        """Read to the end; the code and the reason with which the server closed the connection."""
        try:
            while True:
                self.connection.recv(PATIENCE)
        except ConnectionClosed as end:
            return (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "cut off")


class Seat(NamedTuple):
    """A token for a match; without one, a watcher."""

    visitor: Visitor
    match: str
    token: str | None

    def command(self, action: str, expected: int, key: str | None = None, **more: Any) -> httpx.Response:
        body = {"expected": expected, "key": key or new_key(), **more}
        return self.visitor.post(f"/api/v1/matches/{self.match}/{action}", body, self.token)

    def move(self, move: str, expected: int, key: str | None = None) -> httpx.Response:
        return self.command("moves", expected, key, move=move)

    def plays(self, *moves: str) -> None:
        """Make moves that are all accepted; only for a client that holds every seat."""
        for move in moves:
            answer = self.move(move, self.sequence)
            assert answer.status_code == 200, answer.text

    def get(self, what: str = "") -> httpx.Response:
        return self.visitor.get(f"/api/v1/matches/{self.match}{what}", self.token)

    @property
    def snapshot(self) -> Json:
        answer: Json = self.get().json()
        return answer

    @property
    def sequence(self) -> int:
        return int(self.snapshot["sequence"])

    @property
    def events(self) -> list[Json]:
        events: list[Json] = self.get("/events").json()["events"]
        return events

    @contextmanager
    def subscribed(self, **more: Any) -> Iterator[Socket]:
        """A socket that has subscribed, and whose first answer has been read."""
        with self.visitor.connected(self.match) as socket:
            told = socket.subscribe(**({"token": self.token} if self.token else {}), **more)
            assert told["type"] == "subscribed", told
            yield socket


def problem(answer: httpx.Response) -> Json:
    """The error in a refusal, which has the one shape that every refusal has."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert body.keys() == {"error"}
    error: Json = body["error"]
    assert {"code", "message"} <= error.keys() <= {"code", "message", "rule", "detail"}
    assert error["message"]
    assert error["message"].isprintable()
    return error
