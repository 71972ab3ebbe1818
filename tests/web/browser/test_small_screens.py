"""Boards on every screen: targets for a finger, everything in view, and letters that can be read in any colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from fathom import games
from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import TWO_PLAYER_GAMES, a_legal_move, becomes_true, begin, click_move

PUZZLE = "/p/pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
FINGER = 44
#: What may be chosen, with its size in pixels: the smaller of its width and its height.
_TARGETS = """() => [...document.querySelectorAll("#board :is(.choice, .piece, .place):not(.illegal)")]
.map((control) => {
  const boxes = [...control.querySelectorAll(".room, .face")].map((part) => part.getBoundingClientRect());
  return [control.getAttribute("aria-label"), Math.max(...boxes.map(({ width, height }) => Math.min(width, height)))];
})"""
#: Every text on a drawing that is not about something inactive, with its contrast to what is painted below it.
_CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const isPainted = (shape) => {
    const { fill, fillOpacity } = getComputedStyle(shape);
    return fill !== "none" && fillOpacity === "1" && !/^rgba.*, 0\\)$/.test(fill) && shape.checkVisibility();
  };
  const frame = document.querySelector("#board");
  const parts = [...frame.querySelectorAll("rect, circle, path, text")];
  return parts.filter((part) => part.matches("text") && part.checkVisibility())
    .filter((text) => !text.closest(".gone, .illegal, .idle")).map((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      const middle = new DOMPoint(x + width / 2, y + height / 2);
      const below = parts.slice(0, parts.indexOf(text)).filter((shape) => !shape.matches("text") && isPainted(shape)
        && shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse()))).pop();
      const ground = below ? getComputedStyle(below).fill : getComputedStyle(frame).backgroundColor;
      return [text.textContent, contrast(getComputedStyle(text).fill, ground)];
    });
}"""


#: How many shapes of one size overlap, and the letters outside of the frame.
_MISPLACED = """() => {
  const boxes = (what) => [...document.querySelectorAll(`#board svg ${what}`)].filter((part) => part.checkVisibility())
    .map((part) => Object.assign(part.getBoundingClientRect(), { words: part.textContent })).filter((box) => box.width);
  const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const overlap = (one, other) => one !== other && Math.abs(one.width - other.width) < 0.3 * one.width
    && shared(one, other) > 0.1 * one.width * one.height;
  const faces = boxes(".face"), frame = document.querySelector("#board").getBoundingClientRect();
  const outside = boxes("text").filter((box) => box.right > frame.right || box.left < frame.left);
  return [faces.filter((one) => faces.some((other) => overlap(one, other))).length, outside.map((box) => box.words)];
}"""


def too_small(page: Page) -> list[str]:
    found: list[tuple[str, float]] = page.evaluate(_TARGETS)
    assert found
    return [f"{name}: {size:.1f}" for name, size in found if size < FINGER]


def press(page: Page, move: str, made: int) -> None:
    """Tap a tile, and wait for the step."""
    page.locator(f'#board [data-move="{move}"]').tap() if page.evaluate("navigator.maxTouchPoints") else page.locator(
        f'#board [data-move="{move}"]'
    ).click()
    expect(page.locator("#moves li")).to_have_count(made)


def assert_large_enough(page: Page) -> None:
    """Every target is large enough, once the board has been laid out."""
    assert becomes_true(page, lambda: too_small(page) == []), too_small(page)


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (390, 844), (740, 360), (844, 390)], ids=str)
def test_whatever_is_touched_on_a_phone_is_large_enough(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    for game in TWO_PLAYER_GAMES:
        begin(page, game, "same-screen")
        assert_large_enough(page)
        click_move(page, "6" if game == "range-war" else a_legal_move(page))  # 1 would end it
        expect(page.locator("#moves li")).to_have_count(1)
        assert_large_enough(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0]


def test_after_a_move_everything_on_a_phone_is_in_its_place(new_page: NewPage) -> None:
    page = new_page(width=360, height=740, motion=True)
    for code in ("range-war:6.4.9", "digit-dilemma:7L.3M.1M", "pocket-addition:6.9.2", "pyramid-challenge:3.5.4"):
        page.goto(f"/a/{code}")
        expect(page.locator("#board svg")).to_be_visible()
        becomes_true(page, lambda: page.evaluate(_MISPLACED) == [0, []])
        assert page.evaluate(_MISPLACED) == [0, []], code


@pytest.mark.parametrize("highest", ["12", "40"])
def test_more_numbers_are_large_enough_as_well(new_page: NewPage, highest: str) -> None:
    page = new_page(width=360)
    begin(page, "range-war", "same-screen", highest=highest)
    assert_large_enough(page)


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (390, 844), (740, 360), (844, 390)], ids=str)
def test_tiles_of_the_puzzle_are_large_enough(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(PUZZLE)
    expect(page.locator("#board:not(.at-rest)")).to_be_visible()
    assert_large_enough(page)
    press(page, "E1", 1)
    press(page, "D1", 2)
    assert_large_enough(page)


def walk_two_steps(page: Page) -> None:
    page.goto(PUZZLE)
    expect(page.locator("#board:not(.at-rest)")).to_be_visible()
    for made, move in enumerate(("E1", "D1"), 1):
        page.locator(f'#board [data-move="{move}"]').dispatch_event("click")
        expect(page.locator("#moves li")).to_have_count(made)


def out_of_view(page: Page, *parts: str) -> list[str]:
    """Those of the parts that are not completely in view."""
    assert page.viewport_size
    height, outside = page.viewport_size["height"], []
    for part in parts:
        box = page.locator(part).bounding_box()
        assert box, part
        if box["y"] < 0 or box["y"] + box["height"] > height:
            outside.append(f"{part}: {box}")
    return outside


@pytest.mark.parametrize("size", [(1366, 768), (320, 640), (360, 740), (390, 844), (740, 360), (844, 390)], ids=str)
def test_the_pyramid_and_its_counters_are_in_view_at_once(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    walk_two_steps(page)
    assert page.evaluate("scrollY") == 0
    assert out_of_view(page, "#now", "#happened", "#gauges .gauge >> nth=0", "#board svg") == []


@pytest.mark.parametrize("size", [(740, 360), (844, 390)], ids=str)
def test_the_pyramid_stays_when_a_phone_held_sideways_scrolls(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    walk_two_steps(page)
    assert out_of_view(page, ".gauge-row", "#controls", "#board svg") == []
    page.evaluate("scrollTo(0, 120)")
    assert page.evaluate("scrollY") == 120
    assert out_of_view(page, "#board svg", "#controls") == []


def test_the_counters_stay_when_the_smallest_phone_scrolls(new_page: NewPage) -> None:
    page = new_page(width=320)
    walk_two_steps(page)
    page.evaluate("scrollBy(0, 80)")
    assert out_of_view(page, ".gauge-row") == []


def test_how_a_puzzle_ended_is_in_view_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=360)
    page.goto(PUZZLE)
    for made, tile in enumerate(("E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1"), 1):
        press(page, tile, made)
    expect(page.locator("#ended-title")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Next puzzle")).to_be_in_viewport(ratio=1)


def test_a_pyramid_too_large_for_a_phone_is_a_map_that_follows_the_walker(new_page: NewPage) -> None:
    page = new_page(width=360)
    page.goto("/p/pyramid-puzzle,levels=6:kE19.lE13.xB4.xC1")
    expect(page.locator("#board:not(.at-rest)")).to_be_visible()
    assert_large_enough(page)
    for made, move in enumerate(("F40", "E20", "D10"), 1):
        page.locator(f'#board [data-move="{move}"]').dispatch_event("click")
        expect(page.locator("#moves li")).to_have_count(made)
        frame, tile = page.locator("#board").bounding_box(), page.locator("#board .tile.here").bounding_box()
        assert frame
        assert tile
        assert frame["x"] <= tile["x"] <= frame["x"] + frame["width"] - tile["width"]
        assert frame["y"] <= tile["y"] <= frame["y"] + frame["height"] - tile["height"]
        assert out_of_view(page, "#now", "#gauges .gauge >> nth=0", "#board") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_coordinates_can_be_hidden(new_page: NewPage) -> None:
    page = new_page()
    page.goto(PUZZLE)
    expect(page.locator("#board .coordinate").first).to_be_visible()
    page.evaluate("localStorage.setItem('fathom.coordinates', 'off')")
    page.reload()
    expect(page.locator("#board .coordinate").first).to_be_hidden()


def test_what_lies_on_the_pyramid_differs_by_shape(page: Page) -> None:
    page.goto(PUZZLE)
    kinds = ("thing-k", "thing-l", "thing-d", "summit")
    drawn = [
        page.locator(f"#board .{kind}").first.evaluate("part => part.innerHTML.replace(/[\\d.-]+/g, '')")
        for kind in kinds
    ]
    assert len(set(drawn)) == len(kinds)


@pytest.mark.parametrize("look", ["light", "dark", "forced"])
def test_letters_on_every_board_can_be_read(new_page: NewPage, look: str) -> None:
    page = new_page(theme="dark" if look == "dark" else "light", forced_colours=look == "forced")
    codes = ["range-war:6.4.9", "range-war:6.4.9.8.10.7", "pocket-addition:6.9.3", "pocket-addition:6.9.8.2.1"]
    codes += ["digit-dilemma:7L.3M.1R", "pyramid-challenge:4.3.5.2.1.6.9", PUZZLE.removeprefix("/p/") + "/E1.D1.C1"]
    for code in codes:
        page.goto(f"/a/{code}")
        expect(page.locator("#board svg")).to_be_visible()
        found: list[tuple[str, float]] = page.evaluate(_CONTRASTS)
        assert found
        assert [f"{text}: {ratio:.2f}" for text, ratio in found if ratio < 4.5] == [], code


def test_the_walker_moves_to_its_tile(new_page: NewPage) -> None:
    page = new_page(motion=True)
    page.add_init_script("""{
      const usual = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        window.moved = [this.getAttribute("class"), given[0][0].transform];
        return usual.apply(this, given);
      };
    }""")
    page.goto(PUZZLE)
    press(page, "E1", 1)
    press(page, "E2", 2)
    kind, start = page.evaluate("window.moved")
    assert kind == "walker"
    assert start.startswith("translate(")


@pytest.mark.parametrize("motion", [True, False])
def test_verdicts_stand_on_their_choices_on_a_phone(new_page: NewPage, motion: bool) -> None:
    """With less motion, a transition of a hundredth of a millisecond once kept every choice in its old place."""
    page = new_page(width=360, motion=motion)
    page.goto("/a/digit-dilemma:7L.3M.1R")
    expect(page.locator(".badge-on-board")).to_have_count(7)
    far = """() => [...document.querySelectorAll("#board .piece:not(.illegal) .face")].filter((face) => {
      const { right, top } = face.getBoundingClientRect();
      return ![...document.querySelectorAll(".badge-on-board")].some((badge) => {
        const box = badge.getBoundingClientRect();
        return Math.abs(box.x + box.width / 2 - right) < 20 && Math.abs(box.y + box.height / 2 - top) < 20;
      });
    }).length"""
    assert becomes_true(page, lambda: page.evaluate(far) == 0)


#: What can be pressed outside of a board, links in running text aside, with its height in pixels.
_CONTROLS = """() => [...document.querySelectorAll("button, summary, .button, .segmented label")]
  .concat([...document.querySelectorAll(":is(nav, .game-card-foot, .moves-list) a")])
  .filter((control) => control.checkVisibility() && !control.closest(".crumbs"))
  .map((control) => [control.textContent.trim(), control.getBoundingClientRect().height])"""


@pytest.mark.parametrize(
    "path", ["/", "/play/range-war", "/ladder", "/settings", "/a/range-war:6.4.9", "/drills", PUZZLE, "/puzzles/editor"]
)
def test_controls_around_a_board_are_large_enough(new_page: NewPage, path: str) -> None:
    page = new_page(width=320)
    page.goto(path)
    page.locator("details.customise").evaluate_all("all => all.forEach(details => details.open = true)")
    found: list[tuple[str, float]] = page.evaluate(_CONTROLS)
    assert found
    assert [f"{name}: {height:.1f}" for name, height in found if height < FINGER] == []


def test_tiles_of_the_editor_are_large_enough(new_page: NewPage) -> None:
    page = new_page(width=320)
    page.goto("/puzzles/editor?code=" + PUZZLE.removeprefix("/p/"))
    expect(page.get_by_text("Arrow keys move")).to_be_hidden()  # a finger has none
    assert_large_enough(page)
    page.locator('#board [data-move="E1"]').tap()
    expect(page.locator('#board [data-move="E1"]')).to_have_attribute("aria-label", "E1, the key")
    assert_large_enough(page)


#: The parts of a page that have to be moved sideways to be read, but for rows of links.
_SIDEWAYS = """() => [...document.querySelectorAll("main *")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === "auto")
  .map((part) => part.className || part.tagName)"""


def test_finished_games_and_options_are_read_without_moving_sideways(new_page: NewPage) -> None:
    page = new_page(width=320)
    begin(page, "range-war", "@casual")
    click_move(page, "1")
    expect(page.locator("#rematch")).to_be_visible()
    page.goto("/history")
    row = page.get_by_role("row", name="Range War")
    expect(row.last.get_by_role("cell", name="Casual")).to_be_visible()
    review = row.last.get_by_role("link", name="Review").bounding_box()
    assert review
    assert review["height"] >= FINGER
    assert page.evaluate(_SIDEWAYS) == []
    page.goto("/rules/digit-dilemma")
    expect(page.get_by_text("or unqualified; allowed by default")).to_be_visible()
    assert page.evaluate(_SIDEWAYS) == []


def test_a_long_verdict_of_a_review_fits_the_narrowest_phone(new_page: NewPage) -> None:
    page = new_page(width=320)
    begin(page, "range-war", "same-screen")
    for number, move in enumerate(("5", "2", "6", "3", "10", "7", "8", "4", "9", "1"), 1):
        click_move(page, move)
        expect(page.locator("#moves li")).to_have_count(number)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".verdict", has_text="later than needed").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_board_of_a_review_is_laid_out_for_a_phone_at_once(new_page: NewPage) -> None:
    page = new_page(width=320)
    begin(page, "range-war", "same-screen")
    click_move(page, "1")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator("#board svg.narrow .face").first).to_be_visible()
    numbers = page.locator("#board .claimed .face, #board .idle .face").evaluate_all(
        "faces => faces.map(face => face.getBoundingClientRect().width)"
    )
    assert len(numbers) == 10
    assert min(numbers) > 40  # 13 pixels when they were in one row


def test_every_part_of_the_app_can_be_reached_on_a_phone_without_moving_sideways(new_page: NewPage) -> None:
    page = new_page(width=320)
    page.goto("/")
    links = page.locator(".site-nav a")
    assert [box["width"] for link in links.all() if (box := link.bounding_box()) and box["width"] < FINGER] == []
    page.goto(PUZZLE)
    for link in page.locator(".site-nav a").all():
        expect(link).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("path", [*(f"/rules/{name}" for name in games.ROOMS), "/teach/range-war"])
def test_drawings_of_the_rules_use_the_width_of_a_phone(new_page: NewPage, path: str) -> None:
    for width in (320, 390):
        page = new_page(width=width)
        page.goto(path)
        drawn = page.locator(".example svg.board").evaluate_all(
            "all => all.map(svg => svg.getBoundingClientRect().width)"
        )
        assert drawn
        assert min(drawn) > 0.85 * width  # two thirds when they began beside the number of the rule
        assert page.evaluate(_SIDEWAYS) == []


def test_the_game_that_is_being_chosen_is_in_view_among_the_others(new_page: NewPage) -> None:
    page = new_page(width=320)
    for game in TWO_PLAYER_GAMES:
        page.goto(f"/play/{game}")
        expect(page.locator(".game-tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_the_name_of_a_tile_is_clear_of_what_lies_there(page: Page) -> None:
    page.goto(f"{PUZZLE}/E1.D1")
    expect(page.locator("#board .walker")).to_be_visible()
    gaps: dict[str, float] = page.locator("#board .tile:has(:is(.thing, .summit, .walker))").evaluate_all(
        """tiles => Object.fromEntries(tiles.map((tile) => {
          const text = tile.querySelector("text");
          const sign = tile.querySelector(".thing, .summit, .walker");
          return [text.textContent, sign.getBBox().y - Number(text.getAttribute("y"))];
        }))"""
    )
    assert gaps.keys() == {"A1", "C4", "D1", "E24"}
    assert {name: gap for name, gap in gaps.items() if gap < 2} == {}
