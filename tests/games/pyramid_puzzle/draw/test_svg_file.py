"""The pyramid as SVG: valid, stand-alone, told in words, and clear without colour."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.draw.arrows import draw_arrows
from fathom.games.pyramid_puzzle.draw.plan import paper_plan
from fathom.games.pyramid_puzzle.draw.svg_file import write_svg_element, write_svg_file
from fathom.games.pyramid_puzzle.draw.things import describe
from fathom.games.pyramid_puzzle.scenario.route import read_route
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, route_moves, walk_from
from tests.games.playing import position_at

NAMESPACE = "{http://www.w3.org/2000/svg}"
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
ROUTE = "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
HOSTILE = "</title><script>alert('x')</script>&amp;\"]]>\x00\x1b[31m\u202e"


def walk(route: str = ROUTE, code: str = PUBLISHED) -> list[WalkedMove]:
    start = position_at(code)
    return walk_from(start, route_moves(start, read_route(route)))


def picture(at: str = PUBLISHED, route: str | None = None, **more: str) -> ElementTree.Element:
    return ElementTree.fromstring(write_svg_file(position_at(at), walk(route, at) if route else [], **more))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{NAMESPACE}text")]


def fills(root: ElementTree.Element) -> set[str]:
    return {value for element in root.iter() for name, value in element.items() if name in {"fill", "stroke"}}


@pytest.mark.parametrize("levels", range(2, 11))
def test_every_tile_of_any_pyramid_is_named_once(levels):
    root = picture(f"pyramid-puzzle,levels={levels}:kB1", title="T")
    named = [text for text in texts(root) if re.fullmatch(r"[A-J]\d+", text)]
    assert sorted(named) == sorted(pyramid(levels).tiles)


@pytest.mark.parametrize("levels", range(2, 11))
def test_tiles_never_overlap(levels):
    plan = paper_plan(levels)
    for level in {tile[0] for tile in pyramid(levels).tiles}:
        ring = [tile for tile in pyramid(levels).tiles if tile[0] == level]
        for a, b in pairwise([*ring, ring[0]] if len(ring) > 1 else []):
            (ax, ay), (bx, by) = plan.at(a), plan.at(b)
            assert max(abs(ax - bx), abs(ay - by)) > plan.tile_size(a)


def test_e1_is_bottom_left_and_numbers_go_clockwise():
    plan = paper_plan(5)
    e1, e9, e17, e25 = (plan.at(tile) for tile in ("E1", "E9", "E17", "E25"))
    assert e1.x == e9.x < e17.x == e25.x
    assert e9.y == e17.y < e25.y == e1.y  # y grows downwards


@pytest.mark.parametrize("code", [PUBLISHED, f"{PUBLISHED}/E1.D1.clear:D4.D2", "pyramid-puzzle,levels=2:kB1"])
def test_it_says_in_words_what_it_shows(code):
    root = picture(code, title="One & only")
    assert (root[0].tag, root[0].text) == (f"{NAMESPACE}title", "One & only")
    assert root[1].tag == f"{NAMESPACE}desc"
    assert root[1].text == describe(position_at(code))
    assert root.get("role") == "img"


def test_the_words_name_every_thing_and_every_step():
    assert describe(position_at(f"{PUBLISHED}/E1.D1.clear:D4.D2")) == (
        "A pyramid of 5 levels seen from above; key: C4; ladder: E24; blocked: B2, B3, C2, C6, D15; opened: D4; "
        "the walker stands on D2 after 3 MP."
    )
    assert "The route: 1. E1 +0 = 0 (start); 2. D1 +2 = 2 (dynamite);" in describe(position_at(PUBLISHED), walk())


def test_it_stands_alone():
    content = write_svg_file(position_at(PUBLISHED), walk(), code=PUBLISHED)
    assert content.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg')
    assert re.findall(r"https?://[^\"]*", content) == ["http://www.w3.org/2000/svg"]
    for word in ("<script", "href", "url(", "@import", "<style", " id=", "<image", "foreignObject"):
        assert word not in content


def test_whatever_a_title_holds_stays_text():
    root = picture(title=HOSTILE, code=HOSTILE)
    assert not list(root.iter(f"{NAMESPACE}script"))
    assert "<script>alert('x')</script>" in (root[0].text or "")
    assert "\x1b" not in (root[0].text or "")


def test_a_route_has_an_arrow_and_its_mp_for_every_step_and_numbers_on_its_tiles():
    bare, shown = picture(title="T"), picture(route=ROUTE, title="T")
    red = [text.text for text in shown.iter(f"{NAMESPACE}text") if text.get("fill") == "#b3001b"]
    assert red == ["2", "2", "2", "1", "1", "2", "2"]  # the seven steps after the start
    assert set(texts(shown)) - set(texts(bare)) >= {"1", "2", "3", "4", "5·6·8", "7", "9"}


def test_a_path_walked_both_ways_has_two_lanes():
    drawn = list(draw_arrows(paper_plan(5), walk()))
    there, back = [arrow for arrow, leg in zip(drawn, _steps(), strict=True) if leg in {("B2", "C4"), ("C4", "B2")}]
    assert there.split("</")[0] != back.split("</")[0]
    assert len(set(drawn)) == 7


def _steps() -> list[tuple[str | None, str]]:
    return [(leg.before.tile, leg.move.tile) for leg in walk() if leg.before.tile and not leg.move.clears]


def test_a_tile_crossed_often_shows_its_first_moves_and_its_last():
    assert "1·3·5·…·11" in texts(picture(route="|".join(["E9", "E10"] * 6)))


def test_a_very_long_walk_is_listed_in_part():
    assert "… and 480 more moves" in texts(picture(route="|".join(["E9", "E10"] * 300)))


def test_things_are_told_apart_without_colour():
    """Black, white and greys only; an opened tile is dashed, and a route adds one dark colour."""
    assert fills(picture(f"{PUBLISHED}/E1.D1.clear:D4.D2")) <= {"#000", "#fff", "none", "#9a9a9a", "#c4c4c4", "#f3f3f3"}
    assert fills(picture(route=ROUTE)) - fills(picture()) == {"#b3001b"}
    assert "stroke-dasharray" in write_svg_file(position_at(f"{PUBLISHED}/E1.D1.clear:D4.D2"))


def test_the_legend_names_what_is_there_and_nothing_else():
    assert {"key", "blocked"} <= set(texts(picture("pyramid-puzzle:kC4.xB2")))
    assert not {"ladder", "dynamite", "opened", "you", "move, MP"} & set(texts(picture("pyramid-puzzle:kC4.xB2")))


def test_a_long_code_is_broken_into_lines_that_fit():
    code = "pyramid-puzzle:" + ".".join(["kC4", *(f"xE{y}" for y in range(1, 32))])
    shown = [text for text in texts(picture(code, code=code)) if "x" in text and "." in text]
    assert "".join(shown) == code
    assert len(shown) > 1


def test_a_picture_inside_a_page_has_no_declaration():
    content = write_svg_element(position_at(PUBLISHED), walk(), "Puzzle 1")
    assert content.startswith("<svg ")
    ElementTree.fromstring(content)
