"""`fathom.Match`, as a program meets it."""

from __future__ import annotations

import io

import pytest

import fathom
from fathom.errors import (
    BadName,
    BadOption,
    GameOver,
    IllegalMove,
    NotYourTurn,
    UnknownGame,
    UnreadableCode,
    UnreadableMove,
)


def test_a_match_is_made_from_a_code_or_from_options():
    assert fathom.Match("range-war,highest=12:6.4").options.as_dict()["highest"] == 12
    assert fathom.new("range-war", highest=12) == fathom.Match("range-war,highest=12")
    assert fathom.new("pyramid-puzzle", levels=3, layout="kC4") == fathom.Match("pyramid-puzzle,levels=3:kC4")


def test_the_repr_shows_names_and_a_resignation_when_there_are_any():
    match = fathom.new("range-war", names=("Ann", "Ben"))
    match.play("6")
    match.resign(2)
    assert repr(match) == "Match('range-war:6', names=('Ann', 'Ben'), resigned=2)"
    assert match == fathom.Match("range-war:6", resigned=2)
    assert match != fathom.Match("range-war:6")
    assert match != fathom.Match("range-war:5", resigned=2)
    assert match != "range-war:6"


def test_a_match_has_no_hash_because_it_changes():
    with pytest.raises(TypeError, match="unhashable"):
        hash(fathom.Match("range-war"))


def test_the_turn_and_the_legal_moves_end_with_the_match():
    match = fathom.Match("range-war:6")
    assert (match.turn, match.legal_moves) == (2, (1, 2, 3, 4, 5))
    match.resign(1)
    assert (match.turn, match.legal_moves, match.outcome and match.outcome.winner) == (None, (), 2)


@pytest.mark.parametrize(
    "move, error",
    [
        ("seven", UnreadableMove),
        ("7", IllegalMove),
        (7, IllegalMove),
        (10**30, IllegalMove),
        (-1, IllegalMove),
        (7.0, TypeError),
        (None, TypeError),
        (True, TypeError),
    ],
)
def test_a_move_that_does_not_work_changes_nothing(move, error):
    match = fathom.Match("range-war:6")
    with pytest.raises(error):
        match.play(move)
    assert match == fathom.Match("range-war:6")


def test_a_seat_may_be_given_and_is_then_checked():
    with pytest.raises(NotYourTurn):
        fathom.Match("range-war:6").play("4", 1)
    with pytest.raises(GameOver):
        fathom.Match("range-war:1").play("4", 2)


def test_a_wrong_type_is_refused_in_one_sentence():
    with pytest.raises(TypeError) as refused:
        fathom.Match("digit-dilemma").play((7, "L"))
    assert str(refused.value) == (
        "(7, 'L') is not a move of Digit Dilemma: give text such as '0L' or a value such as "
        "Placement(digit=0, place='L')."
    )


def test_what_cannot_be_made_is_refused():
    with pytest.raises(UnknownGame, match="Did you mean range-war"):
        fathom.new("range-wars")
    with pytest.raises(BadOption, match="highest must be a whole number"):
        fathom.new("range-war", highest=1.5)
    with pytest.raises(BadOption, match="no option 'hihgest'"):
        fathom.new("range-war", hihgest=5)
    with pytest.raises(BadName, match="Range War has 2 seats, and the names are 'Ann'"):
        fathom.new("range-war", names=["Ann"])
    with pytest.raises(UnreadableCode):
        fathom.Match("range-war:6.6")


def test_records_are_read_from_text_a_path_and_a_file(tmp_path):
    text = fathom.Match("range-war:6.4", names=("Ann", "Ben")).record(tags={"Event": "Tuesday"}, comments={2: "hm"})
    path = tmp_path / "match.txt"
    path.write_text(text, encoding="utf-8")
    for source in (text, path, io.StringIO(text)):
        [read] = fathom.read_records(source)
        assert type(read.match) is fathom.Match
        assert (read.match.names, read.tags, read.comments) == (("Ann", "Ben"), {"Event": "Tuesday"}, {2: "hm"})
        assert read.match.record(read.tags, read.comments) == text


def test_the_board_is_printed_and_drawn():
    match = fathom.Match("digit-dilemma:7L.3M", names=("Ann", "Ben"))
    assert str(match).splitlines()[0] == "Ann's Number: 7 _ _"
    assert match._repr_svg_() == match.svg()
    assert "<style>" in match.svg()
