"""The app without a server: `make site`, served as plain files below a path, in a real browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from fathom import games
from tests.patience import PATIENCE
from tests.web.browser.conftest import NewPage
from tests.web.browser.hosting import START, Host, header_of_memory, replace_memory, wait_until_started
from tests.web.browser.playing import (
    TWO_PLAYER_GAMES,
    a_legal_move,
    ask,
    assert_accessible,
    click_move,
    moves_made,
    my_turn,
    stop_clock,
)

PATH = "/arcade/fathom/"
_OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "of 404")


@pytest.fixture
def host(site_folder: Path) -> Iterator[Host]:
    host = Host(site_folder, PATH)
    yield host
    host.stop()


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    """A page of somebody who has never been here; nothing may go wrong in it."""
    faults: list[str] = []
    with browser.new_context(base_url=host.address, reduced_motion="reduce") as context:
        context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.set_default_timeout(START)
        yield context.new_page()
    assert [fault for fault in faults if not any(known in fault for known in _OFFLINE)] == []


@pytest.mark.needs_chromium("its protocol stops a worker; test_firefox.py has the rest")
def test_everything_works_after_one_visit_when_the_host_is_gone(page: Page, host: Host) -> None:
    page.goto("")
    assert page.locator("main svg").count() >= 5  # the boards are there before anything else
    expect(page.locator("#said")).to_contain_text(re.compile(r"of \d\.\d MB|Starting"), timeout=START)
    wait_until_started(page)
    assert page.get_by_role("link", name="Watch").count() == 0
    assert page.get_by_role("link", name="Play a friend").count() == 0
    # Pages come from Python with their own policy; only the worker may compile WebAssembly.
    refusal = page.evaluate("WebAssembly.compile(new Uint8Array([0,97,115,109,1,0,0,0])).then(() => '', String)")
    assert "Content Security Policy" in refusal

    host.stop()
    page.context.set_offline(True)
    page.reload()
    wait_until_started(page)
    for game in TWO_PLAYER_GAMES:
        play_to_the_end(page, game)
    step_through_the_review(page)
    survive_a_stopped_worker(page)
    analyse(page)
    ask_the_coach(page)
    answer_a_drill(page)
    take_a_lesson(page)
    edit_a_puzzle(page)
    solve_a_puzzle(page)
    page.goto("puzzles/daily")
    expect(page.locator("main")).to_contain_text("MP")
    page.goto("licences.txt")
    expect(page.locator("body")).to_contain_text("Mozilla Public License")
    assert page.context.cookies() == []  # a worker cannot set any: Python keeps them
    host.start()


def play_to_the_end(page: Page, game: str) -> None:
    """Play against the computer, as the form suggests; the page tells the end that the rules give to the moves."""
    page.goto(f"play/{game}")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/l*")
    while my_turn(page).count():
        made = len(moves_made(page))
        click_move(page, a_legal_move(page))
        expect(page.locator("#moves li").nth(made)).to_be_attached()
        expect(page.locator("#notice")).to_be_empty()  # being offline is nothing to speak of here
    match = games.read_code(ask(page, f"{PATH}api/v1/matches/{page.url.rpartition('/')[2]}")["view"]["code"])
    assert match.moves == moves_made(page)
    assert match.outcome is not None
    expect(page.locator("#result")).not_to_be_empty()


def survive_a_stopped_worker(page: Page) -> None:
    """A browser stops workers as it likes: a match goes on, with everything in it."""
    page.goto("play/range-war?opponent=same-screen")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/l*")
    click_move(page, "6")
    expect(page.locator("#moves li")).to_have_count(1)
    # A worker that has to load everything would write its memory, and the mark would be gone.
    replace_memory(
        page, "new Response(found.body, {headers: {'X-Layout': found.headers.get('X-Layout'), 'X-Mark': 'here'}})"
    )
    client = page.context.new_cdp_session(page)
    client.send("ServiceWorker.enable")
    client.send("ServiceWorker.stopAllWorkers")
    click_move(page, "4")  # the page connects again by itself, and the move waits for it
    expect(page.locator("#moves li")).to_have_count(2, timeout=START)
    client.send("ServiceWorker.stopAllWorkers")
    page.reload()
    expect(page.locator("#moves li")).to_have_count(2, timeout=START)
    assert header_of_memory(page, "X-Mark") == "here"
    click_move(page, "9")
    expect(page.locator("#moves li")).to_have_count(3)
    assert moves_made(page) == ["6", "4", "9"]


def step_through_the_review(page: Page) -> None:
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#at")).to_have_text("The start")


def analyse(page: Page) -> None:
    page.goto("a/range-war:6.4")
    expect(page.locator("#values > li").filter(has_text="5").first).to_be_visible()
    click_move(page, "5")  # the only move that wins, by the theorem of the game
    page.wait_for_url("**/a/range-war:6.4.5")


def ask_the_coach(page: Page) -> None:
    page.goto("play/range-war?opponent=same-screen")
    page.locator("details.customise").evaluate("details => details.open = true")
    page.locator('[name=coach][value="on"]').check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/l*")
    throwing = page.locator("#values > li").filter(has=page.locator('[data-verdict="throws"]')).locator(".value-move")
    expect(throwing).to_have_text(["6", "7", "8", "9", "10"])  # docs/rules/range-war.md
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#hint-text li")).to_have_count(1)


def answer_a_drill(page: Page) -> None:
    """A position that was answered wrong the day before yesterday, and comes back."""
    at = (datetime.now(UTC) - timedelta(days=2)).isoformat()
    answer = {"game": "range-war", "position": "range-war:6.4", "is_right": False, "hinted": False, "at": at}
    page.goto("drills")
    page.evaluate("(text) => localStorage.setItem('fathom.answers', text)", json.dumps([answer]))
    page.goto("drills/range-war")
    expect(page.locator("#again")).to_be_visible()
    click_move(page, "5")
    expect(page.locator("#verdict-head")).to_have_text("Right!")


def take_a_lesson(page: Page) -> None:
    page.goto("learn/range-war")
    page.locator('#board [data-move="7"]').click()
    expect(page.locator("#said")).to_contain_text("For this lesson, claim the 4.")
    page.locator('#board [data-move="4"]').click()
    expect(page.locator("#said")).to_contain_text("The 4 is yours")


def edit_a_puzzle(page: Page) -> None:
    page.goto("puzzles/editor")
    expect(page.locator("#judged")).to_have_text("A puzzle needs a key: put one on a tile.")
    page.get_by_role("radio", name="Key").check(force=True)
    page.locator('#board .choice[data-move="C4"]').click()
    expect(page.locator("#judged")).to_contain_text("8 MP is the best there is")  # four steps inward


def solve_a_puzzle(page: Page) -> None:
    page.goto("p/pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15")
    for number, tile in enumerate(["E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1"]):
        page.locator(f'#board:not(.at-rest) .choice[data-move="{tile}"]').click()
        expect(page.locator("#moves li")).to_have_count(number + 1)
    expect(page.locator("#ended")).to_contain_text("12 MP")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_that_waits_is_accessible_and_fits_a_phone(
    browser: Browser, site: Host, theme: Literal["light", "dark"]
) -> None:
    with browser.new_context(service_workers="block", color_scheme=theme, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(site.address)
        expect(page.locator("#said")).not_to_contain_text("One moment")  # it says that nothing can be set up here
        expect(page.get_by_role("link", name="Try again")).to_be_visible()
        assert_accessible(page, 390)


_RUNNING = "document.getAnimations().filter(({ playState }) => playState === 'running').length"


def test_the_page_that_waits_tells_how_much_of_a_part_has_arrived(page: Page, host: Host) -> None:
    page.emulate_media(reduced_motion="no-preference")
    host.sends_all.clear()
    page.goto("")
    half = next((host.folder / "parts").glob("pyodide.asm-*.bin")).stat().st_size / 2e6
    expect(page.locator("#said")).to_contain_text(f"Loading {half:.1f} of 8", timeout=START)
    # Whatever moves takes time from the worker: once the page has come in, nothing does.
    until = time.monotonic() + PATIENCE
    while page.evaluate(_RUNNING):
        assert time.monotonic() < until
        page.wait_for_timeout(50)
    host.sends_all.set()


#: Writes down what a page tells the worker, and whether it asks that its data be kept.
_LISTEN = """
  window.told = [];
  const tell = ServiceWorker.prototype.postMessage;
  ServiceWorker.prototype.postMessage = function (said) { told.push(said.kind); return tell.call(this, said); };
  navigator.storage.persist = async () => { told.push("persist"); return true; };
"""


@pytest.mark.parametrize("place", ["site"], indirect=True)
def test_a_visible_page_keeps_the_worker_awake_and_a_match_asks_to_be_kept(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(_LISTEN)
    page.clock.install()
    page.goto("/rules")
    stop_clock(page)
    page.evaluate("told.length = 0")
    page.clock.run_for(60_000)
    assert page.evaluate("told") == ["ping"] * 3
    page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'hidden'})")
    page.clock.run_for(60_000)
    assert page.evaluate("told") == ["ping"] * 3
    page.goto("/play/range-war?opponent=same-screen")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/l*")
    expect(page.locator("#board:not(.at-rest)")).to_be_visible()
    assert page.evaluate("told").count("persist") == 1


def test_the_directory_is_complete_and_names_its_licences(site_folder: Path) -> None:
    names = {str(path.relative_to(site_folder)) for path in site_folder.rglob("*") if path.is_file()}
    assert {"index.html", "404.html", "sw.js", "licences.txt", "style.css", "manifest.webmanifest"} <= names
    parts = [name for name in names if name.startswith("parts/")]
    assert len(parts) == 9
    assert all(re.search(r"-[0-9a-f]{12}\.(bin|m?js)$", name) for name in parts)
    licences = (site_folder / "licences.txt").read_text(encoding="utf-8")
    for word in ("Pyodide", "CPython", "starlette", "jinja2", "msgspec", "anyio", "markupsafe", "SQLite"):
        assert word in licences
    assert 7_000_000 < sum((site_folder / name).stat().st_size for name in parts if name.endswith(".bin")) < 9_000_000
