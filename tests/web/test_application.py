"""The server as an ordinary ASGI application: under any ASGI server, under any path, and beside others."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, cast

import httpx
import pytest
import uvicorn
from hypercorn.asyncio import serve as serve_with_hypercorn
from hypercorn.config import Config
from starlette.applications import Starlette
from starlette.routing import Mount

from benchmarks.ports import free_port
from fathom.errors import BadOption, StoreError
from fathom.web import Application, Limits, app
from fathom.web.rendering import STATIC
from tests.patience import PATIENCE
from tests.web.crawling import addresses_in, bare_links, bare_paths, crawl
from tests.web.reading import PageRead
from tests.web.site import GENEROUS, mounted, running
from tests.web.visitor import Seat, Visitor

TEMPLATES = STATIC.parent / "templates"
pytestmark = pytest.mark.slow  # a server for each way to be served


@contextmanager
def visiting(application: Any, path: str = "", ws: str = "auto") -> Iterator[Visitor]:
    """A visitor of an application under plain uvicorn."""
    with running(uvicorn.Config(application, ws=ws, log_config=None)) as address:
        visitor = Visitor(f"{address}{path}")
        try:
            yield visitor
        finally:
            visitor.close()


def plays_a_match(visitor: Visitor) -> None:
    """Two people play to the end over their sockets, with a watcher."""
    host, guest = visitor.two(options={"highest": "3"})
    watcher = Seat(visitor, host.match, None)
    with host.subscribed() as one, guest.subscribed() as two, watcher.subscribed(views=True) as three:
        sequence, told = 2, []
        for mover, other, move in [(one, two, "3"), (two, one, "1"), (one, two, "2")]:
            answer = mover.ask("move", move=move, expected=sequence)
            sequence = answer["event"]["sequence"]
            assert other.receive() == {"type": "event", "event": answer["event"]}
            told.append(three.receive())
    assert [event["event"]["move"] for event in told] == ["3", "1", "2"]
    assert told[-1]["view"]["over"]
    assert (host.snapshot["state"], host.sequence) == ("over", sequence)


@pytest.fixture
def games(tmp_path: Path) -> Application:
    return app(tmp_path / "server.db", limits=GENEROUS)


# ------------------------------------------------------------ any ASGI server


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::uvicorn.config.UvicornDeprecationWarning")
@pytest.mark.parametrize("ws", ["websockets", "websockets-sansio", "wsproto"])
def test_a_match_is_played_under_plain_uvicorn(games: Application, ws: str) -> None:
    with visiting(games, ws=ws) as visitor:
        plays_a_match(visitor)
        seat = visitor.sits(watch=False)
        with visitor.connected(seat.match) as socket:
            socket.send({"type": "subscribe"})
            assert socket.ended()[0] == 4404
        with seat.subscribed() as socket:
            socket.connection.send("x" * 5000)
            assert socket.ended()[0] == 1009


def test_a_match_is_played_under_hypercorn(games: Application) -> None:
    config, port, stop = Config(), free_port(), Event()
    config.bind = [f"127.0.0.1:{port}"]

    async def stopped() -> None:
        while not stop.is_set():
            await asyncio.sleep(0.05)

    work = serve_with_hypercorn(cast(Any, games), config, shutdown_trigger=stopped)
    thread = Thread(target=asyncio.run, args=(work,), daemon=True)
    thread.start()
    visitor = Visitor(f"127.0.0.1:{port}")
    try:
        for _ in range(200):
            try:
                visitor.get("/healthz")
                break
            except httpx.TransportError:
                stop.wait(0.05)
        plays_a_match(visitor)
    finally:
        visitor.close()
        stop.set()
        thread.join(PATIENCE)
    assert not thread.is_alive()


# ------------------------------------------------------------ any path


@pytest.fixture(params=["mounted", "prefixed", "both", "alone"])
def below(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visitor]:
    """The games under a path: mounted there, serving there by themselves, or both; and without any."""
    store = tmp_path / "server.db"
    ways: dict[str, tuple[Any, str]] = {
        "mounted": (mounted(app(store, limits=GENEROUS)), "/games"),
        "prefixed": (app(store, prefix="/fathom", limits=GENEROUS), "/fathom"),
        "both": (mounted(app(store, prefix="/fathom/", limits=GENEROUS)), "/games/fathom"),
        "alone": (app(store, limits=GENEROUS), ""),
    }
    application, path = ways[request.param]
    with visiting(application, path) as visitor:
        yield visitor


def prefix_of(visitor: Visitor) -> str:
    return visitor.address[visitor.address.find("/") :] if "/" in visitor.address else ""


def test_a_match_is_played_under_a_path(below: Visitor) -> None:
    plays_a_match(below)


def test_no_link_of_any_page_escapes_the_path(below: Visitor) -> None:
    prefix = prefix_of(below)
    over = below.sits(options={"highest": "2"})
    over.plays("1")
    walk = below.sits(game="pyramid-puzzle")
    begun = below.sits()
    paths = ["", "rules/range-war", "join/" + begun.match, *(f"m/{seat.match}" for seat in (over, walk, begun))]
    pages = crawl(below, [f"{prefix}/{path}" for path in (*paths, f"m/{over.match}/review")], prefix)
    pages["missing"] = PageRead(below.get("/static/nothing-here").text)  # a router below ours has lengthened the path
    pages["elsewhere"] = PageRead(below.get("/nothing-here").text)
    assert len(pages) > 20
    for address, page in pages.items():
        found = addresses_in(page)
        assert all(link.startswith(f"{prefix}/") for link in found), address
        assert len(found) > 10, address
        assert page.all("html")[0].get("data-prefix", "") == prefix


def test_redirects_cookies_and_documents_know_the_path(below: Visitor) -> None:
    prefix = prefix_of(below)
    made = below.post("/api/v1/matches", {"game": "range-war"})
    match_id = made.json()["match"]["id"]
    paths = [cookie.split("Path=")[1].split(";")[0] for cookie in made.headers.get_list("set-cookie")]
    assert paths == [f"{prefix}{path}/{match_id}" for path in ("/m", "/api/v1/matches")]
    leads = [below.get(f"/m/{match_id}/rematch"), below.get(f"/m/{match_id}/review"), below.get("/p?code=kC4")]
    assert [answer.status_code for answer in leads] == [303, 303, 303]
    assert all(answer.headers["location"].startswith(f"{prefix}/") for answer in leads)
    assert below.get("/api/v1/openapi.json").json()["servers"] == [{"url": prefix or "/"}]
    assert below.get("/sw.js").status_code == 200
    manifest = below.get("/manifest.webmanifest").json()
    named = [manifest["start_url"], manifest["scope"], *(icon["src"] for icon in manifest["icons"])]
    assert not any(address.startswith("/") for address in named)  # so they count from where the manifest is


def test_links_know_the_path_that_a_proxy_takes_away(tmp_path: Path) -> None:
    config = uvicorn.Config(app(tmp_path / "server.db"), root_path="/behind/proxy", log_config=None)
    with running(config) as address:
        page = PageRead(httpx.get(f"http://{address}/rules", trust_env=False).text)
    assert all(link.startswith("/behind/proxy/") for link in addresses_in(page))


def test_nothing_is_served_beside_the_prefix(tmp_path: Path) -> None:
    with visiting(app(tmp_path / "server.db", prefix="/fathom")) as visitor:
        assert visitor.get("/rules").status_code == 404
        assert visitor.get("/fathomed/rules").status_code == 404
        assert visitor.get("/fathom").headers["location"] == "/fathom/"
        assert visitor.get("/fathom/rules").status_code == 200


@pytest.mark.parametrize("prefix", ["fathom", "/a b", "/a//b", '/"', "/é", "/a?b"])
def test_what_is_no_path_is_no_prefix(prefix: str) -> None:
    with pytest.raises(BadOption):
        app("server.db", prefix=prefix)


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_no_script_takes_a_path_for_an_address(path: Path) -> None:
    assert bare_paths(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_names_a_place_without_the_prefix(path: Path) -> None:
    assert bare_links(path.read_text(encoding="utf-8")) == []


def test_a_path_that_is_no_address_would_be_noticed() -> None:
    assert bare_links('<a href="/rules">') == ['href="/rules"']
    assert bare_links('<img srcset="/a.png 2x" src="{{ prefix }}/b.png">') == ['srcset="/a.png']
    assert bare_paths('fetch("/healthz")') != []
    assert bare_paths("link.href = `/m/${id}`;") != []


# ------------------------------------------------------------ a guest in its process


def test_pages_of_the_same_site_may_play_where_no_origin_is_named(games: Application) -> None:
    with visiting(mounted(games), "/games") as visitor:
        host = visitor.address.partition("/")[0]
        wanted = {"game": "range-war"}
        own = visitor.post("/api/v1/matches", wanted, headers={"Origin": f"http://{host}"})
        foreign = visitor.post("/api/v1/matches", wanted, headers={"Origin": "http://elsewhere.example"})
        assert (own.status_code, foreign.status_code) == (201, 403)


def test_two_applications_in_one_process_share_nothing(tmp_path: Path) -> None:
    strict = app(tmp_path / "one.db", limits=Limits(matches_per_minute=1))
    other = app(tmp_path / "two.db")
    outer = Starlette(routes=[Mount("/one", strict), Mount("/two", other)])
    with visiting(outer) as visitor:
        made = visitor.post("/one/api/v1/matches", {"game": "range-war"})
        match_id = made.json()["match"]["id"]
        assert visitor.post("/one/api/v1/matches", {"game": "range-war"}).status_code == 429
        assert visitor.get(f"/one/api/v1/matches/{match_id}").status_code == 200
        assert visitor.get(f"/two/api/v1/matches/{match_id}").status_code == 404
        assert visitor.post("/two/api/v1/matches", {"game": "range-war"}).status_code == 201
        assert "fathom_matches_created_total 1.0\n" in visitor.get("/two/metrics").text
        assert 'fathom_refusals_total{code="slow-down"}' not in visitor.get("/two/metrics").text


def test_the_process_stays_as_it_was(tmp_path: Path) -> None:
    def state() -> tuple[object, ...]:
        root = logging.getLogger()
        collector = gc.isenabled(), gc.get_threshold()
        return collector, sys.getswitchinterval(), root.level, dict(os.environ), list(root.handlers)

    before, frozen = state(), gc.get_freeze_count()

    async def live() -> None:
        async with app(tmp_path / "server.db"):
            assert state() == before
            # Fewer is no trace of the application: what the tests have frozen may be thrown away at any time.
            assert gc.get_freeze_count() <= frozen

    asyncio.run(live())
    assert state() == before
    assert gc.get_freeze_count() <= frozen


def test_a_store_is_opened_once_however_many_ask_at_once_and_closed_for_the_next(tmp_path: Path) -> None:
    async def live() -> None:
        first, second = app(tmp_path / "server.db"), app(tmp_path / "server.db")
        await asyncio.gather(*(first.open() for _ in range(10)))
        with pytest.raises(StoreError):  # one process at a time has the file
            await second.open()
        await first.close()
        async with second:
            pass

    asyncio.run(live())


def test_a_store_that_does_not_open_is_answered_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "server.db").mkdir()
    with visiting(Starlette(routes=[Mount("/games", app(tmp_path / "server.db"))]), "/games") as visitor:
        answer = visitor.get("/api/v1/matches")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
        assert visitor.get("/").status_code == 503


def test_an_open_store_belongs_to_its_event_loop(games: Application) -> None:
    asyncio.run(games.open())
    with pytest.raises(RuntimeError, match="another event loop"):
        asyncio.run(games.open())
