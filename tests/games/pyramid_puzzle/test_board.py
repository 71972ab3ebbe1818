"""The pyramid: its tiles, how they join, and what may lie on them."""

from __future__ import annotations

import pytest

from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import (
    AROUND,
    INWARD,
    OUTWARD,
    Tile,
    make_layout,
    pyramid,
    read_layout,
    read_tile,
    size_of,
    split,
)
from fathom.games.pyramid_puzzle.rules import PUBLISHED, Options


def neighbours(tile: Tile, kind: str, levels: int = 5) -> list[Tile]:
    return [path.to for path in pyramid(levels).paths[tile] if path.kind == kind]


@pytest.mark.rule("pyramid-puzzle:1")
def test_the_levels_have_1_4_8_16_and_32_tiles_and_each_further_one_twice_as_many():
    assert [size_of(level) for level in range(1, 11)] == [1, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


@pytest.mark.rule("pyramid-puzzle:1")
def test_tiles_are_named_by_level_and_number():
    tiles = pyramid(5).tiles
    assert len(tiles) == 61
    assert tiles[:6] == ("A1", "B1", "B2", "B3", "B4", "C1")
    assert tiles[-1] == "E32"
    assert split("C4") == (3, 4)


@pytest.mark.rule("pyramid-puzzle:1")
@pytest.mark.parametrize(
    "level, corners", [("E", (1, 9, 17, 25)), ("D", (1, 5, 9, 13)), ("C", (1, 3, 5, 7)), ("B", (1, 2, 3, 4))]
)
def test_going_clockwise_from_corner_to_corner_takes_a_quarter_of_the_level(level, corners):
    quarter = size_of("ABCDE".index(level) + 1) // 4
    for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
        tile = f"{level}{corner}"
        for _ in range(quarter):
            tile = neighbours(tile, AROUND)[0]
        assert tile == f"{level}{following}"


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize("tile, clockwise, back", [("C3", "C4", "C2"), ("C7", "C8", "C6"), ("E20", "E21", "E19")])
def test_around_goes_one_number_up_or_down(tile, clockwise, back):
    assert neighbours(tile, AROUND) == [clockwise, back]


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize("first, last", [("B1", "B4"), ("C1", "C8"), ("D1", "D16"), ("E1", "E32")])
def test_the_last_number_and_1_are_neighbours(first, last):
    assert neighbours(first, AROUND)[1] == last
    assert neighbours(last, AROUND)[0] == first


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize(
    "tile, above", [("E5", "D3"), ("E6", "D3"), ("E1", "D1"), ("E32", "D16"), ("D7", "C4"), ("D8", "C4"), ("C3", "B2")]
)
def test_inward_goes_to_the_tile_that_rests_on_it(tile, above):
    assert neighbours(tile, INWARD) == [above]


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize(
    "tile, below", [("C3", ["D5", "D6"]), ("B1", ["C1", "C2"]), ("B4", ["C7", "C8"]), ("D16", ["E31", "E32"])]
)
def test_outward_goes_to_one_of_the_two_tiles_below(tile, below):
    assert neighbours(tile, OUTWARD) == below


@pytest.mark.rule("pyramid-puzzle:2")
def test_the_peak_joins_every_b_tile_and_nothing_else():
    assert neighbours("A1", OUTWARD) == ["B1", "B2", "B3", "B4"]
    assert len(pyramid(5).paths["A1"]) == 4
    assert all(neighbours(f"B{y}", INWARD) == ["A1"] for y in range(1, 5))


@pytest.mark.rule("pyramid-puzzle:2")
def test_nothing_lies_outward_of_the_base():
    assert all(neighbours(tile, OUTWARD) == [] for tile in pyramid(5).base)
    assert neighbours("E1", OUTWARD, levels=6) == ["F1", "F2"]


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize("levels", range(2, 11))
def test_every_path_can_be_walked_back(levels):
    opposite = {AROUND: AROUND, INWARD: OUTWARD, OUTWARD: INWARD}
    paths = pyramid(levels).paths
    back = {(path.to, tile, opposite[path.kind]) for tile in paths for path in paths[tile]}
    assert back == {(tile, path.to, path.kind) for tile in paths for path in paths[tile]}


@pytest.mark.rule("pyramid-puzzle:3")
@pytest.mark.parametrize("levels, base", [(2, ("B1", "B2", "B3", "B4")), (5, tuple(f"E{y}" for y in range(1, 33)))])
def test_the_base_is_the_lowest_level(levels, base):
    assert pyramid(levels).base == base


@pytest.mark.parametrize("text, tile", [("C4", "C4"), (" c4 ", "C4"), ("J1024", "J1024"), ("a1", "A1")])
def test_a_tile_may_be_spelled_in_any_case(text, tile):
    assert read_tile(text) == tile


@pytest.mark.parametrize(
    "text", ["", "C", "4", "4C", "C04", "C0", "K1", "C-1", "C 4", "C٤", "CC4", "C4x", "C" + "1" * 10]
)
def test_text_that_is_no_tile_is_not_read_as_one(text):
    assert read_tile(text) is None


def test_a_layout_is_written_in_one_order_however_it_was_given():
    layout = read_layout("xB3.dE7.XB2.lE24.dd1.kc4")
    assert str(layout) == "kC4.lE24.dD1.dE7.xB2.xB3"
    assert read_layout(str(layout)) == layout


def test_the_published_layout_is_that_of_the_rulings():
    assert PUBLISHED.key == "C4"
    assert PUBLISHED.ladder == "E24"
    assert PUBLISHED.dynamite == ("D1",)
    assert PUBLISHED.blocked == ("B2", "B3", "C2", "C6", "D4", "D15")


@pytest.mark.parametrize("layout", ["kC4", "kC4.lE24", "kC4.dD1.dD2.dD3", "kC4.xB1.xB2.xB3.xB4"])
def test_only_the_key_must_be_there(layout):
    assert str(Options(layout=read_layout(layout)).layout) == layout


@pytest.mark.rule("pyramid-puzzle:7")
@pytest.mark.parametrize(
    "layout, said",
    [
        ("lE24", "A layout has exactly one key, not 0 (rule 7)."),
        ("kC4.kC5", "A layout has exactly one key, not 2 (rule 7)."),
        ("kC4.lE1.lE2", "A layout has one ladder at most, not 2 (rule 7)."),
    ],
)
def test_a_layout_has_one_key_and_one_ladder_at_most(layout, said):
    with pytest.raises(BadOption) as refused:
        read_layout(layout)
    assert str(refused.value) == said


@pytest.mark.rule("pyramid-puzzle:7")
@pytest.mark.parametrize("layout", ["kC4.lC4", "kC4.xC4", "kC4.dD1.dD1", "kC4.xB2.xB2", "kC4.lE1.dE1"])
def test_a_tile_holds_one_thing_at_most(layout):
    with pytest.raises(BadOption, match=r"^Two things lie on \w+, which holds one at most \(rule 7\)\.$"):
        Options(layout=read_layout(layout))


@pytest.mark.rule("pyramid-puzzle:7")
@pytest.mark.parametrize("layout", ["kA1", "kC4.lA1", "kC4.dA1", "kC4.xA1"])
def test_nothing_lies_on_the_peak(layout):
    with pytest.raises(BadOption) as refused:
        Options(layout=read_layout(layout))
    assert str(refused.value) == "Nothing may lie on A1, the peak (rule 7)."


@pytest.mark.rule("pyramid-puzzle:1")
@pytest.mark.parametrize("tile", ["B5", "E33", "F1", "A2"])
def test_a_layout_names_only_tiles_that_exist(tile):
    with pytest.raises(BadOption) as refused:
        Options(layout=read_layout(f"kC4.x{tile}"))
    assert str(refused.value) == f"There is no tile {tile} on a pyramid of 5 levels (rule 1)."


@pytest.mark.parametrize("part", ["", "C4", "zC4", "k", "kC", "kK1", "k C04", "xB2,xB3", "key"])
def test_a_part_that_is_no_thing_on_a_tile_is_refused(part):
    with pytest.raises(BadOption, match=r"is not a thing on a tile: write k \(key\), l \(ladder\), d \(dynamite\)"):
        read_layout(f"kC4.{part}")


def test_an_empty_layout_is_refused():
    with pytest.raises(BadOption, match="'' is not a thing on a tile"):
        read_layout("")


def test_a_layout_made_of_things_sorts_by_number_and_not_by_letter():
    layout = make_layout([("x", "E10"), ("x", "E9"), ("x", "D16"), ("k", "C4")])
    assert layout.blocked == ("D16", "E9", "E10")
