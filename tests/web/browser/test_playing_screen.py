"""The playing screen: its three lines, its title, its pace, its sounds, and what it offers after the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import COUNT_TONES, becomes_true, begin, click_move, moves_made

#: The animations of the board that last: where each part starts, and how long it takes.
_MOVEMENTS = """() => document.querySelector("#board").getAnimations({ subtree: true })
  .filter((one) => !(one instanceof CSSAnimation)).map((one) => one.effect.getKeyframes()[0].transform)"""


def test_the_goal_the_task_and_what_happened_are_always_there(page: Page) -> None:
    begin(page, "digit-dilemma", "@perfect")
    expect(page.locator("#goal")).to_have_text("Make a multiple of 7.")
    expect(page.locator("#now")).to_have_text("Your move: choose a digit, then a place.")
    expect(page.locator("#board .player.seat-1")).to_have_text("You")
    expect(page.locator("#board .player.seat-2")).to_have_text("Perfect")
    click_move(page, "7L")
    expect(page.locator("#happened")).to_contain_text("Perfect placed ")
    expect(page.locator("#announce")).to_contain_text("You placed 7 on the Left.")
    expect(page.locator("#announce")).not_to_contain_text("Make a multiple")  # said once, on the page


def test_two_on_one_screen_are_called_by_their_names(page: Page) -> None:
    begin(page, "digit-dilemma", "same-screen")
    click_move(page, "7L")
    expect(page.locator("#happened")).to_have_text("Ada placed 7 on the Left.")
    expect(page.locator("#now")).to_have_text("Player 2: choose a digit, then a place.")
    expect(page.locator("#board .player.seat-1")).to_have_text("Ada")


def test_the_tab_says_when_it_is_your_move_and_how_it_ended(page: Page) -> None:
    begin(page, "range-war", "@perfect")
    expect(page).to_have_title("Your move · Range War · Fathom")
    click_move(page, "1")  # nothing is below 1
    expect(page).to_have_title("You win! · Range War · Fathom")


#: It is gone too soon to be looked for.
_WATCH_FOR_FLOURISH = """() => {
  window.flourished = window.widest = 0;
  const measure = () => {
    window.widest = Math.max(window.widest, document.documentElement.scrollWidth);
    if (document.querySelector(".flourish")) requestAnimationFrame(measure);
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((added) => {
    if (added.className !== "flourish") return;
    window.flourished += 1;
    measure();
  }))).observe(document, { childList: true, subtree: true });
}"""


def test_a_win_is_a_moment(new_page: NewPage) -> None:
    page = new_page(motion=True, width=360)
    page.add_init_script(f"({_WATCH_FOR_FLOURISH})()")
    begin(page, "range-war", "@perfect")
    click_move(page, "1")
    assert becomes_true(page, lambda: page.evaluate("flourished") == 1)
    expect(page.locator("#result")).to_have_text("You win!")
    expect(page.locator("#now")).to_have_text("No number lower than 1 is left for Perfect.")
    expect(page.locator("#board .player.winner").filter(visible=True)).to_have_text("You win")
    expect(page.locator(".flourish")).to_have_count(0)  # and it is over soon
    assert page.evaluate("widest") == 360, "no spark makes the page scroll sideways"


def test_nothing_moves_for_those_who_want_less_motion(page: Page) -> None:
    begin(page, "range-war", "@perfect")
    click_move(page, "1")
    expect(page.locator("#result")).to_have_text("You win!")
    expect(page.locator(".flourish")).to_have_count(0)
    assert page.evaluate(_MOVEMENTS) == []


def test_after_the_end_nothing_offers_to_play_on(page: Page) -> None:
    begin(page, "range-war", "@perfect", coach="warn")
    click_move(page, "1")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#typed")).to_be_hidden()
    expect(page.locator("#resign")).to_be_hidden()
    expect(page.get_by_role("button", name="Keep my move")).to_have_count(0)
    expect(page.locator("#coach-dial")).to_be_hidden()
    expect(page.locator("#coach-after")).to_be_visible()
    page.goto("/")
    expect(page.locator("#resume")).to_be_hidden()


def test_a_machine_answers_after_a_beat(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page, "pocket-addition", "@perfect")
    started = page.evaluate("performance.now()")
    click_move(page, "9")
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#moves li")).to_have_count(2)
    assert page.evaluate("performance.now()") - started >= 600


#: The beat does not end by itself, so that only a press can end it.
_ENDLESS_BEAT = """() => {
  const usual = window.setTimeout;
  window.setTimeout = (act, wait, ...more) => usual(act, wait > 100 && wait <= 650 ? 1e6 : wait, ...more);
}"""


def test_whoever_is_impatient_moves_at_once(new_page: NewPage) -> None:
    page = new_page(motion=True)
    page.add_init_script(f"({_ENDLESS_BEAT})()")
    begin(page, "pyramid-challenge", "@perfect")
    click_move(page, "4")
    expect(page.locator("#moves li")).to_have_count(1)
    page.wait_for_timeout(300)  # the answer is here, and is not shown
    page.locator('#board [data-move="5"]').click(force=True)  # the press shows it, and is a move as well
    expect(page.locator("#moves li")).to_have_count(3)
    assert moves_made(page)[::2] == ["4", "5"]


def test_without_a_beat_a_machine_answers_at_once(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page, "pocket-addition", "@perfect")
    page.evaluate("localStorage.setItem('fathom.speed', 'none')")
    click_move(page, "9")
    expect(page.locator("#moves li")).to_have_count(2)
    assert page.evaluate(_MOVEMENTS) == []


_WATCH_MOVEMENT = """() => {
  const usual = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moved = given[0][0].transform;
    return usual.apply(this, given);
  };
}"""


@pytest.mark.parametrize("game, move", [("digit-dilemma", "7L"), ("pocket-addition", "9"), ("pyramid-challenge", "4")])
def test_what_was_played_moves_to_its_place(new_page: NewPage, game: str, move: str) -> None:
    page = new_page(motion=True)
    page.add_init_script(f"({_WATCH_MOVEMENT})()")
    begin(page, game, "same-screen")
    click_move(page, move)
    expect(page.locator("#moves li")).to_have_count(1)
    assert becomes_true(page, lambda: str(page.evaluate("window.moved")).startswith("translate("))


@pytest.mark.parametrize("sound, tones", [("off", 0), ("on", 1)])
def test_sound_is_off_until_it_is_chosen(page: Page, sound: str, tones: int) -> None:
    page.add_init_script(f"({COUNT_TONES})()")
    begin(page, "range-war", "same-screen")
    if sound == "on":
        page.evaluate("localStorage.setItem('fathom.sound', 'on')")
    click_move(page, "6")
    expect(page.locator("#moves li")).to_have_count(1)
    assert becomes_true(page, lambda: page.evaluate("tones") == tones)


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_navigation_fits_when_text_is_twice_as_large(new_page: NewPage, width: int) -> None:
    page = new_page(width=width)
    page.goto("/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    right = page.locator(".site-nav a").evaluate_all(
        "all => Math.max(...all.map(a => a.getBoundingClientRect().right))"
    )
    assert right <= width


def test_the_chart_of_a_review_is_whole_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=360)
    begin(page, "range-war", "same-screen")
    for made, move in enumerate(("6", "4", "9", "8", "10", "7"), 1):
        click_move(page, move)
        expect(page.locator("#moves li")).to_have_count(made)
    page.get_by_role("link", name="Review", exact=True).click()
    chart = page.locator(".picture svg:visible")
    expect(chart).to_have_count(1)
    box = chart.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    inside = """svg => { const home = svg.getBoundingClientRect();
      const texts = [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
      return texts.every((text) => text.right <= home.right + 1); }"""
    assert chart.evaluate(inside)
    smallest = """svg => Math.min(...[...svg.querySelectorAll("text")]
      .map((text) => parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a))"""
    assert chart.evaluate(smallest) >= 9
