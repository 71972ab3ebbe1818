"""Drills in a real browser: a wrong answer is refuted on the board and comes back; what is known shows on the map."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fathom.coach.learner import drilled_games
from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import ask, assert_accessible, click_move

#: By the theorem of Range War (n ahead, m behind: won when n > m): after 6.4 the 5 alone wins.
ONLY_FIVE = "range-war:6.4"
_KEPT = "fathom.answers"


def kept(page: Page) -> list[dict[str, Any]]:
    """The answers that the browser keeps."""
    answers: list[dict[str, Any]] = json.loads(page.evaluate(f"localStorage.getItem('{_KEPT}')") or "[]")
    return answers


def keep(page: Page, *answers: dict[str, Any]) -> None:
    """Leave answers in the browser, as an earlier visit would have."""
    page.goto("/drills")
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [_KEPT, json.dumps(answers)])


def wrong(position: str, days: float) -> dict[str, Any]:
    at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    game = position.partition(":")[0]
    return {"game": game, "position": position, "is_right": False, "hinted": False, "at": at}


def due(page: Page, position: str = ONLY_FIVE) -> None:
    """A session that starts with a position that was answered wrong the day before yesterday."""
    keep(page, wrong(position, days=2))
    page.goto(f"/drills/{position.partition(':')[0]}")
    expect(page.locator("#again")).to_be_visible()


def test_a_wrong_answer_is_refuted_on_the_board_and_comes_back(page: Page) -> None:
    due(page)
    click_move(page, "9")
    expect(page.locator("#verdict-head")).to_have_text("No: 9 throws the win.")
    expect(page.locator("#solution")).to_contain_text("The only right move is 5:")
    expect(page.locator("#comes-back")).to_have_text("It comes back tomorrow.")
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#line-text mark")).to_have_text("9")
    steps = page.locator("#line-text").inner_text().split()
    for step in range(2, len(steps) + 1):
        page.locator("#line-forward").click()
        expect(page.locator("#line-text mark")).to_have_text(" ".join(steps[:step]))
    expect(page.locator("#board .when-wide .winner")).to_contain_text("Player 2")  # Player 1 was to move
    page.get_by_role("button", name="Return to the position").click()
    assert [(answer["position"], answer["is_right"]) for answer in kept(page)][-1] == (ONLY_FIVE, False)
    page.get_by_role("button", name="Next position").click()
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator("#again")).to_be_hidden()  # nothing more is due today
    due(page)  # two days later
    click_move(page, "5")
    expect(page.locator("#verdict-head")).to_have_text("Right!")
    expect(page.locator("#comes-back")).to_have_text("It comes back in 3 days.")


def test_a_hint_helps_but_the_position_is_not_known(page: Page) -> None:
    due(page)
    page.locator("#hint").click()
    page.locator("#hint").click()
    expect(page.locator("#hint-text li").last).to_have_text("Play 5.")
    click_move(page, "5")
    expect(page.locator("#verdict-head")).to_have_text("Right, with a hint.")
    expect(page.locator("#comes-back")).to_have_text("It comes back tomorrow.")
    assert kept(page)[-1]["hinted"] is True
    expect(page.locator("#count-hinted")).to_have_text("1")


@pytest.mark.needs_server("it holds up requests on the network, and the worker answers them on the device")
def test_a_position_that_could_not_be_fetched_is_asked_for_again(page: Page) -> None:
    keep(page, wrong(ONLY_FIVE, days=2))
    page.route("**/api/v1/drills/next", lambda route: route.abort("connectionrefused"))
    page.goto("/drills/range-war")
    expect(page.locator("#refusal")).to_contain_text("The server cannot be reached right now")
    page.unroute("**/api/v1/drills/next")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#again")).to_be_visible()
    expect(page.locator("#refusal")).to_be_hidden()


def test_what_the_rules_forbid_is_no_answer(page: Page) -> None:
    due(page)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("rule 2")
    expect(page.locator("#verdict")).to_be_hidden()
    assert len(kept(page)) == 1


def test_a_skipped_position_is_not_counted_and_another_comes(page: Page) -> None:
    due(page)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#again")).to_be_hidden()
    assert len(kept(page)) == 1


@pytest.mark.parametrize("game", drilled_games())
def test_a_first_position_is_answered_by_keys_alone(page: Page, game: str) -> None:
    page.goto(f"/drills/{game}")
    drill = json.loads(str(page.locator("#served").text_content()))
    analyzed = ask(page, f"/api/v1/positions/{drill['code']}")
    right = next(move["move"] for move in analyzed["moves"] if move["verdict"] in {"only", "best"})
    expect(page.locator("#typed")).to_be_visible()
    page.keyboard.type(right)
    page.keyboard.press("Enter")
    expect(page.locator("#verdict-head")).to_have_text("Right!")
    expect(page.locator("#lesson")).to_contain_text("This is rule ")
    expect(page.get_by_role("button", name="Next position")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator("#count-right")).to_have_text("1")


def test_the_map_shows_how_far_one_has_come(page: Page) -> None:
    keep(page, wrong("range-war:6.4.9", days=2), {**wrong(ONLY_FIVE, days=0), "is_right": True})
    page.reload()
    chart = page.locator('.progress-map[data-game="range-war"]')
    expect(chart.locator("[data-known]")).to_have_text("1")
    expect(chart.locator("[data-mastered]")).to_have_text("0")
    expect(chart.locator("[data-goal]")).to_contain_text("(1 of 3 right in a row)")
    expect(chart.locator("[data-due]")).to_have_text("1 due now.")
    expect(page.locator("#due-total")).to_have_text("1 position is due.")
    counted = [text for text in chart.locator("[data-box]").all_text_contents() if text != "·"]
    assert counted == ["1", "1"]
    expect(page.locator("#weeks tr").first).to_contain_text("%")


def test_damaged_answers_in_the_browser_do_no_harm(page: Page) -> None:
    page.goto("/drills")
    for text in ("{", '[{"game": 1}, null, 7]', '{"a": 1}'):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [_KEPT, text])
        page.goto("/drills/range-war")
        expect(page.locator("#board:not(.at-rest)")).to_be_visible()


@pytest.mark.needs_server("without JavaScript, static files can only say so")
def test_without_script_there_is_a_position_and_the_way_to_its_values(new_page: NewPage) -> None:
    page = new_page(script=False)
    page.goto("/drills/pocket-addition")
    expect(page.locator("#question")).to_contain_text("only one of")
    expect(page.locator("#board svg")).to_be_visible()
    page.locator("noscript a").click()
    expect(page.locator("#values")).to_be_visible()


def the_overview(page: Page) -> None:
    keep(page, wrong(ONLY_FIVE, days=2))
    page.reload()
    expect(page.locator("#due-total")).to_have_text("1 position is due.")


def a_question(page: Page) -> None:
    due(page)


def a_refutation(page: Page) -> None:
    due(page)
    click_move(page, "9")
    expect(page.locator("#line")).to_be_visible()


@pytest.mark.parametrize("theme, width", [("light", 1440), ("dark", 360)])
@pytest.mark.parametrize("show", [the_overview, a_question, a_refutation], ids=lambda show: show.__name__)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    new_page: NewPage, show: Callable[[Page], None], theme: str, width: int
) -> None:
    page = new_page(theme=theme, width=width)
    show(page)
    assert_accessible(page, width)
