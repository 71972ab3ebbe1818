"""What an operator monitors: health and logs."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.web.http import logs
from tests.patience import PATIENCE
from tests.web.proof.process import Server
from tests.web.site import Site
from tests.web.visitor import Visitor


def test_a_healthy_server_says_so(site: Site) -> None:
    answer = site.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


@pytest.fixture
def with_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOM_SERVE_LOG_ADDRESSES", "yes")


@pytest.fixture
def talkative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Visitor]]:
    """A separate server with full logging."""
    monkeypatch.setenv("FATHOM_LOG", "debug")
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    yield server, visitor
    visitor.close()
    server.stop()


def requests_of(server: Server, count: int) -> list[dict[str, object]]:
    """The last requests that a server logged, one object a line; the line may come just after the answer."""
    deadline = time.monotonic() + PATIENCE
    while True:
        lines = [json.loads(line) for line in server.said().splitlines() if not line.startswith("Fathom is running")]
        asked = [line for line in lines if line["what"] == "request" and line["path"] != "/healthz"]
        if len(asked) >= count:
            return asked
        assert time.monotonic() < deadline, "The request is not logged."
        time.sleep(0.01)


def test_nothing_secret_is_logged_however_much_is_logged(talkative: tuple[Server, Visitor]) -> None:
    server, visitor = talkative
    made = visitor.create(opponent="friend", name="Ada Lovelace")
    match_id = made["match"]["id"]
    joined = visitor.post(f"/api/v1/matches/{match_id}/join", {"secret": made["invite"], "name": "Bob"}).json()
    cookie = {"Cookie": f"seat-{match_id}={made['token']}"}
    visitor.get(f"/api/v1/matches/{match_id}?token={made['token']}", headers=cookie)
    visitor.get(f"/join/{match_id}?secret={made['invite']}")
    visitor.post(f"/api/v1/matches/{match_id}/moves", {"move": "x", "expected": 2, "key": "k" * 8}, made["token"])
    visitor.ask("POST", "/api/v1/matches", content=made["token"].encode(), headers={"Content-Type": "application/json"})
    with visitor.connected(match_id, query=f"?token={joined['token']}", additional_headers=cookie) as socket:
        socket.subscribe(token=joined["token"])
        socket.connection.send(f"nonsense {joined['token']}")
        socket.receive()
    said = server.said()
    assert match_id in said
    for secret in (made["token"], made["invite"], joined["token"]):
        assert secret not in said
    assert "Traceback" not in said


def test_every_request_is_one_line_of_json(talkative: tuple[Server, Visitor]) -> None:
    server, visitor = talkative
    visitor.get("/api/v1/games")
    visitor.get("/nothing")
    requests = requests_of(server, 2)
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/api/v1/games", 200),
        ("GET", "/nothing", 404),
    ]
    assert all(float(str(line["ms"])) >= 0 for line in requests)
    assert "127.0.0.1" not in json.dumps(requests)


def test_hostile_paths_are_spelled_out_in_the_log(with_addresses: None, talkative: tuple[Server, Visitor]) -> None:
    server, visitor = talkative
    visitor.get("/api/v1/x%0A%7B%22level%22:%22error%22%7D%1b%5b2J%e2%80%a8")
    (line,) = requests_of(server, 1)
    assert line["address"] == "127.0.0.1"
    assert line["path"] == '/api/v1/x\n{"level":"error"}\x1b[2J\u2028'
    assert server.said().isascii()
    assert "\x1b" not in server.said()


def test_a_mistake_of_ours_is_logged_on_one_line() -> None:
    record = logging.LogRecord("fathom", logging.ERROR, "", 0, "a\nb\x1b[31m", None, None)
    try:
        raise ValueError("line one\nline two")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    assert json.loads(line)["what"] == "a\nb\x1b[31m"
    assert "line two" in json.loads(line)["error"]
