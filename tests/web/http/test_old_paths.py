"""The paths of the API before `/api/v1` answer for one more version, and say where to ask from now on."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from websockets.sync.client import connect

from tests.patience import PATIENCE
from tests.web.site import Site
from tests.web.visitor import problem

CODE = "pyramid-puzzle:kC4.lE24.dD1.xB2"


@pytest.mark.parametrize("path", ["games", "games/range-war", f"puzzles/solution?code={CODE}", "openapi.json"])
def test_an_old_path_answers_as_the_new_one(site: Site, path: str) -> None:
    old, new = site.get(f"/api/{path}"), site.get(f"/api/v1/{path}")
    assert (old.status_code, old.content) == (200, new.content)


def test_an_old_path_names_its_successor_and_since_when(site: Site) -> None:
    headers = site.get("/api/games/range-war").headers
    assert headers["link"] == '</api/v1/games/range-war>; rel="successor-version"'
    assert headers["deprecation"].startswith("@")
    assert datetime.fromtimestamp(int(headers["deprecation"][1:]), UTC) == datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.parametrize("path", ["/api/v1/games", "/", "/healthz", "/rules"])
def test_other_paths_are_not_deprecated(site: Site, path: str) -> None:
    assert {"deprecation", "link"}.isdisjoint(site.get(path).headers)


def test_a_refusal_on_an_old_path_says_so_too(site: Site) -> None:
    answer = site.get("/api/games/nothing")
    assert (answer.status_code, problem(answer)["code"]) == (404, "unknown-game")
    assert answer.headers["link"] == '</api/v1/games/nothing>; rel="successor-version"'


def test_a_hostile_path_writes_no_header(site: Site) -> None:
    link = site.get("/api/games/x%0D%0ASet-Cookie:%20a=b>").headers["link"]
    assert link == '</api/v1/games/x%0D%0ASet-Cookie%3A%20a%3Db%3E>; rel="successor-version"'


def test_a_path_too_long_for_a_header_names_no_successor(site: Site) -> None:
    headers = site.get(f"/api/positions/{'9' * 2000}").headers
    assert "deprecation" in headers
    assert "link" not in headers


def test_a_match_is_played_on_the_old_paths(site: Site) -> None:
    made = site.post("/api/matches", {"game": "range-war"}).json()
    path = f"/api/matches/{made['match']['id']}"
    move = {"move": "6", "expected": 1, "key": "abcdefgh"}
    assert site.post(f"{path}/moves", move, made["token"]).json()["event"]["move"] == "6"
    with connect(f"ws://{site.address}{path}/live", proxy=None, open_timeout=PATIENCE) as socket:
        assert socket.response
        assert socket.response.headers["Link"] == f'</api/v1{path[4:]}/live>; rel="successor-version"'
        socket.send('{"type": "subscribe"}')
        assert json.loads(socket.recv(PATIENCE))["sequence"] == 2


def test_only_a_client_on_the_old_paths_gets_a_cookie_for_them(site: Site) -> None:
    for path, expected in (("/api", {"/m", "/api/matches", "/api/v1/matches"}), ("/api/v1", {"/m", "/api/v1/matches"})):
        made = site.post(f"{path}/matches", {"game": "range-war"})
        paths = re.findall(rf"Path=(\S+)/{made.json()['match']['id']}", made.headers["set-cookie"])
        assert set(paths) == expected


def test_looking_at_a_match_again_renews_the_cookie_of_a_player(site: Site) -> None:
    seat = site.sits()
    shown = site.get(f"/m/{seat.match}", headers={"Cookie": f"seat-{seat.match}={seat.token}"})
    assert f"Path=/api/v1/matches/{seat.match}" in shown.headers["set-cookie"]
    assert "set-cookie" not in site.get(f"/m/{seat.match}").headers
    assert "set-cookie" not in site.get(f"/m/{seat.match}", headers={"Cookie": f"seat-{seat.match}=x"}).headers
