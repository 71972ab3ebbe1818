"""The pyramid that can be walked on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree

import pytest

from fathom import games
from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.draw.plan import Plan, low_plan, narrow_plan, page_plan
from tests.conformance.drawing_laws import Element, choosable, classes, controls, drawn
from tests.games.playing import match_at, moves_at

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def marked(code: str, mark: str) -> list[str]:
    """The names of the tiles drawn with a class."""
    return names(drawn(match_at(code)), mark)


def names(root: Element, mark: str) -> list[str]:
    tiles = (g for g in root.iter() if {"tile", mark} <= set(classes(g)))
    return [text.text or "" for tile in tiles for text in tile if text.text]


def labels(code: str) -> dict[str, str]:
    return {c.attrib["data-move"]: c.attrib["aria-label"] for c in controls(drawn(match_at(code)))}


def test_a_walk_may_start_on_every_free_tile_of_the_base():
    assert choosable(drawn(match_at(PUBLISHED))) == [f"E{y}" for y in range(1, 33)]
    assert labels(PUBLISHED)["E24"] == "start on E24, the ladder"


def test_tiles_in_reach_say_their_way_and_their_cost():
    assert labels(f"{PUBLISHED}/E1") == {"E2": "E2, cw, 1 MP", "E32": "E32, ccw, 1 MP", "D1": "D1, in, 2 MP, dynamite"}


@pytest.mark.parametrize("levels", [2, 3, 4, 5, 6])
def test_names_grow_with_their_tiles(levels):
    root = drawn(match_at(f"pyramid-puzzle,levels={levels}:kB1"))
    names = {text.text: float(text.attrib["font-size"]) for text in root.iter() if "coordinate" in classes(text)}
    tile = min(float(part.attrib["width"]) for part in root.iter() if "face" in classes(part))
    assert names["B2"] >= tile / 3
    assert names["B1"] >= max(14, tile / 4)  # the key lies on B1; no letter is smaller than 14
    assert names["B2"] > names["B1"] or names["B2"] == names["B1"] == 14
    assert names["A1"] == names["B1"]


def test_a_dot_for_every_mp():
    tiles = {c.attrib["data-move"]: c for c in controls(drawn(match_at(f"{PUBLISHED}/E1")))}
    for layout in ("when-wide", "when-narrow", "when-low"):
        groups = {move: next(g for g in tile if layout in classes(g)) for move, tile in tiles.items()}
        dots = {move: sum("pip" in classes(part) for part in drawn) for move, drawn in groups.items()}
        assert dots == {"E2": 1, "E32": 1, "D1": 2}


def test_a_blocked_neighbour_says_why_it_is_closed():
    assert labels(f"{PUBLISHED}/E1.E32.E31.E30.E29")["D15"] == "D15 is blocked and no dynamite is at hand (rule 6)"


def test_the_peak_says_that_it_needs_the_key():
    assert labels("pyramid-puzzle,levels=2:kB1/B2")["A1"] == "A1 may be entered only with the key (rule 5)"


def test_clearing_from_afar_is_left_to_the_page():
    root = drawn(match_at(f"{PUBLISHED}/E1.D1.C1.B1"))
    assert "B2" in choosable(root)
    assert root.get("data-partial") == "true"
    assert drawn(match_at(f"{PUBLISHED}/E1")).get("data-partial") is None  # without a stick


@pytest.mark.parametrize("plan_for, columns, rows", [(narrow_plan, 7, 11), (low_plan, 11, 7)])
def test_on_a_phone_no_two_tiles_are_closer_than_a_column_or_a_row(
    plan_for: Callable[[Plan], Plan | None], columns: int, rows: int
):
    plan = plan_for(page_plan(5))
    assert plan
    assert (plan.width // plan.pitch, plan.height // plan.pitch) == (columns, rows)
    places = [plan.at(tile) for tile in pyramid(5).tiles]
    apart = [max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in combinations(places, 2)]
    assert min(apart) == pytest.approx(plan.pitch)
    assert len(set(places)) == 1 + 4 + 8 + 16 + 32
    # By the rulings numbers go clockwise from the bottom left corner.
    e1, e2, e17 = plan.at("E1"), plan.at("E2"), plan.at("E17")
    assert e1.x == e2.x == min(at.x for at in places)
    assert e1.y == max(at.y for at in places) > e2.y
    assert (e17.x, e17.y) == (max(at.x for at in places), min(at.y for at in places))


def test_the_peak_has_a_sign_of_its_own():
    (summit,) = [g for g in drawn(match_at(PUBLISHED)).iter() if "summit" in classes(g)]
    assert len(list(summit)) == 3


def test_things_are_shapes_until_they_are_taken():
    things = [g for g in drawn(match_at(PUBLISHED)).iter() if "thing" in classes(g)]
    assert len(things) == 3
    assert len([g for g in drawn(match_at(f"{PUBLISHED}/E1.D1")).iter() if "thing" in classes(g)]) == 2


def test_the_walker_the_trail_and_what_was_opened():
    code = f"{PUBLISHED}/E1.D1.C1.B1.B2.C4"
    assert marked(code, "here") == ["C4"]
    assert marked(code, "opened") == ["B2"]
    assert marked(code, "blocked") == ["B3", "C2", "C6", "D4", "D15"]
    assert marked(code, "walked") == ["B1", "B2", "C1", "C4", "D1", "E1"]


def test_a_tile_cleared_from_afar_is_the_last_move():
    assert marked(f"{PUBLISHED}/E1.D1.clear:D15", "last") == ["D1", "D15"]


def test_the_peak_reached_is_decisive():
    assert marked(f"{PUBLISHED}/E1.D1.C1.B1.B2.C4.B2.A1", "decisive") == ["A1"]


def test_a_walk_that_is_over_before_it_began():
    code = "pyramid-puzzle,levels=2:kB1.xB2.xB3.xB4"
    assert choosable(drawn(match_at(code))) == moves_at(code)


@pytest.mark.parametrize("levels", range(2, 11))
def test_every_pyramid_has_every_tile_once_and_large_enough(levels):
    code = f"pyramid-puzzle,levels={levels}:kB1"
    markup = games.room("pyramid-puzzle").draw(match_at(code))
    root = ElementTree.fromstring(markup)
    assert sorted(names(root, "tile")) == sorted(pyramid(levels).tiles)
    assert choosable(root) == moves_at(code)
    assert len(markup) < 1_000_000
    faces = [float(rect.attrib["width"]) for rect in root.iter() if "face" in classes(rect)]
    assert min(faces) >= 36


def test_a_large_pyramid_is_as_wide_as_it_needs():
    assert "wide" in classes(drawn(match_at("pyramid-puzzle,levels=6:kB1")))
    assert "wide" not in classes(drawn(match_at(PUBLISHED)))
