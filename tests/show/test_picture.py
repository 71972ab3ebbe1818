"""A board as a standalone picture looks as it does on a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fathom
from fathom.show.picture import COLOURS, picture
from tests.pictures import colours

STYLES = Path(__file__).parents[2] / "src" / "fathom" / "web" / "static" / "styles"
BLACK = (0, 0, 0, 255)


def colour(name: str) -> tuple[int, ...]:
    return (*bytes.fromhex(COLOURS[name].removeprefix("#")), 255)


def test_the_colours_are_those_of_the_pages():
    sheet = (STYLES / "app.css").read_text(encoding="utf-8")
    on_pages = dict(re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), ", sheet))
    assert {name: on_pages[name] for name in COLOURS} == COLOURS


def test_the_marks_of_both_seats_and_the_last_move_are_seen():
    drawn = colours(fathom.Match("range-war:6.4.9").svg())
    assert {colour("paper"), colour("seat-1"), colour("seat-2"), colour("last")} <= drawn
    assert BLACK not in drawn


def test_a_shape_without_a_style_would_be_black():
    """Or else the law that no picture has one would prove nothing."""
    assert BLACK in colours(
        picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>')
    )


@pytest.mark.parametrize("code", ["range-war,highest=40:6.4", "pyramid-puzzle"])
def test_a_picture_says_its_size(code):
    head = fathom.Match(code).svg().partition(">")[0]
    width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', head)[0]
    assert f'width="{width}" height="{height}"' in head
    assert head.count("width=") == 1
