"""The history of values: in plain characters at any width, and as an SVG that is safe, valid and readable."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom import games
from fathom.analysis.review import Review, review
from fathom.analysis.review_chart import bar_length, text_picture
from fathom.analysis.review_svg import svg_picture
from fathom.analysis.review_words import Voice
from fathom.core.match import Match
from fathom.core.value import DRAW, Value
from fathom.show.canvas import Canvas
from tests.core.strategies import NASTY
from tests.games.playing import Paper, drawing, match_at

DIGIT_DILEMMA = "digit-dilemma:7L.3M.1R.5L.4M.2R"
CODES = [
    DIGIT_DILEMMA,
    "range-war",
    "range-war:1",
    "range-war:2.1.10.9",
    "pyramid-challenge:5.9.5.9.1.2.pass.pass",
    "range-war,highest=60:" + ".".join(f"{61 - i}.{i}" for i in range(2, 22)),
    "pocket-addition:9.1.5.8.pass.3.pass.2",
]
SVG = "{http://www.w3.org/2000/svg}"


def reviewed(code: str, *names: str) -> Review:
    return review(match_at(code, *(names or ("Alice", "Bob"))))


def picture(found: Review, canvas: Canvas) -> list[str]:
    return text_picture(found, Voice(found.match), canvas)


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode("utf-8"))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in read(svg).iter(f"{SVG}text")]


# ---------------------------------------------------------------- plain characters


def test_the_picture_of_the_example_at_40_columns():
    assert picture(reviewed(DIGIT_DILEMMA), Paper(40)) == drawing("""
        Who wins after each move, and in how
        many moves: the longer the bar, the
        nearer the end.
        # to the left: Alice
        o to the right: Bob
        * turning point

        0                   5 #|
        1 7L              4 ###|
        2 3M           3 ######|
        3 1R         2 ########|
        4 5L      1 ###########|
        5 4M *                 |ooooooooooo 1
        6 2R                   |oooooooooooooo 0
    """)


def test_draws_and_throws_are_told_apart_by_characters():
    rows = picture(reviewed("pyramid-challenge:5.9.5.9.1.2.pass.pass"), Paper(40))[-9:]
    assert rows == drawing("""
        0                   11 #|
        1 5                10 ##|
        2 9                9 ###|
        3 5    !                |ooo 9
        4 9    *               -|- draw
        5 1                    -|- draw
        6 2                    -|- draw
        7 pass                 -|- draw
        8 pass                 -|- draw
    """)


def test_a_hinted_move_is_marked():
    match = Match(games.game("range-war"))
    match.note_hint(1)
    match.play_all(["2", "1", "10"])
    lines = picture(review(match), Canvas())
    assert "h after a hint" in lines
    assert lines[-3].startswith("1 2  h ")


@pytest.mark.parametrize("width", [20, 24, 40, 57, 80, 200])
@pytest.mark.parametrize("code", CODES)
def test_the_picture_fits_any_width(code: str, width: int):
    canvas = Paper(width)
    lines = picture(reviewed(code, "A" * 40, "漢" * 40), canvas)
    assert all(canvas.length(line) <= width for line in lines)
    assert all(line.isprintable() and line == line.rstrip() for line in lines)


def test_the_nearer_the_end_the_longer_the_bar():
    lengths = [bar_length(Value(1, plies), 9, 1, 20) for plies in range(10)]
    assert lengths == sorted(lengths, reverse=True)
    assert (lengths[0], lengths[-1]) == (20, 1)
    assert bar_length(Value(2, 0), 0, 1, 20) == 20
    assert bar_length(DRAW, 9, 1, 20) == 0


# ---------------------------------------------------------------- SVG


@pytest.mark.parametrize("code", CODES)
def test_the_svg_is_valid_and_stands_alone(code: str):
    svg = svg_picture([reviewed(code)])
    root = read(svg)
    assert root.tag == f"{SVG}svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "rect",
        "path",
        "text",
    }
    assert svg.count("http") == 1  # the name of the format
    assert not re.search(r"href|url\(|style=|@import|<script|<!DOCTYPE|\son\w+=", svg)


def test_the_svg_says_everything_in_words_too():
    root = read(svg_picture([reviewed(DIGIT_DILEMMA)]))
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert title.text == "Digit Dilemma: Alice against Bob  (0-1)"
    assert told.text
    for said in (
        "At the start: Alice wins in 5 moves.",
        "5. Alice: 4M (throws the win); Bob wins in 1 move.",
        "6. Bob: 2R (best); Bob has won.",
        "Turning point: move 5",
        "accuracy 66%",
    ):
        assert said in told.text
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"


def test_the_svg_tells_players_apart_without_colour():
    root = read(svg_picture([reviewed(DIGIT_DILEMMA)]))
    bars = [bar for bar in root.iter(f"{SVG}rect") if bar.get("stroke")][2:]  # the first two are the legend
    (middle,) = [
        path.get("d", "").split("H")[0].split()[1] for path in root.iter(f"{SVG}path") if "H" in path.get("d", "")
    ]
    is_below = [bar.get("y") == middle for bar in bars]
    assert is_below == [False] * 5 + [True] * 2
    assert [bar.get("fill") for bar in bars] == ["#000"] * 5 + ["#fff"] * 2
    greys = set(re.findall(r"#\w+", svg_picture([reviewed(DIGIT_DILEMMA)])))
    assert greys == {"#000", "#fff", "#555"}


@pytest.mark.parametrize("code", CODES)
def test_everything_lies_inside_the_svg(code: str):
    root = read(svg_picture([reviewed(code), reviewed(DIGIT_DILEMMA)]))
    width, height = map(int, root.get("viewBox", "").split()[2:])
    assert (root.get("width"), root.get("height")) == (str(width), str(height))
    for element in root.iter():
        assert 0 <= int(element.get("x", 0)) <= width
        assert 0 <= int(element.get("y", 0)) <= height
    numbers = [int(text) for text in texts(svg_picture([reviewed(code)])) if re.fullmatch(r"\d+", text)]
    assert len(reviewed(code).moves) <= len(numbers)


def test_several_matches_stand_one_under_the_other():
    both = svg_picture([reviewed(DIGIT_DILEMMA), reviewed("range-war:1")])
    assert [text for text in texts(both) if text in {"Digit Dilemma", "Range War"}] == ["Digit Dilemma", "Range War"]


HOSTILE = ["<script>alert(1)</script>", "&amp;", "\"'><x y='", "]]>", "-->", "W" * 40, "漢" * 40, *NASTY]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(HOSTILE) | st.text(max_size=40))
def test_no_name_breaks_the_svg(name: str):
    match = match_at("range-war:2.1.10.9", name[:200] or "?", "Bob")
    svg = svg_picture([review(match)])
    root = read(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "rect",
        "path",
        "text",
    }
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name[:200].replace("\n", " ")) or "?"
    if name.isprintable():
        assert f"{shown} wins (above the line)" in texts(svg)
