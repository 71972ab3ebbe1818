"""The number line of Range War as a drawing."""

from __future__ import annotations

import pytest

from fathom import games
from tests.conformance.drawing_laws import HOSTILE, choosable, classes, controls, drawn, wide_parts
from tests.games.playing import match_at


def marked(code: str, mark: str) -> list[str]:
    """The numbers drawn with a class."""
    root = drawn(match_at(code))
    return [text.text or "" for group in wide_parts(root) if mark in classes(group) for text in group if text.text]


def test_who_claimed_a_number_shows():
    assert marked("range-war:6.4.9", "claimed") == ["4", "6", "9"]
    seats = {c.attrib["data-move"]: c.attrib["class"] for c in controls(drawn(match_at("range-war:6.4.9")))}
    assert seats["6"] == "choice illegal claimed seat-1"
    assert seats["4"] == "choice illegal claimed seat-2"
    assert seats["9"] == "choice illegal claimed seat-1 last"


def test_a_rise_leaps_above_the_line_and_a_fall_below_it():
    paths = [p.attrib["d"].split() for p in wide_parts(drawn(match_at("range-war:6.4.9"))) if "leap" in classes(p)]
    fall, rise = [(float(d[2]), float(d[-1])) for d in paths]
    axis = next(p for p in drawn(match_at("range-war")).iter() if "axis" in classes(p))
    y = float(axis.attrib["d"].split()[2])
    assert min(fall) > y > max(rise)


@pytest.mark.parametrize("code, way", [("range-war:6", "lower than 6"), ("range-war:6.4", "higher than 4")])
def test_the_side_to_go_is_said(code, way):
    assert marked(code, "way") == [way]


def test_a_free_second_move_may_go_anywhere():
    root = drawn(match_at("range-war,second_move=free:4"))
    assert "any number" in [text.text for text in root.iter() if "caption" in classes(text)]


def test_the_stuck_side_is_decisive():
    assert marked("range-war:2.1.10.9", "decisive")[-1] == "nothing higher than 9 is left"
    assert not marked("range-war:2.1.10", "decisive")


def test_the_stuck_side_is_said_in_fewer_words_on_a_phone():
    root = drawn(match_at("range-war:2.1.10.9"))
    narrow = next(
        group for group in root.iter() if "when-narrow" in classes(group) and "left" in "".join(group.itertext())
    )
    assert "".join(narrow.itertext()).strip() == "nothing higher left"  # the whole sentence reached the edge


def test_a_match_given_up_shows_no_stuck_side():
    match = match_at("range-war:6.4.9")
    match.resign(2)
    assert not [e for e in drawn(match).iter() if "decisive" in classes(e) and "player" not in classes(e)]


@pytest.mark.parametrize("highest", [11, 35, 300])
def test_more_numbers_stand_in_rows_and_all_can_be_chosen(highest):
    root = drawn(match_at(f"range-war,highest={highest}"))
    assert choosable(root) == [str(n) for n in range(1, highest + 1)]
    assert root.get("data-partial") is None


def test_rows_show_the_last_step():
    root = drawn(match_at("range-war,highest=35:20.4.30"))
    trend = next(g for g in root.iter() if "trend" in classes(g))
    assert [text.text for text in trend if text.text] == ["4", "30"]


@pytest.mark.parametrize("code, around", [("range-war,highest=301", 151), ("range-war,highest=1000000:777777", 777777)])
def test_of_a_very_long_line_the_neighbourhood_is_drawn(code, around):
    markup = games.room("range-war").draw(match_at(code))
    root = drawn(match_at(code))
    assert len(markup) < 60_000
    assert root.get("data-partial") == "true"
    assert any(control.get("data-move") == str(around) for control in controls(root))
    assert len([text for text in wide_parts(root) if "remark" in classes(text) and "free" in (text.text or "")]) == 2


def test_the_ends_of_a_very_long_line():
    assert choosable(drawn(match_at("range-war,highest=1000:2"))) == ["1"]
    assert choosable(drawn(match_at("range-war,highest=1000:999.998"))) == ["1000"]


def test_the_words_name_who_claimed_what():
    match = match_at("range-war:6.4.9", *HOSTILE[:1], "Ben")
    said = drawn(match)[0].text or ""
    assert said.startswith("The numbers 1 to 10. Claimed: 6 by </desc><script>alert(1)</script>, 4 by Ben, 9 by")
    assert "The next number must be lower than 9. Ben is to move." in said


def test_no_band_is_drawn_where_the_line_has_ended():
    assert not [e for e in drawn(match_at("range-war:1")).iter() if "reach" in classes(e)]
    assert [classes(e) for e in drawn(match_at("range-war:2")).iter() if "reach" in classes(e)] == [["reach"]]
