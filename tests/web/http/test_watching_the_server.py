"""What an operator monitors: health, metrics and logs."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.web.http import logs
from tests.patience import PATIENCE
from tests.web.proof.process import Server
from tests.web.site import Site, serving
from tests.web.visitor import Visitor

SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z]+)="([^"\\\n]*)"\})? ([0-9.]+)')


def samples(text: str) -> dict[str, float]:
    """The counters of a text in the Prometheus format, checked line by line."""
    assert text.endswith("\n")
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert kind in {"counter", "gauge", "histogram"}
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            name, label, value, number = sample.groups()
            assert any(name in {kind, f"{kind}_bucket", f"{kind}_sum", f"{kind}_count"} for kind in kinds)
            full = f"{name}{{{label}={value}}}" if label else name
            assert full not in found
            found[full] = float(number)
    return found


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db")) as running:
        yield running


def test_a_healthy_server_says_so(site: Site) -> None:
    answer = site.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


def test_matches_moves_refusals_sockets_and_answers_are_counted(fresh: Site) -> None:
    seat = fresh.sits()
    seat.plays("6", "4")
    seat.move("11", 3)
    seat.move("5", 1)
    seat.move("5", 1)
    fresh.get("/nothing")
    with seat.subscribed() as socket:
        socket.ask("move", move="5", expected=3)
        counted = samples(fresh.get("/metrics").text)
    assert counted["fathom_matches_created_total"] == 1
    assert counted["fathom_events_total"] == 3
    assert counted["fathom_sockets"] == 1
    assert counted["fathom_refusals_total{code=illegal-move}"] == 1
    assert counted["fathom_refusals_total{code=stale}"] == 2
    assert counted["fathom_responses_total{status=201}"] == 1
    assert counted["fathom_responses_total{status=409}"] == 2
    assert counted["fathom_responses_total{status=422}"] == 1
    assert counted["fathom_command_seconds_count"] == 6


def test_latencies_are_a_histogram_that_only_grows(fresh: Site) -> None:
    seat = fresh.sits()
    seat.plays("6", "4")
    counted = samples(fresh.get("/metrics").text)
    buckets = {name: value for name, value in counted.items() if name.startswith("fathom_command_seconds_bucket")}
    values = list(buckets.values())
    assert values == sorted(values)
    assert buckets["fathom_command_seconds_bucket{le=+Inf}"] == 2
    assert 0 < counted["fathom_command_seconds_sum"] < 60


def test_metrics_are_served_as_prometheus_reads_them(site: Site) -> None:
    assert site.get("/metrics").headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


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
    joined = visitor.post(f"/api/matches/{match_id}/join", {"secret": made["invite"], "name": "Bob"}).json()
    cookie = {"Cookie": f"seat-{match_id}={made['token']}"}
    visitor.get(f"/api/matches/{match_id}?token={made['token']}", headers=cookie)
    visitor.get(f"/join/{match_id}?secret={made['invite']}")
    visitor.post(f"/api/matches/{match_id}/moves", {"move": "x", "expected": 2, "key": "k" * 8}, made["token"])
    visitor.ask("POST", "/api/matches", content=made["token"].encode(), headers={"Content-Type": "application/json"})
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
    visitor.get("/api/games")
    visitor.get("/nothing")
    requests = requests_of(server, 2)
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/api/games", 200),
        ("GET", "/nothing", 404),
    ]
    assert all(float(str(line["ms"])) >= 0 for line in requests)


def test_hostile_paths_are_spelled_out_in_the_log(talkative: tuple[Server, Visitor]) -> None:
    server, visitor = talkative
    visitor.get("/api/x%0A%7B%22level%22:%22error%22%7D%1b%5b2J%e2%80%a8")
    (line,) = requests_of(server, 1)
    assert line["path"] == '/api/x\n{"level":"error"}\x1b[2J\u2028'
    assert server.said().isascii()
    assert "\x1b" not in server.said()


def test_a_mistake_of_ours_is_logged_on_one_line() -> None:
    record = logging.LogRecord("fathom", logging.ERROR, "", 0, "a\nb\x1b[31m", None, None)
    try:
        raise ValueError("line one\nline two")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = logs._JsonFormatter().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    assert json.loads(line)["what"] == "a\nb\x1b[31m"
    assert "line two" in json.loads(line)["error"]
