"""What can be chosen on a board, and what happens to a choice that the rules forbid."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move, moves_made, press_forbidden, snapshot


def test_a_forbidden_choice_is_marked_before_and_explained_when_tried(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    click_move(page, "2")
    forbidden = page.locator('#board [data-move="5"]')
    expect(forbidden).to_have_class("choice illegal")
    expect(forbidden).to_have_attribute("aria-disabled", "true")
    press_forbidden(page, '[data-move="5"]', after=1)
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("5 is not lower than 2, as the second number must be (rule 3). Allowed now: 1.")
    expect(refusal.get_by_role("link", name="rule 3")).to_have_attribute("href", "/rules/range-war#rule-3")
    expect(refusal).to_be_in_viewport(ratio=1)
    assert moves_made(page) == ["2"]
    click_move(page, "1")
    expect(refusal).to_be_hidden()


def test_a_used_piece_and_a_filled_place_say_why_not(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    for move in ("7L", "3M"):
        click_move(page, move)
    press_forbidden(page, '[data-piece="7"]', after=2)
    expect(page.locator("#refusal")).to_contain_text("The digit 7 has been placed already (rule 1)")
    page.locator('#board [data-piece="5"]').click()
    page.keyboard.press("Escape")
    page.keyboard.type("5L")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("Your place Left is taken by the 7")
    assert moves_made(page) == ["7L", "3M"]


def test_typing_builds_a_move_up_and_escape_clears_it(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    typed = page.get_by_label("Type a move")
    page.keyboard.type("7")
    expect(page.locator('#board [data-piece="7"]')).to_have_class("piece matched")
    page.keyboard.press("Escape")
    expect(typed).to_have_value("")
    expect(page.locator("#board .matched")).to_have_count(0)
    page.keyboard.type("7m")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    assert moves_made(page) == ["7M"]
    expect(typed).to_have_value("")


def test_what_cannot_be_read_is_kept_in_the_field_to_be_mended(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    page.keyboard.type("6x")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("6x")
    expect(page.get_by_label("Type a move")).to_have_value("6x")


def test_a_piece_is_dragged_to_its_place(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    page.locator('#board [data-piece="4"]').drag_to(page.locator('#board [data-place="R"]'))
    expect(page.locator("#moves li")).to_have_count(1)
    assert moves_made(page) == ["4R"]


def test_a_finger_taps_a_piece_and_then_its_place(new_page: NewPage) -> None:
    page = new_page(width=360)
    begin(page, "digit-dilemma", "same-screen")
    page.locator('#board [data-piece="4"]').tap()
    expect(page.locator('#board [data-piece="4"]')).to_have_attribute("aria-pressed", "true")
    page.locator('#board [data-place="L"]').tap()
    expect(page.locator("#moves li")).to_have_count(1)
    assert moves_made(page) == ["4L"]


@pytest.mark.needs_server("it waits for a friend")
def test_the_focus_shows_also_on_a_board_at_rest(page: Page) -> None:
    begin(page, "digit-dilemma", "friend")  # nobody has come yet
    expect(page.locator("#board")).to_have_class(re.compile("at-rest"))
    face = page.locator('#board [data-piece="4"] .face')
    colour = str(face.evaluate("face => getComputedStyle(face).stroke"))
    page.keyboard.press("Tab")  # keyboard users see where the focus is
    page.locator('#board [data-piece="4"]').focus()
    expect(face).not_to_have_css("stroke", colour)
    expect(face).to_have_css("stroke-width", "4px")


def test_a_move_is_announced_to_those_who_listen(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    click_move(page, "6")
    expect(page.locator("#announce")).to_contain_text("Ada claimed 6.")
    expect(page.locator("#announce")).to_contain_text("Player 2: choose a number lower than 6.")


def test_an_option_that_is_out_of_range_is_shown_when_the_match_is_begun(page: Page) -> None:
    page.goto("/play/range-war")
    option = page.locator('[data-option="highest"]')
    options = page.locator("details.customise")
    options.evaluate("details => details.open = true")
    option.fill("999999")
    options.evaluate("details => details.open = false")
    page.get_by_role("button", name="Begin").click()
    expect(option).to_be_focused()
    expect(option).to_be_visible()
    expect(page).to_have_url("/play/range-war")


def test_the_options_of_the_form_are_those_of_the_match(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen", highest="100")
    page.keyboard.type("97")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    assert snapshot(page, match_id)["view"]["code"] == "range-war,highest=100:97"
    expect(page.locator(".match-head")).to_contain_text("highest 100")


def test_a_refused_wish_is_explained_on_the_form(page: Page) -> None:
    page.goto("/play/digit-dilemma")
    page.get_by_text("Customize", exact=True).click()
    page.get_by_label("Your name").fill("@ada")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#refusal")).to_contain_text("Names that begin with @ are reserved for computer players")


def test_a_match_left_is_remembered_for_the_home_page(page: Page) -> None:
    match_id = begin(page, "range-war", "@perfect")
    kept = page.evaluate("JSON.parse(localStorage.getItem('fathom.matches'))")
    assert [(match["id"], match["game"]) for match in kept] == [(match_id, "range-war")]
    click_move(page, "1")  # wins on the spot
    expect(page.locator("#result")).to_have_text("You win!")
    assert page.evaluate("JSON.parse(localStorage.getItem('fathom.matches'))") == []
