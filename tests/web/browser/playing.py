"""What the tests do in a browser, in words: begin a match, read the board, choose a move."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from fathom import games
from fathom.core.match import Match
from tests.patience import PATIENCE

TWO_PLAYER_GAMES = [name for name in games.ROOMS if games.game(name).seats == 2]

#: Counts the tones that a page plays, in its variable `tones`.
COUNT_TONES = """() => {
  window.tones = 0;
  window.AudioContext = class { currentTime = 0; destination = {}; };
  window.OscillatorNode = class { connect(next) { return next; } start() { window.tones += 1; } stop() {} };
  const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  window.GainNode = class { gain = gain; connect(next) { return next; } };
}"""


def begin(
    page: Page, game: str, opponent: str, *, name: str = "Ada", coach: str = "off", clock: str = "", **more: Any
) -> str:
    """Fill in the form for a new match and return its id."""
    page.goto(f"/play/{game}")
    page.locator("details.customise").evaluate("details => details.open = true")
    page.locator(f'[name=opponent][value="{opponent}"]').check()
    page.get_by_label("Your name").fill(name)
    if opponent != "friend":
        page.locator(f'[name=coach][value="{coach}"]').check()
    if clock:
        page.get_by_label("Time", exact=True).select_option(clock)
    for option, value in more.items():
        page.locator(f'[data-option="{option}"]').fill(value)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/*")
    match_id = page.url.rpartition("/")[2]
    expect(page.locator("#role")).to_contain_text("You play")
    return match_id


def stop_clock(page: Page) -> None:
    """From here on, time passes on a page with an installed clock only when a test says so, on a busy machine too."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def invite(host: Page, game: str, **more: str) -> tuple[str, str]:
    """Begin a match with a friend: its id, and the link to send."""
    match_id = begin(host, game, "friend", **more)
    link = host.get_by_label("Link for your friend").input_value()
    assert link.endswith(link.partition(f"/join/{match_id}#")[2])
    return match_id, link


def join(guest: Page, link: str, name: str = "Bob") -> None:
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Join the match").click()
    guest.wait_for_url("**/m/*")
    expect(guest.locator("#role")).to_have_text(f"You play {name}.")


def ask(page: Page, path: str) -> Any:
    """What the API answers to this visitor. The page itself asks: on the site, nobody else could."""
    return page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)


def events(page: Page, match_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(page, f"/api/v1/matches/{match_id}/events")["events"]
    return found


def snapshot(page: Page, match_id: str) -> dict[str, Any]:
    """The match as the server tells it to this visitor."""
    found: dict[str, Any] = ask(page, f"/api/v1/matches/{match_id}")
    return found


def replayed(page: Page, match_id: str) -> Match:
    """The match played again by the rules alone, without any server."""
    told = snapshot(page, match_id)
    match = games.read_code(told["view"]["code"])
    match.names = tuple(told["names"])
    return match


def my_turn(page: Page) -> Locator:
    """The board when something can be chosen on it, or when the match is over."""
    waiting = page.locator("#board:not(.at-rest) .choice:not(.illegal), #board:not(.at-rest) .piece:not(.illegal)")
    over = page.locator("#board .winner")
    expect(waiting.or_(over).first).to_be_visible()
    return waiting


def moves_made(page: Page) -> list[str]:
    """The moves as the page lists them."""
    return [text.partition(".")[2].strip() for text in page.locator("#moves li").all_text_contents()]


def click_move(page: Page, move: str) -> None:
    """Choose a move on the board with the mouse, once it can be chosen and the last one has been made."""
    ready = "#board:not(.at-rest):not(:has(.pending))"
    whole = page.locator(f'{ready} [data-move="{move}"]')
    piece = page.locator(f'{ready} [data-piece="{move[:-1]}"]')
    expect(whole.or_(piece).first).to_be_attached()
    if whole.count():
        whole.first.click()
        return
    piece.click()
    page.locator(f'#board [data-place="{move[-1]}"]').click()


def press_forbidden(page: Page, control: str, after: int) -> None:
    """Click a disabled control after `after` moves; by default, Playwright would wait until it is enabled."""
    expect(page.locator("#moves li")).to_have_count(after)
    expect(page.locator("#board.at-rest")).to_have_count(0)
    page.locator(f"#board {control}").click(force=True)


def a_legal_move(page: Page) -> str:
    """The first thing on the board that may be chosen, as the text of a move."""
    whole = page.locator("#board .choice:not(.illegal)")
    if whole.count():
        return str(whole.first.get_attribute("data-move"))
    piece = page.locator("#board .piece:not(.illegal)").first
    place = str(piece.get_attribute("data-places")).split()[0]
    return f"{piece.get_attribute('data-piece')}{place}"


#: The elements that extend beyond the window.
_TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map((element) => `${element.tagName}#${element.id}.${element.getAttribute("class")}`)"""


def assert_accessible(page: Page, width: int) -> None:
    """axe finds nothing, and nothing has to be scrolled sideways, at this width or on the narrowest phone."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    for narrow in (320, width):
        page.set_viewport_size({"width": narrow, "height": 740})
        fits = f"document.documentElement.scrollWidth <= {narrow}"  # after a new layout
        assert becomes_true(page, lambda: page.evaluate(fits)), page.evaluate(_TOO_WIDE)  # noqa: B023 (called at once)


def held_up(page: Page, address: str) -> list[Route]:
    """The requests of the page to a URL from now on, which wait until the test releases them."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(address, hold)
    return waiting


def answer_late(page: Page, waiting: list[Route]) -> None:
    """Release the one request that the page has made."""
    assert becomes_true(page, lambda: len(waiting) == 1)
    with page.expect_response(waiting[0].request.url):
        waiting[0].continue_()


def wait_until(page: Page, promise: str) -> None:
    """Wait until what a function of JavaScript promises is true; Playwright's own wait takes any promise for true."""
    assert becomes_true(page, lambda: bool(page.evaluate(promise)))


def becomes_true(page: Page, is_true: Callable[[], bool]) -> bool:
    """Is it true now, or within some seconds?"""
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(50)
    return True
