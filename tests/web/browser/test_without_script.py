"""The first content comes from the server: without JavaScript the position, the moves and the values can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move

pytestmark = pytest.mark.needs_server("without JavaScript, static files can only say so")


def played(page: Page) -> str:
    match_id = begin(page, "range-war", "same-screen")
    click_move(page, "6")
    click_move(page, "4")
    expect(page.locator("#moves li")).to_have_count(2)
    return match_id


def test_a_match_shows_its_position_its_moves_and_their_values(new_page: NewPage) -> None:
    match_id = played(new_page())
    reader = new_page(script=False)
    reader.goto(f"/m/{match_id}")
    expect(reader.locator("#board svg")).to_be_visible()
    expect(reader.locator("#moves")).to_contain_text("6")
    expect(reader.locator("#now")).to_have_text("Ada is to move.")
    values = reader.locator("#values-without-script > li")
    expect(values).to_have_count(5)
    expect(values.first).to_contain_text("only")  # 5 is the one move that wins, by `fathom analyze range-war:6.4`
    expect(values.first).to_contain_text("you win in 7 moves")


def test_the_analysis_is_walked_by_real_links(new_page: NewPage) -> None:
    reader = new_page(script=False)
    reader.goto("/a/range-war:6.4")
    expect(reader.locator("#standing")).to_have_text("Player 1 to move: you win in 7 moves.")
    reader.locator("#values").get_by_role("link", name="5", exact=True).click()
    expect(reader).to_have_url("/a/range-war:6.4.5")
    expect(reader.locator("#trail li")).to_have_count(4)
    reader.get_by_role("link", name="◀ Back").click()
    expect(reader).to_have_url("/a/range-war:6.4")


def test_a_review_is_complete(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "range-war", "same-screen")
    click_move(page, "1")
    expect(page.locator("#result")).to_have_text("Ada wins!")
    reader = new_page(script=False)
    reader.goto(f"{page.url}/review")
    expect(reader.locator(".lead")).to_contain_text("Ada won")
    expect(reader.locator(".made > li")).to_have_count(1)
    expect(reader.locator(".picture.on-wide svg")).to_be_visible()


def test_the_form_for_a_new_match_says_what_it_needs(new_page: NewPage) -> None:
    reader = new_page(script=False)
    reader.goto("/play/range-war")
    expect(reader.locator("noscript p")).to_be_visible()
    expect(reader.get_by_role("button", name="Begin")).to_be_hidden()
