"""The ladder and the drawn statistics, with games that this browser remembers."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import assert_accessible

_GAMES = [("@casual", "won"), ("@casual", "lost"), ("@casual", "won"), ("@casual", "won"), ("Ben", "drawn")]


def remember(page: Page) -> None:
    """Five games of Range War; the last two against Casual were won."""
    kept = [
        {"id": f"m{i}", "game": "range-war", "title": "", "opponent": who, "result": result, "moves": 5,
         "at": f"2026-11-1{i}T10:00:00.000Z"}
        for i, (who, result) in enumerate(_GAMES)
    ]  # fmt: skip
    page.goto("/offline")
    page.evaluate("kept => localStorage.setItem('fathom.history', kept)", json.dumps(kept[::-1]))


def test_the_ladder_recommends_the_next_machine_and_starts_a_game_against_it(new_page: NewPage) -> None:
    page = new_page(width=360, theme="dark")
    remember(page)
    page.goto("/ladder")
    section = page.locator("[data-game=range-war]")
    expect(section.locator(".next-said")).to_have_text("Next for you: Skilled, not played yet.")
    expect(section.locator("tr[aria-current]")).to_have_attribute("data-level", "@skilled")
    expect(section.locator("[data-level='@casual'] .result-bar")).to_have_attribute("aria-label", "3 won, 1 lost")
    assert_accessible(page, 360)
    section.get_by_role("button", name="Play By the book").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("#board .player").filter(has_text="Skilled").first).to_be_attached()


def test_the_ladders_of_two_games_are_side_by_side_on_a_large_screen(new_page: NewPage) -> None:
    page = new_page(width=1366)
    page.goto("/ladder")
    tops = [section.bounding_box() for section in page.locator(".ladder-of").all()]
    assert len({box["y"] for box in tops if box}) == len(tops) / 2
    names = [box["height"] for name in page.locator(".rungs tbody a").all() if (box := name.bounding_box())]
    assert len(set(names)) == 1  # no name is broken


def test_statistics_are_drawn_and_said(new_page: NewPage) -> None:
    page = new_page()
    remember(page)
    page.goto("/history")
    expect(page.locator("#lately .timeline")).to_have_attribute(
        "aria-label", "Your last 5 games, the newest last: won, lost, won, won, drawn."
    )
    assert page.locator("#lately rect.won, #lately rect.lost, #lately circle.drawn").count() == 5
    bars = page.locator("#rates .result-bar")
    assert [bar.get_attribute("aria-label") for bar in bars.all()] == ["1 drawn", "3 won, 1 lost"]
    assert_accessible(page, 1280)
