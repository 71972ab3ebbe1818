"""Reviewing a match, and retrying the moves that threw it away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move


def reviewed(page: Page, *moves: str) -> None:
    """Play a match of Range War on one screen and open its review."""
    begin(page, "range-war", "same-screen")
    for number, move in enumerate(moves, 1):
        click_move(page, move)
        expect(page.locator("#moves li")).to_have_count(number)
    page.get_by_role("link", name="Review", exact=True).click()
    page.wait_for_url("**/review")


def test_the_review_names_the_turning_point_and_the_accuracy(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    # 6 loses by the theory of the game (n = 5 numbers below, m = 4 above: the seat to move wins if n > m)
    expect(page.locator("#turning-title + p")).to_contain_text("Turning point: move")
    expect(page.locator(".accuracies li")).to_have_count(2)
    expect(page.locator(".made > li")).to_have_count(6)
    expect(page.locator(".picture.on-wide svg")).to_be_visible()


def test_every_move_can_be_stepped_through(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#at")).to_have_text("The start")
    expect(page.locator("#board .claimed, #board .gone")).to_have_count(0)
    page.get_by_role("button", name="Next ▶").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_text("Move 2 of 6")
    expect(page.locator('.made [aria-current="step"]')).to_have_attribute("data-row", "2")


def test_the_arrow_keys_step_wherever_the_focus_is_and_the_verdict_follows(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#at")).to_have_text("Move 5 of 6")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#at")).to_have_text("Move 1 of 6")
    expect(page.locator("#told .verdict")).to_have_text("throws the win")
    expect(page.locator("#told")).to_contain_text("leaves the opponent 5 numbers below 6")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#at")).to_have_text("The start")
    expect(page.locator("#told")).to_be_hidden()


def test_a_button_goes_from_mistake_to_mistake(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.get_by_role("button", name="Next mistake").click()  # the last move is shown, so the first one is next
    expect(page.locator("#at")).to_have_text("Move 1 of 6")
    page.get_by_role("button", name="Next mistake").click()  # Bob's 4 gives it back: 5 below was the way
    expect(page.locator("#at")).to_have_text("Move 2 of 6")


def test_the_better_move_is_named_when_it_is_asked_for(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    row = page.locator('.made [data-row="1"]')
    expect(row.locator(".better p")).to_be_hidden()
    row.get_by_text("The better move").click()
    expect(row.locator(".better p")).to_contain_text("Better: 1")


@pytest.mark.on_site
def test_a_mistake_is_tried_again_until_it_keeps_the_result(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.locator('.retry[data-ply="1"]').click()
    expect(page.locator("#retry-said")).to_contain_text("Move 1: 6 by Ada throws the win. Find a move that keeps it.")
    click_move(page, "7")
    expect(page.locator("#retry-verdict")).to_contain_text("7 throws the win as well. Try again.")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("11 is not on the line, which runs from 1 to 10 (rule 1)")
    page.keyboard.press("Escape")
    click_move(page, "3")
    expect(page.locator("#retry-verdict")).to_contain_text("Right: 3 keeps the win.")
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator("#at")).to_have_text("Move 1 of 6")


@pytest.mark.needs_server("it holds up requests on the network, and the worker answers them on the device")
def test_without_a_server_the_review_says_so_and_goes_on_when_it_is_back(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.route("**/drawing.svg*", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#refusal")).to_contain_text("The server cannot be reached right now")
    page.locator(".made").get_by_role("button", name="Show best play after move 1 on the board").click()
    expect(page.locator("#line-text")).to_contain_text("The server cannot be reached right now")
    page.unroute("**/drawing.svg*")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#refusal")).to_be_hidden()
    expect(page.locator("#at")).to_have_text("The start")


def test_best_play_after_a_mistake_is_shown_on_the_board(page: Page) -> None:
    reviewed(page, "6", "4", "9", "8", "10", "7")
    page.locator(".made").get_by_role("button", name="Show best play after move 1 on the board").click()
    expect(page.locator("#line mark")).to_have_text("5")  # 5 leaves four below and four above: seat 1 has lost
    page.get_by_role("button", name="Return to the position").click()
    expect(page.locator("#at")).to_have_text("Move 1 of 6")


def test_a_match_that_goes_on_has_no_review_yet(new_page: NewPage) -> None:
    page = new_page()
    match_id = begin(page, "range-war", "same-screen")
    page.goto(f"/m/{match_id}/review")
    assert page.url.endswith(f"/m/{match_id}")
