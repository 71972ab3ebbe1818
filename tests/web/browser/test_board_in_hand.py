"""Holding, dragging and dropping: with mouse and finger, in any colours, and never behind the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move, moves_made

#: The contrast of two CSS colours, as WCAG 2.2 defines it.
_CONTRAST = """([one, other]) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}"""


def fill(part: Locator) -> str:
    return str(part.evaluate("part => getComputedStyle(part).fill"))


def centre(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_with_a_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A real touch, as the browser gets it from a screen: down, across in small steps, up."""
    touch = page.context.new_cdp_session(page)
    points = [(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8) for i in range(9)]
    for i, (x, y) in enumerate(points):
        kind = "touchStart" if i == 0 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.needs_chromium("touches come from its own protocol")
def test_a_piece_is_dragged_by_a_finger_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=390)
    begin(page, "digit-dilemma", "same-screen")
    piece, place = page.locator('#board [data-piece="7"] .face'), page.locator('#board [data-place="L"]')
    piece.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    drag_with_a_finger(page, centre(piece), centre(place))
    expect(page.locator("#moves li")).to_have_count(1)
    assert moves_made(page) == ["7L"]
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_held_digit_can_be_read_under_the_mouse(new_page: NewPage, theme: str) -> None:
    page = new_page(theme=theme)
    begin(page, "digit-dilemma", "same-screen")
    held = page.locator('#board [data-piece="7"]')
    held.click()
    expect(held).to_have_class(re.compile(r"\bheld\b"))
    colours = [fill(held.locator("text")), fill(held.locator(".face"))]  # the mouse is still above it
    assert page.evaluate(_CONTRAST, colours) >= 4.5


def test_a_dragged_piece_is_above_everything(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    piece, place = page.locator('#board [data-piece="7"]'), page.locator('#board [data-place="M"]')
    page.mouse.move(*centre(piece))
    page.mouse.down()
    page.mouse.move(*centre(place), steps=4)
    assert page.evaluate("document.querySelector('#board svg').lastElementChild.getAttribute('class')") == "carried"
    carried = page.locator("#board .carried .face")
    assert centre(carried) == pytest.approx(centre(place), abs=2)
    page.mouse.up()
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#board .carried")).to_have_count(0)
    assert moves_made(page) == ["7M"]


def test_what_is_held_can_be_seen_in_forced_colours(new_page: NewPage) -> None:
    page = new_page(forced_colours=True)
    begin(page, "digit-dilemma", "same-screen")
    held, other = page.locator('#board [data-piece="7"]'), page.locator('#board [data-piece="3"]')
    held.click()
    page.mouse.move(0, 0)
    pairs = [(fill(part.locator("text")), fill(part.locator(".face"))) for part in (held, other)]
    assert all(page.evaluate(_CONTRAST, list(pair)) >= 4.5 for pair in pairs)
    assert pairs[0] != pairs[1]


def test_a_double_click_takes_a_piece_up_and_a_later_click_puts_it_back(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    piece = page.locator('#board [data-piece="7"]')
    piece.dblclick()
    expect(piece).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(700)  # longer than a double click
    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#announce")).to_contain_text("Put back.")


def test_the_last_move_is_marked_and_nothing_else(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    click_move(page, "7L")
    expect(page.locator("#board .cell.last")).to_have_count(1)
    click_move(page, "3R")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#board .cell.last")).to_have_text("3")
