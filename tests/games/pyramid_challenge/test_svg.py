"""The two pyramids of Pyramid Challenge as a drawing."""

from __future__ import annotations

import pytest

from fathom import games
from tests.conformance.drawing_laws import choosable, classes, drawn
from tests.games.playing import match_at, moves_at


def cells(code: str, mark: str) -> list[str]:
    """The content of the cells with a mark."""
    found = (g for g in drawn(match_at(code)).iter() if {"cell", mark} <= set(classes(g)))
    return ["".join(text.text or "" for text in cell) for cell in found]


def caption(code: str) -> str | None:
    return next(text.text for text in drawn(match_at(code)).iter() if "caption" in classes(text))


def test_one_empty_cell_is_next_and_two_decide_what_fits():
    assert cells("pyramid-challenge:4.5.7.2.3.6", "next") == [""]
    assert cells("pyramid-challenge:4.5.7.2.3.6", "support") == ["4", "7"]
    assert cells("pyramid-challenge:4.5.7.2.3.6", "filled") == ["4", "7", "3", "5", "2", "6"]


def test_the_bottom_row_rests_on_nothing():
    assert cells("pyramid-challenge:4.5", "next") == [""]
    assert cells("pyramid-challenge:4.5", "support") == []


def test_the_last_number_is_marked_and_a_pass_marks_none():
    assert cells("pyramid-challenge:4.5.7", "last") == ["7"]
    assert cells("pyramid-challenge:5.4.5.4.5.4.pass", "last") == []


def test_the_caption_works_out_what_fits():
    assert caption("pyramid-challenge:4.5") == "any number from 1 to 9"
    assert caption("pyramid-challenge:4.5.3.2.3.6") == "4 + 3 = 7  ·  4 − 3 = 1"
    assert caption("pyramid-challenge:5.5.5.5.5.5") == "5 + 5 = 10 is too large  ·  5 − 5 = 0 is not allowed"


def test_a_stuck_pyramid_shows_where_and_can_only_pass():
    assert cells("pyramid-challenge:5.5.5.5.5.5", "stuck") == ["", ""]
    assert choosable(drawn(match_at("pyramid-challenge:5.5.5.5.5.5"))) == ["pass"]


def test_two_stuck_pyramids_decide_the_draw():
    assert cells("pyramid-challenge:5.5.5.5.5.5.pass.pass", "decisive") == ["", ""]


def test_the_finished_pyramid_is_decisive():
    sides = [
        classes(g) for g in drawn(match_at("pyramid-challenge:4.5.7.2.3.6.3.7.4.8.1")).iter() if "side" in classes(g)
    ]
    assert sides == [["side", "seat-1", "decisive"], ["side", "seat-2"]]


@pytest.mark.parametrize("options", ["levels=1", "levels=4", "levels=10,highest=99", "highest=1"])
def test_any_pyramid_can_be_drawn(options):
    code = f"pyramid-challenge,{options}"
    assert choosable(drawn(match_at(code))) == moves_at(code)
    assert len(games.room("pyramid-challenge").draw(match_at(code))) < 60_000


def test_the_words():
    said = drawn(match_at("pyramid-challenge:5.5.5.5.5", "Ann", "Ben"))[0].text
    assert said == "Ann from the bottom up: 5 5 5; nothing fits above. Ben from the bottom up: 5 5. Ben is to move."
