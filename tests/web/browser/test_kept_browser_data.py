"""What a browser kept of its visits to version 0.1.0 still counts: matches, walks, days, answers, a move on its way."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import NewPage, Served
from tests.web.browser.playing import click_move, moves_made, my_turn

pytestmark = pytest.mark.needs_server("it resumes matches that an older server has stored")

FIXTURES = Path(__file__).parents[2] / "fixtures"
KEPT: dict[str, Any] = json.loads((FIXTURES / "browser.json").read_text(encoding="utf-8"))
#: What had been done in that browser.
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))["browser"]
NAME = "Ada Ω"

_FILL = """([local, session]) => {
  for (const [name, text] of Object.entries(local)) localStorage.setItem(name, text);
  for (const [name, text] of Object.entries(session)) sessionStorage.setItem(name, text);
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server that was visited then; each test continues its own match."""
    store = shutil.copy(FIXTURES / "server-store.db", tmp_path_factory.mktemp("kept") / "server.db")
    server = Served(Path(store))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def page(new_page: NewPage, served: Served) -> Page:
    """The browser as it was left."""
    page = new_page()
    host = served.address.removeprefix("http://").partition(":")[0]
    for cookie in KEPT["cookies"]:
        name, value, path = cookie["name"], cookie["value"], cookie["path"]
        page.context.add_cookies([{"name": name, "value": value, "path": path, "domain": host}])
    page.goto("/rules")
    page.evaluate(_FILL, [KEPT["localStorage"], KEPT["sessionStorage"]])
    return page


def kept(page: Page, name: str) -> Any:
    """What the browser keeps now."""
    return json.loads(page.evaluate("name => localStorage.getItem(name)", name))


def test_the_matches_that_were_left_are_offered(page: Page) -> None:
    page.goto("/")
    cards = page.locator("#resume .resume-card")
    remembered = json.loads(KEPT["localStorage"]["fathom.matches"])
    expect(cards).to_have_count(len(remembered))
    assert cards.locator("a").all_text_contents() == [match["title"] for match in remembered]
    links = [link.get_attribute("href") for link in cards.locator("a").all()]
    ids = [EXPECTED[what] for what in ("guest", "walk", "waiting", "same screen", "machine")]
    assert links == [f"/m/{match_id}" for match_id in ids]


def test_a_match_with_a_machine_goes_on_with_the_coach_as_it_was(page: Page) -> None:
    page.goto(f"/m/{EXPECTED['machine']}")
    expect(page.locator("#role")).to_contain_text(f"You play {NAME}.")
    expect(page.locator("#coach [name=coach][value=warn]")).to_be_checked()
    assert moves_made(page)[0] == "6"
    my_turn(page)
    click_move(page, "12")  # after a fall it has to be higher; then the machine has all the others
    expect(page.locator("#moves li").nth(3)).to_be_visible()


def test_a_match_on_one_screen_goes_on_and_is_remembered_anew(page: Page) -> None:
    page.goto(f"/m/{EXPECTED['same screen']}")
    expect(page.locator("#role")).to_have_text("You play both sides.")
    click_move(page, "1R")
    expect(page.locator("#moves li")).to_have_count(2)
    remembered = kept(page, "fathom.matches")
    assert remembered[0]["id"] == EXPECTED["same screen"]
    assert len(remembered) == len(json.loads(KEPT["localStorage"]["fathom.matches"]))


def test_the_name_and_the_coach_are_filled_in(page: Page) -> None:
    page.goto("/play/range-war")
    page.get_by_text("Customize", exact=True).click()
    expect(page.get_by_label("Your name")).to_have_value(NAME)
    expect(page.locator("[name=coach][value=warn]")).to_be_checked()


def test_the_link_for_a_friend_is_still_there(page: Page, new_page: NewPage) -> None:
    match_id = EXPECTED["waiting"]
    page.goto(f"/m/{match_id}")
    link = page.get_by_label("Link for your friend").input_value()
    assert link.endswith(f"/join/{match_id}#{KEPT['localStorage'][f'fathom.invite.{match_id}']}")
    friend = new_page()
    friend.goto(link)
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Join the match").click()
    expect(friend.locator("#role")).to_contain_text("You play Bob.")
    expect(page.locator("#invite")).to_be_hidden()


def test_a_move_that_was_on_its_way_arrives(page: Page) -> None:
    match_id = EXPECTED["guest"]
    unsent = json.loads(KEPT["sessionStorage"][f"fathom.unsent.{match_id}"])
    page.goto(f"/m/{match_id}")
    expect(page.locator("#moves li")).to_have_count(2)
    assert moves_made(page) == ["6", unsent["move"]]
    assert page.evaluate("sessionStorage.length") == 0


def test_a_guest_whose_seat_was_lost_joins_again_with_the_key_of_then(page: Page) -> None:
    """The key and the invitation give the same seat, whatever has become of the cookie."""
    match_id = EXPECTED["guest"]
    page.context.clear_cookies()
    page.goto(f"/join/{match_id}#{EXPECTED['invitation']}")
    page.get_by_role("button", name="Join the match").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("#role")).to_contain_text(f"You play {NAME}.")


def test_a_walk_is_found_again(page: Page) -> None:
    page.goto(f"/p/{EXPECTED['puzzle']}")
    page.get_by_role("link", name="Continue where you left off").click()
    page.wait_for_url(f"**/m/{EXPECTED['walk']}")
    expect(page.locator("#moves li")).to_have_count(2)
    assert moves_made(page) == ["E1", "D1"]
    expect(page.locator("#name")).to_have_value(NAME)
    page.locator('#board:not(.at-rest) .choice[data-move="C1"]').click()
    expect(page.locator("#moves li")).to_have_count(3)


def test_a_day_that_was_solved_counts_for_the_streak(page: Page) -> None:
    daily = EXPECTED["daily"]

    def on_that_day(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'data-date="[^"]*"', f'data-date="{daily["date"]}"', answer.text()))

    page.route("**/puzzles", on_that_day)
    page.goto("/puzzles")
    expect(page.locator("#streak")).to_have_text("Your streak: 1 day")
    expect(page.locator("#daily-link")).to_have_text(f"Solved: {daily['mp']} MP, the best")


def test_answers_to_drills_count(page: Page) -> None:
    answers = json.loads(KEPT["localStorage"]["fathom.answers"])
    known = [answer for answer in answers if answer["is_right"] and not answer["hinted"]]
    page.goto("/drills")
    expect(page.locator("#weeks tr")).to_have_count(1)
    counts = page.locator("#weeks tr td.number").all_text_contents()
    assert counts == [str(len(known)), str(len(answers))]
    chart = page.locator('.progress-map[data-game="range-war"]')
    expect(chart.locator("[data-known]")).to_have_text(str(len(known)))
    boxes = [int(text) for text in chart.locator("[data-box]").all_text_contents() if text != "·"]
    assert sum(boxes) == len(answers)
