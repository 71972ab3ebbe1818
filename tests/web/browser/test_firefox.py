"""Fathom in Firefox, as it is released: on a server, and as static files with the host gone.

FATHOM_BROWSER=firefox runs the other browser tests there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fathom import games
from tests.web.browser.conftest import Served, open_browser
from tests.web.browser.hosting import START, Host, wait_until_started
from tests.web.browser.playing import begin, click_move, moves_made

#: A whole game of Range War: no number above 7 is left.
_GAME = ("6", "4", "9", "8", "10", "7")


@pytest.fixture
def firefox() -> Browser:
    return open_browser("firefox")


def visit(browser: Browser, address: str, faults: list[str]) -> Page:
    """A page of somebody who has never been there."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(START)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page


@pytest.fixture
def host(site_folder: Path) -> Iterator[Host]:
    host = Host(site_folder)
    yield host
    host.stop()


def play_a_game(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    for move in _GAME:
        click_move(page, move)
    expect(page.locator("#result")).to_be_visible()
    assert moves_made(page) == list(_GAME)
    assert games.read_code(f"range-war:{'.'.join(_GAME)}").outcome


def test_a_game_is_played_on_a_server(firefox: Browser, served: Served) -> None:
    faults: list[str] = []
    page = visit(firefox, served.address, faults)
    play_a_game(page)
    page.reload()
    expect(page.locator("#moves li")).to_have_count(len(_GAME))
    page.context.close()
    assert faults == []


def test_without_a_server_everything_works_after_one_visit(firefox: Browser, host: Host) -> None:
    faults: list[str] = []
    page = visit(firefox, host.address, faults)
    page.goto("/")
    wait_until_started(page)
    host.stop()
    play_a_game(page)
    match = page.url
    page.goto("/a/range-war:6.4")
    expect(page.locator("#values > li").filter(has_text="5").first).to_be_visible()
    page.goto(match)
    expect(page.locator("#moves li")).to_have_count(len(_GAME))
    page.context.close()
    host.start()
    assert faults == []
