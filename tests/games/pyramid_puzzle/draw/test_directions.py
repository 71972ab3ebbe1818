"""Directions instead of tiles: checked against the drawing of the rule page, where clockwise is one number up."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import IllegalMove, UnreadableMove
from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.draw.directions import direction_to, ways_from
from fathom.games.pyramid_puzzle.draw.geometry import place
from fathom.show.canvas import Canvas
from tests.games.playing import Window, match_at, position_at

TEXT = games.room("pyramid-puzzle").text
OPEN = "pyramid-puzzle:kC4"


def answered(walk: str, typed: str) -> str | None:
    return TEXT.answer(match_at(f"{OPEN}/{walk}"), [typed])


@pytest.mark.parametrize(
    "walk, typed, tile",
    [
        *(("E1", "cw", "E2"), ("E1", "ccw", "E32"), ("E1", "in", "D1"), ("E32", "cw", "E1")),
        *(("E1.D1", "out-left", "E1"), ("E1.D1", "out-right", "E2"), ("E32.D16.D1.D16", "cw", "D1")),
        *(("E1.D1.C1.B1", "cw", "B2"), ("E1.D1.C1.B1", "ccw", "B4"), ("E1.D1.C1.B1", "out-right", "C2")),
        ("E1.D1.C1.B1", "in", "A1"),
    ],
)
def test_each_direction_leads_to_its_tile(walk, typed, tile):
    assert answered(walk, typed) == tile


@pytest.mark.parametrize(
    "typed, tile",
    [
        *(("c", "D4"), ("CW", "D4"), ("Clockwise", "D4"), ("cc", "D2"), ("counter-clockwise", "D2"), ("i", "C2")),
        *(("inward", "C2"), ("ol", "E5"), ("out left", "E5"), ("OUT  RIGHT", "E6"), ("or", "E6"), (" in ", "C2")),
    ],
)
def test_there_are_short_and_long_spellings(typed, tile):
    assert answered("E5.D3", typed) == tile


@pytest.mark.parametrize("typed", ["D4", "d4", "clear:B2", "sideways", "", "５"])
def test_other_words_are_left_to_the_rules(typed):
    assert answered("E5.D3", typed) == typed


def test_out_alone_has_two_meanings():
    with pytest.raises(UnreadableMove, match=r"two ways out: out-left \(ol\) and out-right \(or\)"):
        answered("E5.D3", "out")


def test_a_direction_needs_a_start():
    with pytest.raises(UnreadableMove, match="choose where to start first"):
        TEXT.answer(match_at(OPEN), ["cw"])


def test_there_is_no_way_out_from_the_base():
    with pytest.raises(IllegalMove, match=r"No path leads out-left from E5, which is on the base \(rule 2\)\. Allowed"):
        answered("E5", "ol")


@pytest.mark.parametrize("levels", range(2, 8))
def test_every_path_has_one_direction_of_its_own(levels):
    board = pyramid(levels)
    for tile in board.tiles[1:]:
        ways = ways_from(tile, levels)
        assert sorted(ways.values()) == sorted(path.to for path in board.paths[tile])


@pytest.mark.parametrize("levels", [3, 5])
def test_clockwise_is_clockwise_in_the_drawing(levels):
    """The cross product of the way from the middle and the step is positive, with y growing downwards."""
    middle = (levels - 1) * 64
    for tile in pyramid(levels).tiles[1:]:
        x, y = place(tile, levels, 64, 64)
        there_x, there_y = place(ways_from(tile, levels)["cw"], levels, 64, 64)
        assert (x - middle) * (there_y - y) - (y - middle) * (there_x - x) > 0


def test_the_direction_of_a_neighbour_is_known():
    assert direction_to(position_at(f"{OPEN}/E5.D3"), "E6") == "out-right"
    assert direction_to(position_at(f"{OPEN}/E5"), "A1") == ""
    assert direction_to(position_at(OPEN), "E5") == ""


def test_in_a_window_a_turn_names_directions_and_mp():
    said = TEXT.turn(match_at(f"{OPEN}/E5.D3"), Window(200))[-1]
    assert said == ("Ways (MP): D4 cw 1, D2 ccw 1, C2 in 2, E5 out-left 1, E6 out-right 1.")


def test_every_move_can_be_listed_with_its_direction():
    match = match_at("pyramid-puzzle:kC4.dE5.xE6.xB2/E5")
    assert TEXT.ways(match) == [
        "E6 (cw, 1 MP, opening it)",
        "E4 (ccw, 1 MP)",
        "D3 (in, 2 MP)",
        "clear:B2 (0 MP)",
        "clear:E6 (0 MP)",
    ]


def test_the_help_explains_them():
    for word in ("cw (or c)", "ccw (cc)", "in (i)", "out-left (ol)", "out-right (or)"):
        assert word in TEXT.typing(match_at(OPEN), Canvas())
