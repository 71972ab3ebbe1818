"""axe finds nothing on the pages of play, in both themes, on a phone and a large screen; nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move, my_turn


def new_match(page: Page) -> None:
    page.goto("/play/digit-dilemma")
    page.locator("details.options").evaluate("details => details.open = true")


def invitation(page: Page) -> None:
    begin(page, "pyramid-challenge", "friend")


def joining(page: Page) -> None:
    page.goto("/join/q7m2x9dk4hbn3cva#secret")


def coached(page: Page) -> None:
    begin(page, "digit-dilemma", "@perfect", coach="on")
    click_move(page, "2R")  # a throw, by `fathom analyze digit-dilemma`
    expect(page.locator("#warning")).to_be_visible()
    my_turn(page)
    page.get_by_role("button", name="Show the refutation").click()


def refused(page: Page) -> None:
    begin(page, "range-war", "same-screen", coach="on")
    click_move(page, "2")
    expect(page.locator("#moves li")).to_have_count(1)
    page.locator('#board [data-move="5"]').click(force=True)
    expect(page.locator("#refusal")).to_be_visible()


def analysis(page: Page) -> None:
    page.goto("/a/pocket-addition:6.9")
    expect(page.locator(".badge-on-board").first).to_be_visible()


def puzzle(page: Page) -> None:
    page.goto("/a/pyramid-puzzle")


def review(page: Page) -> None:
    begin(page, "range-war", "same-screen", name="A name as long as they may be, 40 letters"[:40])
    for number, move in enumerate(("6", "4", "9", "8", "10", "7"), 1):
        click_move(page, move)
        expect(page.locator("#moves li")).to_have_count(number)
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator('.retry[data-ply="1"]').click()
    expect(page.locator("#retry-bar")).to_be_visible()


#: Which elements stand out of the window.
_TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map((element) => `${element.tagName}#${element.id}.${element.getAttribute("class")}`)"""

PAGES = [new_match, invitation, joining, coached, refused, analysis, puzzle, review]


@pytest.mark.parametrize("theme, width", [("light", 1440), ("dark", 360)])
@pytest.mark.parametrize("show", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    new_page: NewPage, show: Callable[[Page], None], theme: str, width: int
) -> None:
    page = new_page(theme=theme, width=width)
    show(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    for narrow in (320, width):
        page.set_viewport_size({"width": narrow, "height": 740})
        assert fits(page, narrow), page.evaluate(_TOO_WIDE)


def fits(page: Page, width: int) -> bool:
    """Does the page need no more than a width, once the browser has laid it out anew?"""
    for _ in range(20):
        if page.evaluate("document.documentElement.scrollWidth") <= width:
            return True
        page.wait_for_timeout(100)
    return False
