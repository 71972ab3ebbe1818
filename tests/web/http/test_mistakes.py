"""A bug in the server: answered in one sentence, logged in full, and nothing else breaks."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.web.api import games
from fathom.web.live.live_match import LiveMatch
from tests.web.site import Site, serving
from tests.web.visitor import problem


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server with a bug in its answers about games, and in its commands."""

    def fails(*_arguments: object, **_more: object) -> None:
        raise ZeroDivisionError("a secret thought")

    monkeypatch.setattr(games, "game_dict", fails)
    monkeypatch.setattr(LiveMatch, "plan", fails)
    with serving(str(tmp_path / "server.db")) as running:
        yield running


def test_a_mistake_is_answered_without_its_details(broken: Site, caplog: pytest.LogCaptureFixture) -> None:
    answer = broken.get("/api/v1/games")
    assert answer.status_code == 500
    request = answer.headers["x-request-id"]
    assert problem(answer) == {
        "code": "error",
        "message": "Something went wrong on the server; the error has been logged. "
        f"If you report it, please mention request {request}.",
        "detail": {"request": request},
    }
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["cache-control"] == "no-store"
    assert [record.message for record in caplog.records if record.exc_info] == ["unhandled error"]


def test_a_mistake_of_a_page_is_answered_with_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("fathom.web.pages.home.cards", lambda: 1 / 0)
    with serving(str(tmp_path / "server.db")) as site:
        answer = site.get("/")
    assert answer.status_code == 500
    assert "Something went wrong on the server" in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"
    assert [record.message for record in caplog.records if record.exc_info] == ["unhandled error"]


def test_somebody_who_hangs_up_in_the_middle_of_a_request_is_no_mistake(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    with serving(str(tmp_path / "server.db")) as site:
        for _ in range(5):
            host, _, port = site.address.partition(":")
            with socket.create_connection((host, int(port))) as hasty:
                hasty.sendall(head + b'{"game":')
                time.sleep(0.05)
        assert site.get("/healthz").status_code == 200
    assert [record.message for record in caplog.records if record.exc_info] == []


def test_a_mistake_in_a_socket_ends_that_socket_alone(broken: Site, caplog: pytest.LogCaptureFixture) -> None:
    seat = broken.sits()
    with seat.subscribed() as one, seat.subscribed() as two:
        one.send({"type": "resign", "expected": 1, "key": "12345678"})
        assert one.ended()[0] in {1011, 1006}
        two.send({"type": "ping", "id": 1})
        assert two.receive()["pong"]
    assert [record for record in caplog.records if record.exc_info]
    assert broken.get("/healthz").status_code == 200
