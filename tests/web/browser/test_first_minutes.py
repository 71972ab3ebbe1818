"""From the link to the first move: taps are counted, the opponent is named, the button is in view."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from fathom import games
from fathom.show.preset import find_preset
from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import TWO_PLAYER_GAMES, begin, snapshot


class Phone:
    """A page on a phone that counts the taps on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: str) -> None:
        self.page.locator(what).first.tap()
        self.taps += 1


@pytest.mark.parametrize("preset", ["By the book", "Fair"])
def test_from_the_home_page_a_first_move_takes_two_taps_on_a_phone(new_page: NewPage, preset: str) -> None:
    phone = Phone(new_page(width=360))
    phone.page.goto("/")
    game = str(phone.page.locator(".hero button.start").first.get_attribute("data-game"))
    phone.tap(f'.hero button:has-text("{preset}")')
    phone.page.wait_for_url("**/m/*")
    phone.tap("#board:not(.at-rest) .choice:not(.illegal)")
    expect(phone.page.locator("#moves li").first).to_be_visible()
    assert phone.taps == 2
    match = snapshot(phone.page, phone.page.url.rpartition("/")[2])
    options = {found.name: found.options for found in games.room(game).presets}[preset]
    assert (match["game"], match["options"]) == (game, options.as_dict())
    assert match["you"] == [1]
    assert match["names"][1] == "@casual"


@pytest.mark.parametrize("width, height", [(360, 740), (1366, 768)])
def test_starting_and_begin_are_in_view_without_scrolling(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    for start in page.locator(".hero button.start").all():
        expect(start).to_be_in_viewport(ratio=1)
    for game in TWO_PLAYER_GAMES:
        page.goto(f"/play/{game}")
        begin = page.get_by_role("button", name="Begin")
        expect(begin).to_be_in_viewport(ratio=1)
        page.get_by_text("Customize", exact=True).click()
        expect(begin).to_be_in_viewport(ratio=1)


def test_every_game_card_starts_a_game_with_one_tap(page: Page) -> None:
    page.goto("/")
    for game in TWO_PLAYER_GAMES:
        page.locator(f'.game-card button[data-game="{game}"]').first.click()
        page.wait_for_url("**/m/*")
        match = snapshot(page, page.url.rpartition("/")[2])
        assert (match["game"], match["you"], match["state"]) == (game, [1], "playing")
        page.goto("/")


def test_a_preset_fills_in_the_options_and_other_options_are_your_own(page: Page) -> None:
    page.goto("/play/range-war")
    page.get_by_role("radio", name="Fair").check()
    page.get_by_text("Customize", exact=True).click()
    fair = find_preset(games.room("range-war").presets, "fair").options.write()
    for option, value in fair.items():
        expect(page.locator(f"#option-{option}")).to_have_value(value)
    page.locator("#option-highest").fill("10")
    page.locator("#option-highest").blur()
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()
    page.locator("#option-highest").fill(fair["highest"])
    page.locator("#option-highest").blur()
    expect(page.get_by_role("radio", name="Fair")).to_be_checked()
    expect(page.locator("#own-preset")).to_be_hidden()
    expect(page.locator("#terms")).to_have_text("You play Casual. You move first.")


def finish_quickly(page: Page) -> None:
    """Win by the one opening that wins on the spot, or resign."""
    page.locator('#board:not(.at-rest) [data-move="1"]').click()
    expect(page.locator("#rematch")).to_be_visible()


@pytest.mark.on_site
def test_finished_games_are_kept_and_the_opponent_grows_with_you(page: Page) -> None:
    for _ in range(2):
        page.goto("/play/range-war")
        expect(page.locator("#terms")).to_contain_text("You play Casual.")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/m/*")
        finish_quickly(page)
    page.goto("/play/range-war")
    expect(page.locator("#terms")).to_contain_text("You play Skilled.")
    page.goto("/play/pocket-addition")
    expect(page.locator("#terms")).to_contain_text("You play Casual.")

    page.goto("/history")
    expect(page.locator("#rates tr")).to_have_count(1)
    assert page.locator("#rates tr :is(th, td)").all_text_contents() == [
        *("Range War", "Casual", "2", "2", "0", "0", "100%")
    ]
    expect(page.locator("#running")).to_have_text("2")
    page.locator("#games").get_by_role("link", name="Review").first.click()
    page.wait_for_url("**/review")


def test_a_pair_is_two_games_with_the_sides_swapped_and_the_points_counted(page: Page) -> None:
    page.goto("/play/range-war?opponent=same-screen")
    page.get_by_text("Customize", exact=True).click()
    page.get_by_role("checkbox", name="Play a pair").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your opponent’s name").fill("Bob")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("#pair")).to_contain_text("The first of two games")
    finish_quickly(page)
    expect(page.locator("#pair")).to_have_text("Points after the first of two games: Ada 1, Bob 0.")
    first = page.url
    page.get_by_role("button", name="Play the second game").click()
    page.wait_for_url(lambda address: "/m/" in address and address != first and not address.endswith("/rematch"))
    expect(page.locator("#pair")).to_have_text("The second of two games. Points so far: Bob 0, Ada 1.")
    finish_quickly(page)
    expect(page.locator("#pair")).to_have_text("Both games are played. Points: Bob 1, Ada 1.")


def test_settings_are_kept_and_taken_along_in_a_file(page: Page, new_page: NewPage) -> None:
    begin(page, "range-war", "@random", name="Ada")
    finish_quickly(page)
    page.goto("/settings")
    page.get_by_role("radio", name="Dark").check(force=True)
    page.locator("[name=sound][value=on]").check(force=True)
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()

    other = new_page()
    other.goto("/settings")
    other.locator("#import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(other.locator("#transfer")).to_contain_text("This is not a file that Fathom saved: nothing was changed.")
    other.locator("#import").set_input_files(saved.value.path())
    expect(other.locator("#transfer")).to_have_text("Loaded: 1 finished game, 0 days, and the settings.")
    expect(other.get_by_role("radio", name="Dark")).to_be_checked()
    expect(other.get_by_label("Your name")).to_have_value("Ada")
    other.goto("/history")
    expect(other.locator("#games tr")).to_have_count(1)


def test_a_lesson_refuses_as_the_rules_do_and_is_resumed(page: Page) -> None:
    page.goto("/learn/range-war")
    page.locator('#board [data-move="7"]').click()
    expect(page.locator("#said")).to_contain_text("For this lesson, claim the 4.")
    page.locator('#board [data-move="4"]').click()
    expect(page.locator("#said")).to_contain_text("The 4 is yours")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#step")).to_have_text("Step 2 of 3")
    page.locator('#board [data-move="1"]').click(force=True)
    expect(page.locator("#refusal")).to_contain_text("1 is not higher than 2")
    page.goto("/learn")
    expect(page.locator('[data-lesson="range-war"]')).to_have_text("Begun: step 2 is next")
    page.goto("/learn/range-war")
    expect(page.locator("#step")).to_have_text("Step 2 of 3")
    page.locator('#board [data-move="3"]').click()
    page.get_by_role("button", name="Next").click()
    page.locator('#board [data-move="5"]').click()
    expect(page.get_by_role("heading", name="You know the game. Now play it")).to_be_focused()
    expect(page.get_by_role("link", name="Go on: how to win")).to_have_attribute("href", "/teach/range-war")
    page.goto("/learn")
    expect(page.locator('[data-lesson="range-war"]')).to_have_text("✓ Done")
    page.goto("/learn/range-war")
    page.get_by_role("link", name="Skip the lesson").click()
    page.wait_for_url("**/play/range-war")


def test_the_lesson_of_the_puzzle_walks_on_the_pyramid(page: Page) -> None:
    page.goto("/learn/pyramid-puzzle")
    for move in ("C2", "C3", "B2"):
        page.locator(f'#board:not(.at-rest) [data-move="{move}"]').click()
        page.get_by_role("button", name="Next").click()
    page.locator('#board:not(.at-rest) [data-move="A1"]').click(force=True)
    expect(page.locator("#refusal")).to_contain_text("key")
    page.locator('#board [data-move="B3"]').click()
    page.get_by_role("button", name="Next").click()
    page.locator('#board:not(.at-rest) [data-move="A1"]').click()
    expect(page.get_by_role("heading", name="You know the game. Now play it")).to_be_visible()


def test_the_archive_marks_the_days_that_were_solved(page: Page) -> None:
    page.goto("/puzzles/archive?month=2026-10")
    days = {"2026-10-05": {"mp": 9, "over": 0}, "2026-10-06": {"mp": 12, "over": 2}}
    page.evaluate("text => localStorage.setItem('fathom.days', text)", json.dumps(days))
    page.reload()
    expect(page.locator('[data-date="2026-10-05"] .day-result')).to_have_text("★")
    expect(page.locator('[data-date="2026-10-06"] .day-result')).to_have_text("✓ +2")
    expect(page.locator(".calendar [data-date]")).to_have_count(31)
    page.locator('[data-date="2026-10-05"]').click()
    page.wait_for_url("**/puzzles/daily?date=2026-10-05")


#: The rectangles of boards whose size is not the one that they were drawn with.
_RESIZED = """() => [...document.querySelectorAll("svg.board rect[width]")]
  .filter((rect) => Math.abs(parseFloat(getComputedStyle(rect).width) - parseFloat(rect.getAttribute("width"))) > 0.1)
  .length"""


@pytest.mark.parametrize("path", ["/", "/learn/digit-dilemma", "/learn/pyramid-puzzle", "/puzzles"])
def test_no_style_of_a_page_changes_the_size_of_what_a_board_draws(page: Page, path: str) -> None:
    page.goto(path)
    assert page.locator("svg.board rect[width]").count() > 0
    assert page.evaluate(_RESIZED) == 0
