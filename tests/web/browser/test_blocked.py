"""A visitor who is blocked in the middle of a match is told so, and the page stops asking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from fathom.terminal.main import main
from fathom.web import app
from tests.web.site import Site, running

pytestmark = pytest.mark.needs_server("an operator blocks addresses on a server")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server that lets its own pages play, and takes the operator's orders."""
    application = app(tmp_path / "server.db")
    application.take_orders()
    with running(uvicorn.Config(application, log_config=None)) as address, closing(Site(application, address)) as site:
        yield site


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("where", ["match", "puzzle"])
def test_the_page_says_that_the_address_is_blocked_and_does_not_come_back(
    site: Site, page: Page, tmp_path: Path, where: str
) -> None:
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    seat = site.sits() if where == "match" else site.sits(game=None, **{"from": "pyramid-puzzle:kC4"})
    with page.expect_websocket() as socket:
        page.goto(f"http://{site.address}/m/{seat.match}")
    socket.value.wait_for_event("framereceived")
    assert main(["store", "block", "127.0.0.1", "--store", str(tmp_path / "server.db")]) == 0
    expect(page.get_by_text("Your address is blocked on this server.")).to_be_visible()
    page.wait_for_timeout(600)  # it would have come back after 200 ms, give or take a quarter
    assert len(opened) == 1
