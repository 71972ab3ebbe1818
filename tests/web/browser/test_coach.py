"""The coach beside the board: verdicts, warnings, lines that can be stepped through, hints."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.playing import answer_late, begin, click_move, events, held_up, moves_made, my_turn, snapshot


@pytest.mark.on_site
def test_a_throwing_move_is_refuted_and_taken_back_with_the_coach_on_warn(page: Page) -> None:
    match_id = begin(page, "range-war", "@perfect", coach="warn")
    expect(page.locator("#verdicts")).to_be_hidden()
    click_move(page, "6")  # openings 6 to 10 lose, openings 1 to 5 win: docs/rules/range-war.md
    warning = page.locator("#warning")
    expect(warning).to_contain_text("6 throws the win")
    expect(warning).to_contain_text("Best play from here:")
    expect(warning.get_by_role("button", name="Take it back")).to_be_in_viewport()
    my_turn(page)

    page.get_by_role("button", name="Show best play").click()
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#line mark")).to_have_text("6")
    page.get_by_role("button", name="Next ▶").click()
    expect(page.locator("#line mark")).not_to_have_text("6")
    page.get_by_role("button", name="Return to the position").click()
    expect(page.locator("#line")).to_be_hidden()

    page.get_by_role("button", name="Take it back").click()
    expect(warning).to_be_hidden()
    expect(page.locator("#moves li")).to_have_count(0)
    my_turn(page)
    assert snapshot(page, match_id)["view"]["played"] == []
    click_move(page, "5")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(warning).to_be_hidden()


def test_the_coach_shows_every_verdict_on_the_board_and_beside_it(page: Page) -> None:
    begin(page, "range-war", "same-screen", coach="on")
    values = page.locator("#values > li")
    expect(values).to_have_count(10)
    good = values.filter(has=page.locator('[data-verdict="throws"]'))
    assert good.locator(".value-move").all_text_contents() == ["6", "7", "8", "9", "10"]
    expect(page.locator(".badge-on-board")).to_have_count(10)
    expect(page.locator('#board [data-move="6"]')).to_have_attribute("aria-label", "claim 6: throws")
    page.get_by_text("Off", exact=True).click()
    expect(page.locator(".badge-on-board")).to_have_count(0)
    expect(page.locator("#verdicts")).to_be_hidden()


def test_a_line_is_stepped_forward_and_back_and_leaves_the_match_alone(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen", coach="on")
    click_move(page, "6")
    expect(page.locator("#values > li")).to_have_count(5)
    page.locator("#values details[open]").get_by_role("button").click()
    expect(page.locator("#board")).to_have_class("board-frame at-rest previewing")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line mark")).to_have_text("5 7 4")
    page.keyboard.press("Escape")
    expect(page.locator("#board .choice:not(.illegal)")).to_have_count(5)
    assert snapshot(page, match_id)["view"]["played"] == ["6"]
    click_move(page, "5")
    expect(page.locator("#moves li")).to_have_count(2)
    assert moves_made(page) == ["6", "5"]


@pytest.mark.needs_server("it holds up requests on the network, and the worker answers them on the device")
def test_no_warning_comes_for_a_move_that_has_been_taken_back(page: Page) -> None:
    begin(page, "range-war", "same-screen", coach="warn")
    waiting = held_up(page, "**/api/v1/positions/range-war?*")
    click_move(page, "8")  # throws the win
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#moves li")).to_have_count(0)
    answer_late(page, waiting)
    page.wait_for_timeout(300)  # time enough to be told
    expect(page.locator("#warning")).to_be_hidden()


def test_hints_tell_more_each_time_and_stand_in_the_record(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen", coach="warn")
    click_move(page, "6")
    expect(page.locator("#moves li")).to_have_count(1)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#hint-text li")).to_have_count(1)
    page.get_by_role("button", name="Tell me more").click()  # twice in a row, and both are answered
    page.get_by_role("button", name="Tell me more").click()
    expect(page.locator("#hint-text li").nth(2)).to_have_text("Play 5.")  # the only move that keeps the win
    told = [event["level"] for event in events(page, match_id) if event["kind"] == "hinted"]
    assert told == [1, 2, 3]
    click_move(page, "5")
    expect(page.locator("#hint-text li")).to_have_count(0)


def test_taking_back_against_a_machine_returns_to_your_own_turn(page: Page) -> None:
    begin(page, "pocket-addition", "@perfect")
    click_move(page, "5")
    expect(page.locator("#moves li")).to_have_count(2)
    my_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
