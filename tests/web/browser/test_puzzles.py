"""Puzzles in a real browser: walked by keys and by clicks, with hints and steps back, and made in the editor."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import ask, assert_accessible, becomes_true

#: The scenario of the rule book: 12 MP at best, by way of these tiles.
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
BEST = ["E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1"]
#: The same with a step to B1 and back, which costs 2 MP for nothing.
DETOUR = ["E1", "D1", "C1", "B1", "B2", "B1", "B2", "C4", "B2", "A1"]


def known(page: Page, what: str, **asked: str) -> dict[str, Any]:
    """What the API tells."""
    told: dict[str, Any] = ask(page, f"/api/v1/puzzles/{what}?{urlencode(asked)}")
    return told


def best_walk(page: Page, code: str) -> list[str]:
    moves: list[str] = known(page, "result", code=code)["best_moves"]
    return moves


def walk(page: Page, *tiles: str) -> None:
    """Tap one tile after the other."""
    for tile in tiles:
        made = page.locator("#moves li").count()
        page.locator(f'#board:not(.at-rest) .choice[data-move="{tile}"]').click()
        expect(page.locator("#moves li")).to_have_count(made + 1)


def walked(page: Page) -> list[str]:
    return [text.partition(".")[2].strip() for text in page.locator("#moves li").all_text_contents()]


def gauge(page: Page, name: str) -> str:
    return page.locator(".gauge", has=page.get_by_text(name, exact=True)).locator("dd").inner_text()


def position_of(page: Page, tile: str) -> dict[str, float]:
    """Where a tile is on the screen."""
    box = page.locator("#board .tile", has=page.get_by_text(tile, exact=True)).bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def arrow_towards(page: Page, here: str, there: str) -> str:
    one, other = position_of(page, here), position_of(page, there)
    across, down = other["x"] - one["x"], other["y"] - one["y"]
    if abs(across) > abs(down):
        return "ArrowRight" if across > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


def step_by_keys(page: Page, here: str, there: str) -> None:
    """Step with an arrow; where another tile lies that way too, which may be blocked, name the tile instead."""
    moves, refusal = page.locator("#moves li"), page.locator("#refusal")
    made = moves.count()
    page.keyboard.press(arrow_towards(page, here, there))
    assert becomes_true(page, lambda: moves.count() > made or refusal.is_visible())
    if moves.count() > made:
        if walked(page)[-1] == there:
            return
        page.keyboard.press("Backspace")
        expect(moves).to_have_count(made)
    page.keyboard.type(there)
    page.keyboard.press("Enter")
    expect(moves).to_have_count(made + 1)
    page.keyboard.press("ArrowUp")  # from the field back to the board


# ------------------------------------------------------------ walking


def test_the_daily_puzzle_is_solved_by_keys_alone(page: Page) -> None:
    page.goto("/puzzles/daily")
    daily = known(page, "daily")
    best = best_walk(page, daily["code"])
    page.locator("#name").focus()
    page.keyboard.type("Ada")
    page.locator("#main").evaluate("main => main.focus()")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.choice')"):
            break
    for _ in range(80):  # around the outermost square to where the walk begins
        if page.evaluate("document.activeElement.dataset.move") == best[0]:
            break
        here = page.evaluate("document.activeElement.dataset.move")
        page.keyboard.press(arrow_towards(page, here, best[0]))
        if page.evaluate("document.activeElement.dataset.move") == here:  # the peak is in the way: go around
            page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    for here, there in pairwise(best):
        step_by_keys(page, here, there)
    expect(page.locator("#ended-title")).to_have_text(f"Solved: {daily['mp']} MP, the best there is.")
    expect(page.locator("#streak")).to_have_text("Your streak: 1 day")
    expect(page.locator("#results tr").first).to_contain_text("Ada")
    page.goto("/puzzles")
    expect(page.locator("#daily-link")).to_have_text(f"Solved: {daily['mp']} MP, the best")
    expect(page.locator("#results tr").first).to_contain_text("Ada")


def test_a_puzzle_by_difficulty_is_solved_by_clicks(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_role("link", name="Hard", exact=True).click()
    page.wait_for_url("**/p/pyramid-puzzle:*")
    expect(page.locator("h1")).to_contain_text("hard")
    code = page.locator("#code").inner_text()
    best = best_walk(page, code)
    walk(page, *best)
    mp = known(page, "solution", code=code)["mp"]
    expect(page.locator("#ended-title")).to_have_text(f"Solved: {mp} MP, the best there is.")
    assert walked(page) == best
    assert gauge(page, "MP spent") == str(mp)
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url("**/p/pyramid-puzzle:*")
    expect(page.locator("h1")).to_contain_text("hard")


def test_a_detour_is_told_and_can_be_gone_back_on_and_the_best_is_in_the_history(page: Page) -> None:
    page.add_init_script("""localStorage.setItem("fathom.timer", "on");
      navigator.share = async ({ text }) => { window.shared = text; };""")
    page.goto(f"/p/{PUBLISHED}")
    walk(page, *DETOUR)
    expect(page.locator("#ended-title")).to_have_text("14 MP, two over the best.")
    page.get_by_role("button", name="Share the result").click()
    assert becomes_true(page, lambda: page.evaluate("!!window.shared"))
    head, told, time, link = page.evaluate("window.shared").split("\n")
    assert (head, told) == ("Fathom pyramid puzzle", "🟢🟢🟢🟢🟢🔶🟢🟢🟢🏁 14 MP, 2 over the best")
    assert time == "Time: " + page.locator("#timer strong").inner_text()
    assert link.endswith(f"/p/{PUBLISHED}"), "the puzzle, not the walk"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a picture").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    expect(page.locator("#lost li")).to_contain_text("Step 6, to B1, cost 2 MP too much.")
    page.get_by_role("button", name="Show a best route").click()
    expect(page.locator("#line-text")).to_have_text(" ".join(BEST))
    page.get_by_role("button", name="Return to the position").click()
    page.get_by_role("button", name="Back to before step 6").click()
    expect(page.locator("#moves li")).to_have_count(5)
    expect(page.locator("#ended")).to_be_hidden()
    walk(page, "C4", "B2", "A1")
    expect(page.locator("#ended-title")).to_have_text("Solved: 12 MP, the best there is.")
    page.goto("/history")
    expect(page.locator("#games tr")).to_have_count(1)
    expect(page.locator("#games td[data-result=solved]")).to_have_text("✓ solved, 12 MP, the best")
    expect(page.locator("#won")).to_have_text("–")
    expect(page.locator("#rates")).to_be_hidden()  # a puzzle has no opponent
    page.get_by_role("link", name="Open").click()
    expect(page.locator("#ended-title")).to_have_text("Solved: 12 MP, the best there is.")


def test_gauges_follow_the_walk_and_steps_are_taken_back(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, "E1", "D1")
    assert (gauge(page, "MP spent"), gauge(page, "Holding")) == ("2", "1 stick of dynamite")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves li")).to_have_count(1)
    assert (gauge(page, "MP spent"), gauge(page, "Holding")) == ("0", "nothing")
    walk(page, "D1", "C1", "B1")
    page.get_by_text("Spend a stick of dynamite from here").click()
    page.get_by_role("button", name="clear B2").click()
    expect(page.locator("#moves li")).to_have_count(5)
    assert (gauge(page, "Holding"), gauge(page, "Opened")) == ("nothing", "B2")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#moves li")).to_have_count(0)
    assert gauge(page, "MP spent") == "0"


@pytest.mark.on_site
def test_a_reload_and_another_visit_find_the_walk_again(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, "E1", "D1")
    page.reload()
    expect(page.locator("#moves li")).to_have_count(2)
    page.goto(f"/p/{PUBLISHED}")
    page.get_by_role("link", name="Continue where you left off").click()
    expect(page.locator("#moves li")).to_have_count(2)
    walk(page, "C1")


def test_hints_tell_more_five_times_and_another_step_begins_anew(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    for number in range(1, 6):
        page.locator("#hint").click()
        expect(page.locator("#hint-text li")).to_have_count(number)
    expect(page.locator("#hint")).to_have_text("No more hints")
    expect(page.locator("#hint-text li").nth(3)).to_have_text("Start on E1.")
    expect(page.locator("#hint-text li").last).to_contain_text("for 12 MP in all.")
    walk(page, "E1")
    expect(page.locator("#hint-text li")).to_have_count(0)
    expect(page.locator("#hint")).to_have_text("Hint")


def test_the_coach_warns_of_a_step_that_costs_mp_and_takes_it_back(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    page.get_by_role("group", name="Coach").get_by_text("Warn").click()
    walk(page, "E1", "E2")
    warning = page.locator("#warning")
    expect(warning).to_contain_text("E2: 13 MP in all")
    expect(warning).to_contain_text("E2 leads to 13 MP in all, 1 over the best, which is D1.")
    assert_accessible(page, 1280)
    warning.get_by_role("button", name="Take it back").click()
    expect(page.locator("#moves li")).to_have_count(1)
    expect(warning).to_be_hidden()
    walk(page, "D1")
    page.get_by_role("group", name="Coach").get_by_text("On", exact=True).click()
    expect(page.locator("#standing")).to_have_text("The best from here: 12 MP in all.")
    expect(warning).to_be_hidden()


def test_without_the_coach_nobody_comments_on_a_step(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, "E1", "E2", "E1")
    expect(page.locator("#warning")).to_be_hidden()
    expect(page.locator("#standing")).to_be_hidden()


def test_what_cannot_be_entered_says_by_which_rule(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, "E7")
    page.locator('#board .choice[data-move="D4"]').click(force=True)
    expect(page.locator("#refusal")).to_contain_text("D4 is blocked and no dynamite is at hand")
    assert page.locator("#refusal a").get_attribute("href") == "/rules/pyramid-puzzle#rule-6"
    assert walked(page) == ["E7"]


@pytest.mark.needs_server("people meet on a server")
def test_somebody_else_watches_and_can_walk_it_themselves(new_page: NewPage) -> None:
    walker, watcher = new_page(), new_page()
    walker.goto(f"/p/{PUBLISHED}")
    walker.locator("#name").fill("Ada")
    walk(walker, "E1")
    watcher.goto(walker.url)
    expect(watcher.locator("#watching")).to_contain_text("You are watching Ada.")
    expect(watcher.locator("#controls")).to_be_hidden()
    walk(walker, "D1")
    expect(watcher.locator("#moves li")).to_have_count(2)
    watcher.get_by_role("link", name="Walk it yourself").click()
    walk(watcher, "E2")


def test_a_step_pressed_twice_is_made_once(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    page.locator('#board .choice[data-move="E1"]').dblclick()
    expect(page.locator("#moves li")).to_have_count(1)
    walk(page, "D1")
    expect(page.locator("#refusal")).to_be_hidden()


def test_a_nickname_can_still_be_given_at_the_end(page: Page) -> None:
    page.goto("/puzzles/daily")
    walk(page, *best_walk(page, known(page, "daily")["code"]))
    expect(page.locator("#ended")).to_be_visible()
    page.locator("#name").fill("Late Ada")
    page.locator("#name").press("Enter")
    expect(page.locator("#results").get_by_text("Late Ada")).to_be_visible()


@pytest.mark.needs_server("people meet on a server")
def test_a_name_given_on_the_way_costs_no_step_and_watchers_learn_it(new_page: NewPage) -> None:
    walker, watcher = new_page(), new_page()
    walker.goto(f"/p/{PUBLISHED}")
    walk(walker, "E1")
    watcher.goto(walker.url)
    expect(watcher.locator("#walker")).to_have_text("Player 1")
    walker.locator("#name").fill("Ada")
    walk(walker, "D1")  # the field is left by this press: the name goes first, then the step
    expect(watcher.locator("#walker")).to_have_text("Ada")
    expect(watcher.locator("#moves li")).to_have_count(2)
    walker.reload()
    expect(walker.locator("#name")).to_have_value("Ada")
    walker.locator("#name").fill("@perfect")
    walker.locator("#name").press("Enter")
    expect(walker.locator("#refusal")).to_contain_text("are reserved for computer players")
    walker.reload()
    expect(walker.locator("#name")).to_have_value("Ada")


def test_a_puzzle_is_opened_from_its_layout_and_nonsense_is_refused(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_label("Puzzle code").fill("kC4.xB2")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#code")).to_have_text("pyramid-puzzle:kC4.xB2")
    page.goto("/puzzles")
    page.get_by_label("Puzzle code").fill(page.url.replace("/puzzles", "/p/pyramid-puzzle:kC4.xB3"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#code")).to_have_text("pyramid-puzzle:kC4.xB3")
    page.goto("/puzzles")
    page.get_by_label("Puzzle code").fill("kC4.kC5")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("exactly one key")
    expect(page.get_by_label("Puzzle code")).to_have_value("kC4.kC5")
    expect(page.get_by_label("Puzzle code")).to_be_focused()
    assert_accessible(page, 360)


@pytest.mark.needs_server("without JavaScript, static files can only say so")
def test_without_script_the_puzzle_its_par_and_the_rules_are_there(new_page: NewPage) -> None:
    page = new_page(script=False)
    page.goto(f"/p/{PUBLISHED}")
    assert page.locator(".par:visible strong").inner_text() == "12"
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Hatched tiles are blocked.")
    expect(page.locator("#controls")).to_be_hidden()
    page.goto("/puzzles")
    expect(page.get_by_role("link", name="Fiendish", exact=True)).to_be_visible()


# ------------------------------------------------------------ the editor


def put(page: Page, tool: str, *tiles: str) -> None:
    page.get_by_role("radio", name=tool).check()
    for tile in tiles:
        page.locator(f'#board .choice[data-move="{tile}"]').click()
        expect(page.locator(f'#board .choice[data-move="{tile}"]')).not_to_have_attribute(
            "aria-label", f"{tile}, empty"
        )


def test_the_editor_solves_a_layout_as_it_is_made(page: Page) -> None:
    page.goto("/puzzles/editor")
    expect(page.locator("#judged")).to_have_text("A puzzle needs a key: put one on a tile.")
    put(page, "Key", "C4")
    expect(page.locator("#judged")).to_contain_text("8 MP is the best there is")  # four steps inward
    put(page, "Blocked", "B2", "B3", "C2", "C6", "D4", "D15")
    put(page, "Ladder", "E24")
    put(page, "Dynamite", "D1")
    expect(page.locator("#judged")).to_contain_text("12 MP is the best there is")
    expect(page.locator("#code")).to_have_text(PUBLISHED)
    page.reload()
    expect(page.locator("#code")).to_have_text(PUBLISHED)
    page.get_by_role("link", name="Play it").click()
    page.wait_for_url(f"**/p/{PUBLISHED}")
    walk(page, *BEST)
    expect(page.locator("#ended-title")).to_have_text("Solved: 12 MP, the best there is.")


def test_the_editor_works_by_keys_alone(page: Page) -> None:
    page.goto("/puzzles/editor")
    page.get_by_role("radio", name="Nothing").focus()
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.move")
    page.keyboard.press("k")
    expect(page.locator("#code")).to_have_text(f"pyramid-puzzle:k{first}")
    expect(page.locator("#announce")).to_contain_text(f"{first}, the key")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.move")
    assert second != first
    page.keyboard.press("x")
    expect(page.locator("#code")).to_have_text(f"pyramid-puzzle:k{first}.x{second}")
    page.keyboard.press("Delete")
    expect(page.locator("#code")).to_have_text(f"pyramid-puzzle:k{first}")


def test_the_editor_undoes_clears_and_changes_levels(page: Page) -> None:
    page.goto(f"/puzzles/editor?code={PUBLISHED}")
    page.get_by_label("Levels").fill("3")
    page.keyboard.press("Enter")
    page.get_by_label("Levels").blur()
    expect(page.locator("#code")).to_have_text("pyramid-puzzle,levels=3:kC4.xB2.xB3.xC2.xC6")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#code")).to_have_text(PUBLISHED)
    page.get_by_role("button", name="Clear everything").click()
    expect(page.locator("#judged")).to_have_text("A puzzle needs a key: put one on a tile.")
    expect(page.get_by_role("button", name="Copy the link")).to_have_attribute("aria-disabled", "true")


# ------------------------------------------------------------ accessibility


def the_list(page: Page) -> None:
    page.goto("/puzzles")


def the_daily(page: Page) -> None:
    page.goto("/puzzles/daily")


def a_walk(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, "E1", "D1")
    page.locator("#hint").click()
    expect(page.locator("#hint-text li")).to_have_count(1)


def an_ended_walk(page: Page) -> None:
    page.goto(f"/p/{PUBLISHED}")
    walk(page, *DETOUR)
    expect(page.locator("#ended")).to_be_visible()


def the_editor(page: Page) -> None:
    page.goto(f"/puzzles/editor?code={PUBLISHED}")


@pytest.mark.parametrize("theme, width", [("light", 1440), ("dark", 360)])
@pytest.mark.parametrize(
    "show", [the_list, the_daily, a_walk, an_ended_walk, the_editor], ids=lambda show: show.__name__
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    new_page: NewPage, show: Callable[[Page], None], theme: str, width: int
) -> None:
    page = new_page(theme=theme, width=width)
    show(page)
    assert_accessible(page, width)
