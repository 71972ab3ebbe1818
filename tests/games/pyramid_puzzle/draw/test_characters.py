"""A route on the pyramid in plain characters, and the list of its steps."""

from __future__ import annotations

import re

import pytest

from fathom.errors import IllegalMove, UnreadableRoute
from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.draw.characters import pyramid_lines, step_lines, walk_lines
from fathom.games.pyramid_puzzle.draw.geometry import place
from fathom.games.pyramid_puzzle.draw.links import link_strokes
from fathom.games.pyramid_puzzle.rules import Move
from fathom.games.pyramid_puzzle.scenario.route import read_route
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, number_visits, route_moves, walk_from
from fathom.show.canvas import Canvas
from fathom.terminal.screen import TerminalCanvas
from tests.games.playing import Paper, drawing, position_at

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
ROUTE = "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
#: Up and down on the base forever.
TO_AND_FRO = "|".join(["E9", "E10"] * 300)


def walk(route: str = ROUTE, code: str = PUBLISHED) -> list[WalkedMove]:
    start = position_at(code)
    return walk_from(start, route_moves(start, read_route(route)))


def drawn(route: str, canvas: Canvas, code: str = PUBLISHED) -> str:
    return "\n".join(walk_lines(position_at(code), walk(route, code), canvas))


def test_a_route_is_numbered_on_the_pyramid_and_told_below():
    assert walk_lines(position_at(PUBLISHED), walk(), Paper()) == drawing("""
        E9      E10     E11     E12     E13     E14     E15     E16     E17

        E8      D5          D6          D7          D8          D9      E18

        E7              C3              C4:k=7          C5              E19
                D4:x                                            D10
        E6                      B2:x=5,6,8      B3:x                    E20

        E5      D3      C2:x            A1=9            C6:x    D11     E21

        E4                      B1=4            B4                      E22
                D2                                              D12
        E3              C1=3            C8              C7              E23

        E2      D1:d=2      D16         D15:x       D14         D13     E24:l

        E1=1    E32     E31     E30     E29     E28     E27     E26     E25

        =5 move 5 of the route  k key  l ladder  d dynamite  x blocked  o opened

        1. E1 +0 = 0 (start)          6. B2 +1 = 7
        2. D1 +2 = 2 (dynamite)       7. C4 +1 = 8 (key)
        3. C1 +2 = 4                  8. B2 +2 = 10
        4. B1 +2 = 6                  9. A1 +2 = 12
        5. clear:B2 +0 = 6 (opened)
    """)


def test_entering_a_blocked_tile_says_that_it_is_opened():
    assert str(walk("E1|D1|D16|D15")[-1]) == "4. D15 +1 = 4 (opened)"


def test_a_start_on_something_says_both():
    assert [str(leg) for leg in walk("E24|D12")] == ["1. E24 +0 = 0 (start, ladder)", "2. D12 +1 = 1"]


def test_where_there_is_little_room_the_marks_get_shorter():
    shown = drawn("E17|E18|E17|E18|E17|E18|E17|E18|E17|E18|E17|E16|E15|E16|E15|E16|E17", Paper())
    assert "E16=12+ " in shown
    assert "E17=1+" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_mark_that_does_not_fit_at_all_is_a_plus():
    assert "E10=+" in drawn(f"{'|'.join(['E9', 'E8'] * 5000)}|E9|E10|E11|E10", Paper())


@pytest.mark.parametrize("width", [20, 40, 69, 71, 80, 200])
@pytest.mark.parametrize("route", [ROUTE, TO_AND_FRO], ids=["published", "to and fro"])
def test_a_route_fits_its_window(width, route):
    fitting = [line for line in drawn(route, Paper(width)).splitlines() if "=" not in line or "+" not in line]
    assert max(map(len, fitting)) <= max(width, len("5. clear:B2 +0 = 6 (opened)"))


def test_every_tile_is_still_drawn_once_under_a_route():
    names = re.findall(r"\b[A-E]\d+", drawn(ROUTE, Paper()).split("\n\n=5")[0])
    assert sorted(names) == sorted(pyramid(5).tiles)


def test_colour_adds_nothing_that_is_not_there_without_it():
    coloured, plain = drawn(ROUTE, TerminalCanvas(80, colour=True)), drawn(ROUTE, TerminalCanvas(80, colour=False))
    assert coloured != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_a_long_walk_is_told_in_part():
    assert step_lines(walk(TO_AND_FRO), Paper())[-1] == "... and 400 more."


def test_no_walk_has_no_steps():
    assert step_lines([], Paper()) == []


def test_visits_count_every_move_that_names_a_tile():
    assert number_visits(walk())["B2"] == [5, 6, 8]


def test_a_route_from_mid_play_begins_where_the_walker_stands():
    start = position_at(f"{PUBLISHED}/E1.D1")
    legs = walk_from(start, route_moves(start, read_route("D1:dynamite|C1|B1")))
    assert [str(leg) for leg in legs] == ["1. C1 +2 = 4", "2. B1 +2 = 6"]


def test_a_step_that_breaks_a_rule_is_named():
    with pytest.raises(UnreadableRoute, match=r"^Step 2 cannot be walked: No path leads from E1 to C1 .*\(rule 2\)\.$"):
        route_moves(position_at(PUBLISHED), read_route("E1|C1"))


def test_a_walk_by_moves_breaks_no_rule_either():
    with pytest.raises(IllegalMove):
        walk_from(position_at(PUBLISHED), [Move("E1"), Move("C1")])


def test_in_a_window_levels_are_squares_and_steps_up_are_strokes():
    lines = pyramid_lines(position_at("pyramid-puzzle,levels=3:kB3.lC3.dC2.xB2"), TerminalCanvas(80, colour=False))
    assert lines == drawing(r"""
        C3:H------------C4--------------C5
         |   \       /               /   |
         |      B2:#------------B3:K     |
         |       |   \       /   |   \   |
        C2:!     |      A1       |      C6
         |   \   |   /       \   |       |
         |      B1--------------B4       |
         |   /               /       \   |
        C1--------------C8--------------C7
    """)


def test_every_link_has_a_stroke_of_its_own():
    places = {tile: place(tile, 5, 8, 2) for tile in pyramid(5).tiles}
    strokes = link_strokes(5, places)
    for tile, paths in pyramid(5).paths.items():
        for path in paths:
            (x, y), (to_x, to_y) = places[tile], places[path.to]
            rows = range(min(y, to_y), max(y, to_y) + 1)
            columns = range(min(x, to_x), max(x, to_x) + 2)
            assert any(column in strokes.get(row, {}) for row in rows for column in columns), (tile, path.to)


def test_things_differ_in_shape_without_colour_and_in_colour_too():
    position = position_at("pyramid-puzzle:kC4.lE24.dD1.xB2")
    plain = "\n".join(pyramid_lines(position, TerminalCanvas(80, colour=False)))
    assert all(mark in plain for mark in ("C4:K", "E24:H", "D1:!", "B2:#"))
    coloured = "\n".join(pyramid_lines(position, TerminalCanvas(80, colour=True)))
    marks = ("C4:K", "E24:H", "D1:!", "B2:#")
    styles = [found[1] for mark in marks if (found := re.search(rf"\x1b\[([0-9;]+)m{re.escape(mark)}", coloured))]
    assert len(styles) == len(marks)
    assert len(set(styles)) == len(styles)
