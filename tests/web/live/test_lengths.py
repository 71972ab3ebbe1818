"""A match, a record and an address have a greatest length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.web.live import live_match
from fathom.web.live.live_match import MOST_MOVES
from tests.web.site import Site, serving
from tests.web.visitor import problem


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db")) as running:
        yield running


def walk(moves: int) -> list[str]:
    """Round and round on the base."""
    return [f"E{number % 32 + 1}" for number in range(moves)]


def record(moves: int) -> bytes:
    body = " ".join(f"{number}. {tile}" for number, tile in enumerate(walk(moves), start=1))
    head = '[Game "pyramid-puzzle"]\n[Options "levels=5,layout=kC4"]\n[Player1 "Ada"]\n[Result "*"]'
    return f"{head}\n\n{body} *\n".encode()


def test_a_record_of_too_many_moves_is_refused(site: Site) -> None:
    assert site.ask("POST", "/api/v1/records", content=record(MOST_MOVES)).status_code == 201
    answer = site.ask("POST", "/api/v1/records", content=record(MOST_MOVES + 1))
    assert answer.status_code == 413
    assert problem(answer)["message"] == (
        "This server takes matches of up to 1,000 moves, and this one has 1,001; the terminal takes more."
    )


def test_a_match_ends_growing_at_some_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "MOST_MOVES", 3)
    seat = site.sits(game="pyramid-puzzle", options={"layout": "kC4"})
    seat.plays("E1", "E2", "E3")
    answer = seat.move("E4", 4)
    assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")
    assert seat.command("take-back", 4, plies=1).status_code == 200
    assert seat.move("E1", 5).status_code == 200


def test_so_do_its_events(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "MOST_EVENTS", 3)
    seat = site.sits(opponent="same-screen")
    seat.plays("6", "4")
    answer = seat.move("9", 3)
    assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")
    assert seat.command("resign", 3).status_code == 200


def test_an_address_has_a_greatest_length(site: Site) -> None:
    assert site.get(f"/api/v1/positions/range-war?move={'9' * 10_000}").status_code == 422
    answer = site.get(f"/api/v1/positions/range-war?move={'9' * 20_000}")
    assert (answer.status_code, problem(answer)["code"]) == (414, "too-large")
