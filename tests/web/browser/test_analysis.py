"""The analysis board: every position is an address, and every choice leads to the next one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.playing import answer_late, click_move, held_up, snapshot


def test_a_choice_leads_to_the_next_address_and_the_back_button_undoes_it(page: Page) -> None:
    page.goto("/a/range-war:6.4")
    expect(page.locator("#values > li")).to_have_count(5)
    click_move(page, "5")
    expect(page).to_have_url("/a/range-war:6.4.5")
    expect(page.locator("#code")).to_have_text("range-war:6.4.5")
    page.go_back()
    expect(page.locator("#code")).to_have_text("range-war:6.4")
    page.go_forward()
    expect(page.locator("#code")).to_have_text("range-war:6.4.5")
    page.reload()
    expect(page.locator("#trail li")).to_have_count(4)


def test_another_move_forks_the_line_and_the_old_one_stays_in_reach(page: Page) -> None:
    page.goto("/a/pocket-addition:6.9.1")
    page.get_by_role("link", name="◀ Back").click()
    expect(page).to_have_url("/a/pocket-addition:6.9")
    page.get_by_role("link", name="Next ▶").click()
    expect(page).to_have_url("/a/pocket-addition:6.9.1")
    page.get_by_role("link", name="◀ Back").click()
    expect(page.locator("#code")).to_have_text("pocket-addition:6.9")
    click_move(page, "2")
    expect(page).to_have_url("/a/pocket-addition:6.9.2")
    page.get_by_role("link", name="pocket-addition:6.9.1").click()
    expect(page).to_have_url("/a/pocket-addition:6.9.1")


def test_a_puzzle_without_a_way_to_the_peak_is_not_worth_null_mp(page: Page) -> None:
    page.goto("/a/pyramid-puzzle,levels=3:kC4.dC1.xB2.xC3.xC5.xB4/C1.clear:B4")
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(page.locator("#standing")).to_have_text("With best play: out of reach.")
    expect(page.locator("#values .worth").first).to_have_text("out of reach")


def test_every_move_is_listed_with_the_verdict_that_the_readme_proves(page: Page) -> None:
    page.goto("/a/pocket-addition:6.9")
    expect(page.locator("#standing")).to_have_text("Player 1 to move: you win in 3 moves.")
    verdicts = {
        str(row.locator(".value-move").text_content()): row.get_attribute("data-verdict")
        for row in page.locator("#values > li").all()
    }
    assert verdicts == {"1": "best", "2": "best", "4": "wins", **dict.fromkeys(("3", "5", "7", "8"), "throws")}


def test_a_forbidden_choice_names_the_rule(page: Page) -> None:
    page.goto("/a/range-war:2")
    expect(page.locator(".badge-on-board")).to_have_count(1)  # the only move there is: everything has been drawn
    page.locator('#board [data-move="5"]').click(force=True)
    expect(page.locator("#refusal")).to_contain_text("5 is not lower than 2, as the second number must be (rule 3)")
    expect(page.locator("#refusal").get_by_role("link")).to_have_attribute("href", "/rules/range-war#rule-3")
    expect(page).to_have_url("/a/range-war:2")


def test_what_is_typed_is_refused_as_in_a_match(page: Page) -> None:
    page.goto("/a/range-war:6.4")
    for typed in ("5 4", "../../x", "5#", "?"):
        page.get_by_label("Type a move").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#refusal")).to_have_text(f"'{typed}' is not a number. Allowed now: 5, 7, 8, 9, 10.")
    expect(page).to_have_url("/a/range-war:6.4")


@pytest.mark.needs_server("it holds up requests on the network, and the worker answers them on the device")
def test_an_answer_that_comes_after_the_back_button_changes_nothing(page: Page) -> None:
    page.goto("/a/range-war:6.4")
    click_move(page, "5")
    expect(page.locator("#code")).to_have_text("range-war:6.4.5")
    waiting = held_up(page, "**/api/v1/positions/range-war:6.4.5?*")
    click_move(page, "3")
    page.go_back()
    expect(page.locator("#code")).to_have_text("range-war:6.4")
    answer_late(page, waiting)
    click_move(page, "9")
    expect(page).to_have_url("/a/range-war:6.4.9")
    expect(page.locator("#code")).to_have_text("range-war:6.4.9")
    page.go_back()
    expect(page.locator("#code")).to_have_text("range-war:6.4")


def test_a_position_is_played_out_against_the_perfect_machine(page: Page) -> None:
    page.goto("/a/range-war:6.4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Play it out against the perfect computer").dblclick()
    page.wait_for_url("**/m/*")
    assert len([address for address in asked if address.endswith("/api/v1/matches")]) == 1  # pressed twice, begun once
    click_move(page, "5")
    expect(page.locator("#moves li")).to_have_count(4)
    match = snapshot(page, page.url.rpartition("/")[2])
    assert match["names"][1] == "@perfect"
    assert match["view"]["played"][:3] == ["6", "4", "5"]


def test_a_position_that_is_over_says_how_it_ended(page: Page) -> None:
    page.goto("/a/range-war:1")
    expect(page.locator("#standing")).to_have_text("Player 1 has won: no number lower than 1 is left for Player 2.")
    expect(page.get_by_role("button", name="Play it out against the perfect computer")).to_be_hidden()


def test_a_puzzle_can_be_walked_too(page: Page) -> None:
    page.goto("/a/pyramid-puzzle")
    expect(page.locator("#standing")).to_have_text("With best play: 12 MP in all.")  # docs/rules/pyramid-puzzle.md
    page.locator('#values [data-verdict="best"] .value-move').first.click()
    expect(page.locator("#trail li")).to_have_count(2)


def test_a_code_that_cannot_be_read_is_explained(page: Page) -> None:
    page.goto("/a/range-war:6.8")
    expect(page.get_by_role("main")).to_contain_text("8 is not lower than 6")
