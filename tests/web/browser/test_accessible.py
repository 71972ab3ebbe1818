"""axe finds nothing on the pages of play, in both themes, on a phone and a large screen; nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import assert_accessible, begin, click_move, my_turn, press_forbidden


def new_match(page: Page) -> None:
    page.goto("/play/digit-dilemma")
    page.locator("details.customise").evaluate("details => details.open = true")


def invitation(page: Page) -> None:
    begin(page, "pyramid-challenge", "friend")


def joining(page: Page) -> None:
    page.goto("/join/q7m2x9dk4hbn3cva#secret")


def coached(page: Page) -> None:
    begin(page, "digit-dilemma", "@perfect", coach="on")
    click_move(page, "2R")  # a throw, by `fathom analyze digit-dilemma`
    expect(page.locator("#warning")).to_be_visible()
    my_turn(page)
    page.get_by_role("button", name="Show best play").click()


def refused(page: Page) -> None:
    begin(page, "range-war", "same-screen", coach="on")
    click_move(page, "2")
    expect(page.locator(".badge-on-board")).to_have_count(1)  # the only move there is
    press_forbidden(page, '[data-move="5"]', after=1)
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
    page.wait_for_load_state()  # buttons work when the scripts have run
    page.locator('.retry[data-ply="1"]').click()
    expect(page.locator("#retry-bar")).to_be_visible()


def reference(page: Page) -> None:
    page.goto("/api")
    page.locator("details").evaluate_all("all => all.forEach(details => details.open = true)")
    # Some of each kind: a hundred more of the same would take axe half a minute.
    page.locator(".api-part:nth-of-type(n + 3), .conversation > li:nth-of-type(n + 4)").evaluate_all(
        "all => all.forEach(part => part.remove())"
    )


def home(page: Page) -> None:
    page.goto("/")


def settings(page: Page) -> None:
    page.goto("/settings")


def history(page: Page) -> None:
    begin(page, "range-war", "@random")
    click_move(page, "1")
    expect(page.locator("#rematch")).to_be_visible()
    page.goto("/history")
    expect(page.locator("#games tr")).to_have_count(1)


def lesson(page: Page) -> None:
    page.goto("/learn/digit-dilemma")


def archive(page: Page) -> None:
    page.goto("/puzzles/archive")


PAGES = [
    home,
    settings,
    history,
    lesson,
    archive,
    new_match,
    pytest.param(invitation, marks=pytest.mark.needs_server("people meet on a server")),
    joining,
    coached,
    refused,
    analysis,
    puzzle,
    review,
    reference,
]


@pytest.mark.parametrize("theme, width", [("light", 1440), ("dark", 360)])
@pytest.mark.parametrize("show", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    new_page: NewPage, show: Callable[[Page], None], theme: str, width: int
) -> None:
    page = new_page(theme=theme, width=width)
    show(page)
    assert_accessible(page, width)
