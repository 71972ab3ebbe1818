"""The two pockets of Pocket Addition as a drawing."""

from __future__ import annotations

import pytest

from fathom import games
from tests.conformance.drawing_laws import choosable, classes, controls, drawn
from tests.games.playing import match_at, moves_at


def ringed(code: str, *, coach: bool = True) -> dict[str, list[str]]:
    """Numbers with rings, and the classes of these."""
    found = {}
    for control in controls(drawn(match_at(code), coach=coach)):
        rings = [" ".join(classes(part)[1:]) for part in control if "ring" in classes(part)]
        if rings:
            found[control.attrib["data-move"]] = rings
    return found


def test_blocks_are_as_high_as_their_numbers():
    root = drawn(match_at("pocket-addition:6.9.2"))
    blocks = {group[1].text: float(group[0].attrib["height"]) for group in root.iter() if "taken" in classes(group)}
    assert list(blocks) == ["6", "2", "9"]
    assert (blocks["6"] + 2) * 3 == pytest.approx((blocks["9"] + 2) * 2)


def test_sums_stand_under_the_pockets():
    sums = [text.text for text in drawn(match_at("pocket-addition:6.9.2")).iter() if "sum" in classes(text)]
    assert sums == ["8", "9"]


def test_a_coach_rings_what_makes_the_target_for_either_seat():
    assert ringed("pocket-addition:8.1.2.9") == {"5": ["seat-1 wins", "seat-2 threat"]}
    assert ringed("pocket-addition:6.9.1") == {"8": ["seat-1 threat"]}
    assert ringed("pocket-addition:8.1.2.9", coach=False) == {}


def test_a_coach_says_it_too():
    labels = [c.attrib["aria-label"] for c in controls(drawn(match_at("pocket-addition:8.1.2.9"), coach=True))]
    assert "take 5, which makes 15" in labels


def test_the_pocket_that_made_the_target_is_decisive():
    sides = [classes(g) for g in drawn(match_at("pocket-addition:6.9.2.1.7")).iter() if "side" in classes(g)]
    assert sides == [["side", "seat-1", "decisive"], ["side", "seat-2"]]


def test_a_pass_that_is_the_only_move_is_a_choice():
    assert choosable(drawn(match_at("pocket-addition:6.9.3.1.5.4"))) == ["pass"]


@pytest.mark.parametrize(
    "options", ["highest=50,target=1275", "highest=50,target=1", "highest=13", "highest=1,target=1"]
)
def test_any_pool_and_any_target_can_be_drawn(options):
    code = f"pocket-addition,{options}"
    assert choosable(drawn(match_at(code))) == moves_at(code)
    assert len(games.room("pocket-addition").draw(match_at(code))) < 60_000


def test_the_words():
    said = drawn(match_at("pocket-addition:6.9.2", "Ann", "Ben"))[0].text
    assert said == "Ann has 6 + 2 = 8 of 15. Ben has 9 = 9 of 15. Ben is to move."
