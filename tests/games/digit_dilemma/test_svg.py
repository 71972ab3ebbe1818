"""The two boards of Digit Dilemma as a drawing."""

from __future__ import annotations

import pytest

from tests.conformance.drawing_laws import choosable, classes, controls, drawn
from tests.games.playing import match_at, moves_at


def remarks(code: str, *, coach: bool = False) -> list[str]:
    root = drawn(match_at(code), coach=coach)
    return [text.text or "" for text in root.iter() if "remark" in classes(text)]


def test_only_the_board_of_the_seat_to_move_has_places():
    places = [c.attrib for c in controls(drawn(match_at("digit-dilemma:7L.3M"))) if "place" in classes(c)]
    assert [place["data-place"] for place in places] == ["L", "M", "R"]
    assert places[0]["aria-label"] == "Your place Left is taken by the 7, which stays there (rule 1)"
    assert places[1]["aria-label"] == "place Middle, empty"


@pytest.mark.parametrize(
    "options",
    ["", ",slots=2", ",slots=4", ",slots=5", ",divisor=1000", ",leading_zero=forbidden", ",slots=2,base=4"]
    + [f",base={base}" for base in (6, 7, 11, 12, 16)],
)
def test_every_digit_can_go_on_every_place(options):
    assert sorted(choosable(drawn(match_at(f"digit-dilemma{options}")))) == sorted(moves_at(f"digit-dilemma{options}"))


def test_a_digit_that_was_placed_is_gone():
    gone = [c.attrib["data-piece"] for c in controls(drawn(match_at("digit-dilemma:7L.3M"))) if "gone" in classes(c)]
    assert gone == ["3", "7"]


def test_the_digit_placed_last_is_marked():
    last = [g for g in drawn(match_at("digit-dilemma:7L.3M")).iter() if "last" in classes(g)]
    assert [text.text for text in last[0] if text.text] == ["3"]
    assert len(last) == 1


def test_a_coach_tells_the_remainders():
    """70 = 7 × 10 and 30 = 7 × 4 + 2, the empty places counted as 0."""
    assert remarks("digit-dilemma:7M.3M") == ["", ""]
    assert remarks("digit-dilemma:7M.3M", coach=True) == ["remainder by 7 so far: 0", "remainder by 7 so far: 2"]


def test_complete_numbers_say_what_became_of_them():
    assert remarks("digit-dilemma:7L.3M.4M.5L.1R")[0] == "741 is 1 short of 742"
    assert remarks("digit-dilemma:5L.7L.3M.8M.2R")[0] == "532 = 7 × 76"


def test_digits_above_9_are_letters_and_numbers_come_with_their_value():
    """2E6 = 2·256 + 14·16 + 6 = 742 = 7 × 106."""
    root = drawn(match_at("digit-dilemma,base=16:2L.0L.EM.1M.6R", "Ann", "Ben"))
    assert remarks("digit-dilemma,base=16:2L.0L.EM.1M.6R")[0] == "2E6 = 742 = 7 × 106"
    told = "Ann: 2 E 6 (2E6 = 742 = 7 × 106). Ben: 0 1 _. Digits left: 3, 4, 5, 7, 8, 9, A,"
    assert (root[0].text or "").startswith(told)


def test_an_unqualified_multiple_is_as_far_from_the_next():
    assert remarks("digit-dilemma,leading_zero=unqualified:0L.9L.1M.8M.4R")[0] == "14 is 7 short of 21"


@pytest.mark.parametrize("base", range(6, 17))
def test_every_digit_has_room_for_a_finger_inside_the_picture(base):
    root = drawn(match_at(f"digit-dilemma,base={base}"))
    rooms = [piece[0].attrib for piece in controls(root) if "piece" in classes(piece)]
    assert len(rooms) == base
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for room in rooms:
        x, y, across, down = (float(room[name]) for name in ("x", "y", "width", "height"))
        assert min(across, down) >= 40
        assert 0 <= x <= x + across <= width
        assert 0 <= y <= y + down <= height


def test_the_winning_board_is_decisive():
    sides = [classes(g) for g in drawn(match_at("digit-dilemma:5L.7L.3M.8M.2R")).iter() if "side" in classes(g)]
    assert sides == [["side", "seat-1", "decisive"], ["side", "seat-2"]]


def test_the_words():
    said = drawn(match_at("digit-dilemma:7L.3M", "Ann", "Ben"))[0].text
    assert said == "Ann: 7 _ _. Ben: _ 3 _. Digits left: 0, 1, 2, 4, 5, 6, 8, 9. Ann is to move."
