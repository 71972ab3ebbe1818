"""Watching: stepping back while a match goes on, and replaying one that is over."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import NewPage, Served
from tests.web.browser.playing import assert_accessible, begin, click_move, invite, join, moves_made, stop_clock

FINGER = 44


def drawn(page: Page) -> Locator:
    """What the drawing on the board says of itself."""
    return page.locator("#board desc")


def looks_back(page: Page, said: str) -> None:
    """The page shows an earlier position, says so, and lets nobody play on it."""
    expect(page.locator("#step-said")).to_have_text(f"Looking back: {said}")
    expect(page.locator("#announce")).to_contain_text(said)
    expect(page.locator("#board.previewing.at-rest")).to_be_visible()


def is_at_now(page: Page) -> None:
    expect(page.locator("#step-said")).to_be_hidden()
    expect(page.locator("#board.previewing")).to_have_count(0)


def test_a_watcher_steps_back_and_forward_while_the_match_goes_on(new_page: NewPage, served: Served) -> None:
    ada, bob, eve = new_page(), new_page(), new_page(theme="dark", width=360)
    match_id, link = invite(ada, "range-war")
    join(bob, link)
    eve.goto(f"/m/{match_id}")
    expect(eve.locator("#steps")).to_be_hidden()
    click_move(ada, "6")
    click_move(bob, "4")
    expect(drawn(eve)).to_contain_text("Claimed: 6 by Ada, 4 by Bob.")
    expect(eve.locator("#replaying")).to_be_hidden()

    eve.get_by_role("button", name="◀ Back").click()
    looks_back(eve, "Move 1 of 2. Ada claimed 6.")
    expect(drawn(eve)).to_contain_text("Claimed: 6 by Ada. ")
    expect(eve.locator("#moves [aria-current]")).to_have_text("6")
    assert_accessible(eve, 360)
    for button in eve.locator("#steps button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= FINGER

    click_move(ada, "9")  # what happens meanwhile is listed and announced, and the board stays
    expect(eve.locator("#moves li")).to_have_count(3)
    expect(eve.locator("#announce")).to_contain_text("Ada claimed 9.")
    expect(eve.locator("#step-said")).to_have_text("Looking back: Move 1 of 3. Ada claimed 6.")
    expect(drawn(eve)).to_contain_text("Claimed: 6 by Ada. ")
    eve.keyboard.press("ArrowLeft")
    looks_back(eve, "The start.")
    expect(drawn(eve)).not_to_contain_text("Claimed: 6")
    expect(eve.locator("#step-back")).to_have_attribute("aria-disabled", "true")
    eve.keyboard.press("ArrowRight")
    eve.keyboard.press("ArrowRight")
    looks_back(eve, "Move 2 of 3. Bob claimed 4.")

    eve.context.set_offline(True)
    expect(eve.locator("#notice")).to_contain_text("Connection lost")
    click_move(bob, "8")
    eve.keyboard.press("ArrowLeft")  # what was seen before is still there
    looks_back(eve, "Move 1 of 3. Ada claimed 6.")
    eve.keyboard.press("ArrowRight")
    eve.context.set_offline(False)
    expect(eve.locator("#moves li")).to_have_count(4)
    expect(eve.locator("#step-said")).to_have_text("Looking back: Move 2 of 4. Bob claimed 4.")
    served.stop()
    served.start()
    eve.keyboard.press("ArrowRight")
    looks_back(eve, "Move 3 of 4. Ada claimed 9.")

    eve.get_by_role("button", name="Now").click()
    is_at_now(eve)
    expect(drawn(eve)).to_contain_text("8 by Bob")
    expect(eve.locator("#announce")).to_contain_text("Back to now.")
    expect(eve.locator("#moves [aria-current]")).to_have_text("8")


def test_a_player_looks_back_while_the_other_thinks_and_cannot_play_there(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(width=360)
    _, link = invite(ada, "range-war")
    join(bob, link)
    click_move(ada, "6")
    expect(bob.get_by_label("Type a move")).to_be_visible()
    bob.get_by_role("button", name="◀ Back").click()
    looks_back(bob, "The start.")
    expect(bob.get_by_label("Type a move")).to_be_hidden()
    bob.locator('#board [data-move="4"]').click(force=True)
    expect(bob.locator("#moves li")).to_have_count(1)
    expect(bob.get_by_role("button", name="Now: your move")).to_be_visible()
    bob.keyboard.press("Escape")
    is_at_now(bob)
    click_move(bob, "4")
    bob.get_by_role("button", name="Start").click()
    looks_back(bob, "The start.")
    click_move(ada, "9")
    bob.get_by_role("button", name="Now: your move").click()
    click_move(bob, "8")
    expect(ada.locator("#moves li")).to_have_count(4)


def test_what_is_taken_back_while_somebody_looks_at_it_leads_back_to_now(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    for move in ("6", "4", "9"):
        click_move(page, move)
    expect(page.locator("#moves li")).to_have_count(3)
    page.get_by_role("button", name="◀ Back").click()
    looks_back(page, "Move 2 of 3. Player 2 claimed 4.")
    for left in (2, 1):
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#moves li")).to_have_count(left)
    is_at_now(page)
    expect(page.locator("#board:not(.at-rest)")).to_be_visible()
    click_move(page, "3")
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_role("button", name="◀ Back").click()
    page.get_by_role("button", name="Next").click()
    is_at_now(page)
    assert moves_made(page) == ["6", "3"], "and not what was there before"


def test_the_coach_judges_no_position_that_is_only_looked_at(page: Page) -> None:
    begin(page, "range-war", "same-screen", coach="on")
    click_move(page, "6")
    expect(page.locator(".badges > *").first).to_be_visible()
    page.get_by_role("button", name="◀ Back").click()
    looks_back(page, "The start.")
    expect(page.locator(".badges > *")).to_have_count(0)
    page.locator("#values details[open]").get_by_role("button").click()  # a line has steps of its own
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#steps")).to_be_hidden()
    expect(page.locator("#step-said")).to_be_hidden()
    page.get_by_role("button", name="Return to the position").click()
    expect(page.locator("#steps")).to_be_visible()
    expect(page.locator(".badges > *").first).to_be_visible()


def test_a_finished_match_is_replayed_by_anybody_and_only_when_asked(new_page: NewPage) -> None:
    ada, eve = new_page(), new_page(width=360, motion=True)
    match_id = begin(ada, "range-war", "same-screen")
    for move in ("6", "4", "9", "8", "10", "7"):
        click_move(ada, move)
    expect(ada.locator("#result")).to_be_visible()
    eve.clock.install()
    eve.goto(f"/m/{match_id}")
    replay = eve.get_by_role("button", name="Replay", exact=True)
    expect(replay).to_be_visible()
    expect(drawn(eve)).to_contain_text("7 by")
    is_at_now(eve)
    assert_accessible(eve, 360)
    stop_clock(eve)
    eve.clock.run_for(10_000)
    is_at_now(eve)
    eve.get_by_label("Speed of the replay").select_option("Fast")
    replay.click()
    looks_back(eve, "The start.")
    eve.clock.run_for(500)
    looks_back(eve, "Move 1 of 6. Ada claimed 6.")
    eve.get_by_role("button", name="Pause").click()
    eve.clock.run_for(10_000)
    looks_back(eve, "Move 1 of 6. Ada claimed 6.")
    eve.get_by_role("button", name="Play", exact=True).click()
    said = ("Player 2 claimed 4.", "Ada claimed 9.", "Player 2 claimed 8.", "Ada claimed 10.")
    for number, happened in enumerate(said, 2):
        eve.clock.run_for(500)
        looks_back(eve, f"Move {number} of 6. {happened}")
    eve.clock.run_for(500)
    is_at_now(eve)
    expect(eve.locator("#announce")).to_contain_text("The end of the match.")
    expect(replay).to_be_visible()
    expect(eve.get_by_role("button", name="End")).to_have_attribute("aria-disabled", "true")


def test_a_match_that_is_not_for_everybody_is_replayed_by_its_players_alone(new_page: NewPage) -> None:
    ada, eve = new_page(), new_page()
    wish = {"game": "range-war", "opponent": "same-screen", "name": "Ada", "watch": False}
    match_id = ada.request.post("/api/v1/matches", data=wish).json()["match"]["id"]
    ada.goto(f"/m/{match_id}")
    click_move(ada, "1")  # nothing is below 1
    ada.get_by_role("button", name="Replay", exact=True).click()
    looks_back(ada, "The start.")
    assert eve.request.get(f"/api/v1/matches/{match_id}/views/0").status == 404
    answer = eve.goto(f"/m/{match_id}")
    assert answer
    assert answer.status == 404
