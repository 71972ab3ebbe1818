"""The games inside another application, in a real browser: a match and a puzzle, with the service worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from fathom.web import app
from tests.web.browser.playing import my_turn
from tests.web.site import GENEROUS, mounted, running

pytestmark = pytest.mark.needs_server("it is about another application around the server")

PATH = "/arcade/games"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the games are, under a path of another application."""
    games = app(tmp_path / "server.db", limits=GENEROUS)
    with running(uvicorn.Config(mounted(games, PATH), log_config=None)) as host:
        yield f"http://{host}{PATH}"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page that fails the test when it asks for anything beside the path, or complains."""
    asked: list[str] = []
    faults: list[str] = []
    with browser.new_context(reduced_motion="reduce") as context:
        context.on("request", lambda request: asked.append(request.url))
        context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        page = context.new_page()
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
        page.goto(f"{address}/")
        assert page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.scope)") == f"{address}/"
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        yield page
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(f"{address}/")] == []
    assert faults == []


def follow(page: Page, address: str) -> None:
    """Every link of the page leads to a place under the path."""
    links = page.evaluate("[...document.links].map((link) => link.href)")
    assert links
    assert [link for link in links if not link.startswith(f"{address}/")] == []


def test_a_match_is_played_to_its_end(page: Page, address: str) -> None:
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".game-tabs").get_by_role("link", name="Range War").click()
    page.get_by_text("Customize", exact=True).click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(f"{address}/m/*")
    while (choices := my_turn(page)).count():
        made = page.locator("#moves li").count()
        choices.first.click()
        expect(page.locator("#moves li").nth(made)).to_be_attached()
    follow(page, address)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()
    follow(page, address)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#at")).not_to_be_empty()
    page.goto(f"{address}/a/range-war:6")
    page.locator("#values a").first.click()  # which the script follows without leaving the page
    expect(page.locator("#trail li")).to_have_count(3)
    assert page.url.startswith(f"{address}/a/range-war:")
    page.get_by_role("button", name="Play it out").click()
    page.wait_for_url(f"{address}/m/*")
    page.goto(f"{address}/")
    link = page.get_by_role("region", name="Pick up where you left off").get_by_role("link")
    assert str(link.first.get_attribute("href")).startswith(f"{PATH}/m/")


def test_a_puzzle_is_solved(page: Page, address: str) -> None:
    page.goto(f"{address}/p/pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15")
    for number, tile in enumerate(["E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1"]):
        page.locator(f'#board:not(.at-rest) .choice[data-move="{tile}"]').click()
        expect(page.locator("#moves li")).to_have_count(number + 1)
    expect(page.locator("#ended")).to_contain_text("12 MP")
    assert page.url.startswith(f"{address}/m/")
    follow(page, address)
    page.get_by_role("link", name="Edit a copy").click()
    page.wait_for_url(f"{address}/puzzles/editor*")
    page.get_by_role("button", name="Start from a random one").click()
    expect(page.locator("#judged")).to_contain_text("the best there is")
    follow(page, address)
