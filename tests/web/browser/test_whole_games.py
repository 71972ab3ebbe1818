"""Every game for two is played to its end against the perfect machine, with the mouse and without it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.playing import (
    TWO_PLAYER_GAMES,
    a_legal_move,
    begin,
    click_move,
    moves_made,
    my_turn,
    replayed,
)


def ended_by_the_rules(page: Page, match_id: str) -> None:
    """The page tells the outcome that the rules give to the moves it lists."""
    match = replayed(page, match_id)
    assert match.outcome is not None
    assert moves_made(page) == match.moves
    winner = match.outcome.winner
    result = "A draw." if winner is None else "You win!" if winner == 1 else "You lose: Perfect wins."
    expect(page.locator("#result")).to_have_text(result)
    why = match.outcome.describe(("you", "Perfect"))
    expect(page.locator("#now")).to_have_text(f"{why[0].upper()}{why[1:]}.")
    expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("game", TWO_PLAYER_GAMES)
def test_a_game_is_played_to_its_end_by_clicks(page: Page, game: str) -> None:
    match_id = begin(page, game, "@perfect")
    while my_turn(page).count():
        made = len(moves_made(page))
        click_move(page, a_legal_move(page))
        expect(page.locator("#moves li").nth(made)).to_be_attached()
    ended_by_the_rules(page, match_id)


@pytest.mark.parametrize("game", TWO_PLAYER_GAMES)
def test_a_game_is_played_to_its_end_by_keys_alone(page: Page, game: str) -> None:
    page.goto(f"/play/{game}?opponent=@perfect")
    page.get_by_text("Customize", exact=True).press("Enter")
    page.locator("#name").focus()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")
    match_id = page.url.rpartition("/")[2]
    turn = 0
    while my_turn(page).count():
        made = len(moves_made(page))
        if turn % 2:
            page.keyboard.type(a_legal_move(page))
            page.keyboard.press("Enter")
        else:
            play_by_walking(page)
        expect(page.locator("#moves li").nth(made)).to_be_attached()
        turn += 1
    ended_by_the_rules(page, match_id)


def play_by_walking(page: Page) -> None:
    """Reach the board with Tab, walk with the arrows there and back, and choose with Enter."""
    controls = ".choice, .piece, .place"
    page.locator("#main").evaluate("main => main.focus()")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches('{controls}')"):
            break
    chosen = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == chosen
    page.keyboard.press("Enter")
    if page.evaluate("document.activeElement.matches('.place')"):  # the piece is in the hand, the place has the focus
        page.keyboard.press("Enter")
