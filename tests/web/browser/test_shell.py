"""The shell in a real browser: what was left comes back, live matches refresh, and a lost server is said clearly."""

from __future__ import annotations

import json

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from fathom import games
from tests.web.browser.conftest import NewPage, Served

TAUGHT = [f"/teach/{name}" for name in games.ROOMS if games.game(name).is_contest]
PAGES = [
    "/",
    "/rules",
    *(f"/rules/{name}" for name in games.ROOMS),
    *TAUGHT,
    "/watch",
    "/lobby",
    "/offline",
    "/nothing-here",
]
LEFT = {"id": "3q2dnebrhtfgz8t2", "game": "range-war", "title": "Range War: Ada and @perfect"}


def keep(page: Page, kept: object) -> None:
    """Leave something in the browser's storage, as an earlier visit would have."""
    text = kept if isinstance(kept, str) else json.dumps(kept)
    page.add_init_script(f"localStorage.setItem('fathom.matches', {json.dumps(text)})")


def new_match(served: Served, **wish: object) -> tuple[str, str]:
    made = httpx.post(f"{served.address}/api/v1/matches", json={"game": "range-war"} | wish, trust_env=False).json()
    return made["match"]["id"], made["token"]


def play(served: Served, match: str, token: str, move: str, expected: int) -> None:
    # Few matches of one address are shown as being played, and all other tests play at the usual one.
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.3"), trust_env=False) as client:
        answer = client.post(
            f"{served.address}/api/v1/matches/{match}/moves",
            json={"move": move, "expected": expected, "key": f"shell-{match}-{expected}"},
            headers={"Authorization": f"Bearer {token}"},
        )
    assert answer.status_code == 200, answer.text


# ------------------------------------------------------------ accessibility


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(new_page: NewPage, served: Served, theme, path):
    new_match(served)  # so that there is something to watch
    page = new_page(theme=theme)
    page.goto(path)
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_window_never_scrolls_sideways(new_page: NewPage, path):
    page = new_page(width=320)
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    "path",
    [
        "/a/range-war:6.4",
        "/drills/range-war",
        "/puzzles/editor",
        "/p/pyramid-puzzle",
        pytest.param("/m/", marks=pytest.mark.needs_server("it watches somebody else's match")),
    ],
)
def test_a_page_asks_for_nothing_before_it_can_be_used(new_page: NewPage, served: Served, path):
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path if path != "/m/" else f"/m/{new_match(served)[0]}")
    expect(page.locator("#board:not(.at-rest)").or_(page.get_by_text("You are watching."))).to_be_visible()
    assert [address for address in asked if "/api/" in address] == []


def test_the_first_tab_leads_past_the_navigation(new_page: NewPage):
    page = new_page()
    page.goto("/rules")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Pyramid Challenge")).to_be_focused()


def test_a_refusal_can_point_at_its_rule(new_page: NewPage):
    page = new_page(width=360)
    page.goto("/rules/range-war#rule-4")
    expect(page.locator("#rule-4")).to_be_in_viewport()


@pytest.mark.needs_server("without JavaScript, static files can only say so")
def test_the_pages_can_be_read_without_scripts(new_page: NewPage):
    page = new_page(script=False)
    page.goto("/")
    expect(page.get_by_role("heading", name="Range War")).to_be_visible()
    expect(page.get_by_role("heading", name="Pick up where you left off")).to_be_hidden()


# ------------------------------------------------------------ what was left


def test_home_shows_what_was_left_and_leads_there(new_page: NewPage):
    page = new_page()
    keep(page, [LEFT | {"changed": "2026-11-13T10:00:00Z"}])
    page.goto("/")
    link = page.get_by_role("region", name="Pick up where you left off").get_by_role("link")
    expect(link).to_have_text(LEFT["title"])
    expect(link).to_have_attribute("href", f"/m/{LEFT['id']}")


@pytest.mark.parametrize(
    "kept",
    ["", "{", "null", "7", '"text"', "[null, 1, {}]", '[{"id": "javascript:alert(1)", "title": "x", "changed": "y"}]'],
)
def test_what_cannot_be_resumed_is_not_shown(new_page: NewPage, kept):
    page = new_page()
    keep(page, kept)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", name="Pick up where you left off")).to_be_hidden()


def test_a_hostile_title_is_only_text(new_page: NewPage):
    page = new_page()
    keep(page, [LEFT | {"title": "<img src=x onerror=alert(1)>", "changed": "never"}])
    page.goto("/")
    expect(page.locator("#resume a")).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator("#resume img").count() == 0


# ------------------------------------------------------------ live matches


@pytest.mark.needs_server("people meet on a server")
def test_the_list_of_live_matches_moves_on_by_itself_and_keeps_the_focus(new_page: NewPage, served: Served):
    match, token = new_match(served, opponent="same-screen", name="Ada")
    page = new_page()
    page.goto("/watch")
    card = page.locator("li", has=page.locator(f'a[href="/m/{match}"]'))
    for expected, move in enumerate(("6", "4"), 1):
        play(served, match, token, move, expected)
    expect(card).to_contain_text("2 moves made")
    card.get_by_role("link").focus()
    play(served, match, token, "9", 3)
    expect(card).to_contain_text("3 moves made")
    expect(card.get_by_role("link")).to_be_focused()


# ------------------------------------------------------------ without a server


@pytest.mark.needs_server("it stops the server")
def test_a_lost_server_is_said_clearly_and_the_page_comes_back_by_itself(browser: Browser, served: Served):
    with browser.new_context(base_url=served.address) as context:
        page = context.new_page()
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        served.stop()
        try:
            page.goto("/rules/range-war")
            expect(page.get_by_role("heading", name="No connection right now")).to_be_visible()
            expect(page.get_by_role("link", name="Try again now")).to_have_css("min-height", "44px")  # styled, too
        finally:
            served.start()
        expect(page.get_by_role("heading", name="Range War", exact=True)).to_be_visible()
        assert page.url.endswith("/rules/range-war")
