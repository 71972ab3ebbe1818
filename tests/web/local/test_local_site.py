"""The whole application in one thread, without processes, sockets or files: as a browser runs it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from fathom import games
from fathom.errors import TooMuch
from fathom.web import app
from fathom.web.application import ROUTES
from fathom.web.live.secrets import id_from, is_local_id, new_id
from fathom.web.local.cookies import Cookies
from fathom.web.thinking import threads
from fathom.web.thinking.runners import InlineRunner, ThreadRunner
from tests.web.crawling import addresses_in, crawl
from tests.web.local.visiting import HOST, Visit

PREFIX = "/arcade/fathom"
#: What is not there in a browser, or is never shipped to one.
MISSING = ("uvicorn", "fcntl", "resource", "multiprocessing", "psycopg", "numpy", "prometheus_client", "rich", "yaml")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither threads nor processes can be started."""

    def refuse(*_arguments: object, **_named: object) -> None:
        raise AssertionError("a thread or a process was started")

    monkeypatch.setattr(threads, "has_threads", lambda: False)
    monkeypatch.setattr(Thread, "start", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)


@pytest.fixture
def visit(alone: None) -> Iterator[Visit]:
    with Visit(PREFIX) as begun:
        yield begun


def test_the_application_imports_nothing_that_a_browser_lacks() -> None:
    program = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {MISSING}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import fathom.web.local
print(*(name for name in {MISSING} if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_no_handler_takes_a_thread_of_the_framework() -> None:
    """A plain function would: it is marked with `in_thread`, which runs it in place where there are none."""
    plain = [route.path for route in ROUTES if isinstance(route, Route) and not iscoroutinefunction(route.endpoint)]
    assert plain == []


def test_every_page_is_answered_below_the_prefix(visit: Visit) -> None:
    made = visit.create(options={"highest": "2"}, opponent="same-screen")
    match = made["match"]["id"]
    answer = visit.post(f"/api/v1/matches/{match}/moves", {"move": "1", "expected": 1, "key": "a-key-of-mine"})
    assert answer.status_code == 200, answer.text
    starts = ["", "play/range-war", f"m/{match}", f"m/{match}/review", "a/range-war:6", "history", "settings"]
    pages = crawl(visit, [f"{PREFIX}/{path}" for path in starts], PREFIX)  # type: ignore[arg-type]
    assert len(pages) > 20
    for address, page in pages.items():
        assert page.all("html")[0].get("data-local") == "", address
        needing_others = ("/watch", "/join", "/lobby", "friend", "anyone")
        assert not [link for link in addresses_in(page) if any(word in link for word in needing_others)], address


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_played_to_its_end_and_survives_a_killed_worker(visit: Visit, name: str) -> None:
    contest = games.game(name).is_contest
    made = visit.create(game=name, **({"opponent": "@random"} if contest else {}))
    match = made["match"]["id"]
    talk = visit.open(match, views=True)
    view = _play(talk, talk.first["match"]["view"], talk.first["sequence"], 2)
    before = visit.get(f"/api/v1/matches/{match}").json()
    visit.restart()
    assert visit.get(f"/api/v1/matches/{match}").json() == before  # with `you`: the seat is still ours
    talk = visit.open(match, views=True)
    assert talk.first["match"]["view"] == view
    view = _play(talk, view, talk.first["sequence"], 60)
    assert view["over"] or not contest
    assert visit.get(f"/m/{match}").status_code == 200
    talk.close()


def _play(talk: Any, view: Any, sequence: int, most: int) -> Any:
    """Make moves until the game is over or there were enough of them, and it is ours to move again."""
    while not view["over"] and most:
        most -= 1
        move = view["moves"][0]
        answer = talk.ask(
            "move", move=move["move"] if isinstance(move, dict) else move, expected=sequence, key=f"{sequence:08}"
        )
        view, sequence = answer["view"], answer["event"]["sequence"]
        while not view["over"] and view["to_move"] != 1:
            heard = talk.hear()
            view, sequence = heard["view"], heard["event"]["sequence"]
    return view


def test_nothing_is_answered_that_could_not_be_kept(visit: Visit) -> None:
    match = visit.create(opponent="same-screen")["match"]["id"]
    visit.failure = OSError("the disk is full")
    body = {"move": "6", "expected": 1, "key": "a-key-of-mine"}
    refused = visit.post(f"/api/v1/matches/{match}/moves", body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
    assert visit.get(f"/api/v1/matches/{match}").json()["sequence"] == 1
    visit.failure = None
    again = visit.post(f"/api/v1/matches/{match}/moves", body)
    assert (again.status_code, again.json()["event"]["sequence"]) == (200, 2)


def test_nobody_else_can_be_invited_join_or_watch(visit: Visit) -> None:
    for path, body in (
        ("/api/v1/matches", {"game": "range-war", "opponent": "friend"}),
        ("/api/v1/matches", {"game": "range-war", "opponent": "anyone"}),
        ("/api/v1/opponent", {"key": "k" * 22}),
    ):
        refused = visit.post(path, body)
        assert refused.status_code == 400
        assert "two on this screen" in refused.json()["error"]["message"]
    for path in ("/watch", "/watch/list", "/join/abc", "/lobby", "/lobby/list", "/api"):
        assert visit.get(path).status_code == 404
    shown = visit.get("/play/range-war").text
    assert "friend" not in shown
    assert "anyone" not in shown


def test_its_matches_are_told_apart_from_those_of_a_server(visit: Visit) -> None:
    ids = [visit.create()["match"]["id"], visit.create(key="k" * 22)["match"]["id"]]
    over = visit.create(options={"highest": "2"}, opponent="same-screen")["match"]["id"]
    path = f"/api/v1/matches/{over}"
    visit.post(f"{path}/moves", {"move": "1", "expected": 1, "key": "a-key-of-mine"})
    rematch = visit.post(f"{path}/rematch", {"expected": 2, "key": "another-key"}).json()
    ids += [over, rematch["event"]["match"]]
    assert all(map(is_local_id, ids))
    assert [len(match_id) for match_id in ids] == [len(new_id())] * 4
    servers = [new_id() for _ in range(200)] + [id_from(f"a key {number}") for number in range(200)]
    assert not any("l" in match_id for match_id in servers)


def test_every_game_can_be_taken_away_as_records(visit: Visit) -> None:
    over = visit.create(options={"highest": "2"}, opponent="same-screen")["match"]["id"]
    visit.post(f"/api/v1/matches/{over}/moves", {"move": "1", "expected": 1, "key": "a-key-of-mine"})
    running = visit.create(game="pocket-addition", watch=False)["match"]["id"]
    saved = visit.get("/settings/games.txt")
    assert "attachment" in saved.headers["content-disposition"]
    found = [(one.match.game.name, one.match.moves) for one in games.read_records(saved.text)]
    assert sorted(found) == [
        ("pocket-addition", []),
        ("range-war", ["1"]),
    ]  # both began in the same millisecond, perhaps
    assert over in saved.text
    assert running in saved.text


def test_another_sites_page_may_not_change_anything(visit: Visit) -> None:
    wanted = {"game": "range-war"}
    assert visit.post("/api/v1/matches", wanted, {"Origin": HOST}).status_code == 201
    assert visit.post("/api/v1/matches", wanted, {"Origin": "null"}).status_code == 403


def test_a_mistake_of_ours_ends_a_socket_so_that_the_page_tries_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = visit.create(opponent="same-screen")["match"]["id"]
    talk = visit.open(match)
    monkeypatch.setattr("fathom.web.live.connection.read_frame", lambda _data: 1 // 0)
    assert talk.ask("ping") is None
    assert talk.ending == (1011, "the application has made a mistake")


def test_what_takes_too_long_is_stopped_and_said() -> None:
    def set_alarm(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def spin() -> None:
        while True:
            pass

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(TooMuch, match=r"more than the 0\.05 seconds"):
            asyncio.run(InlineRunner(set_alarm, 0.05).run(spin))
        assert asyncio.run(InlineRunner(set_alarm, 60).run(lambda: 5)) == 5
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games",
        "/api/v1/positions/range-war:6.4.9?coach=1",
        "/api/v1/positions/digit-dilemma:7L.3M?coach=1",
        "/api/v1/positions/pocket-addition:5?coach=1&move=6",
        "/api/v1/hints/pyramid-challenge:5.3?level=3",
        "/api/v1/lessons/range-war?step=0&code=range-war",
        "/api/v1/puzzles/daily?date=2026-11-15",
        "/api/v1/positions/range-war:99",
        "/api/v1/nothing",
    ],
)
def test_the_api_answers_byte_for_byte_as_a_server_does(path: str, tmp_path: Path) -> None:
    async def ask_a_server() -> httpx.Response:
        server = app(tmp_path / "server.db", runners=lambda: [ThreadRunner()])
        async with server, httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url=HOST) as client:
            return await client.get(path, headers={"Accept": "application/json"})

    expected = asyncio.run(ask_a_server())
    with Visit() as visit:
        answer = visit.ask("GET", path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content) == (expected.status_code, expected.content)
    assert len(answer.content) > 30


def test_cookies_go_where_they_belong_and_are_kept_once() -> None:
    cookies = Cookies([])
    rows = cookies.set("seat-abc=secret; HttpOnly; Max-Age=2592000; Path=/games/m/abc; SameSite=lax")
    assert cookies.set("seat-abc=secret; Path=/games/m/abc") == []
    assert cookies.header("/games/m/abc/review") == "seat-abc=secret"
    assert cookies.header("/games/m/abcd") == ""
    assert Cookies(rows).header("/games/m/abc") == "seat-abc=secret"
    assert len(rows) == 1


def test_two_starts_from_one_memory_draw_different_numbers() -> None:
    drawn = []
    for _ in range(2):
        random.seed(1)  # as in a memory that is copied
        with Visit():
            drawn.append(random.random())
    assert drawn[0] != drawn[1]
