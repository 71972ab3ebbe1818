"""A code is one line that names a game, its options and its moves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import games
from fathom.core import code
from fathom.core.code import stem_of, write_code
from fathom.core.match import Match
from fathom.errors import BadOption, IllegalMove, InputError, UnknownGame, UnreadableCode
from tests.core.strategies import anything, fuzzed, matched, matches, pieces, short, tried

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"

CODES = [
    "range-war",
    "range-war:6.4.9",
    "range-war,highest=12",
    "range-war,highest=12,second_move=free:6.7",
    "digit-dilemma,leading_zero=forbidden:7L.3M.1R",
    "pocket-addition,target=20:6.9",
    "pocket-addition,highest=1,target=2:1.pass.pass",
    "pyramid-challenge:4.5.7",
    PUBLISHED,
    f"{PUBLISHED}/E1.D1.C1",
    f"{PUBLISHED}/E1.D1.clear:B2",
    "pyramid-puzzle,levels=3:kC4",
    "pyramid-puzzle,levels=3:kC4.xB2/C1.B1",
]


@pytest.mark.parametrize("line", CODES)
def test_a_code_is_read_and_written_back(line: str):
    assert write_code(games.read_code(line)) == line


@pytest.mark.parametrize(
    "line, start, joiner",
    [
        ("range-war,highest=12:6.4.9", "range-war,highest=12", ":"),
        ("pyramid-puzzle,levels=3:kC4.xB2/C1.B1", "pyramid-puzzle,levels=3:kC4.xB2", "/"),
    ],
)
def test_the_codes_of_a_match_have_a_stem_in_common(line: str, start: str, joiner: str):
    match = games.read_code(line)
    assert stem_of(match).as_dict() == {"start": start, "joiner": joiner}
    assert stem_of(match).after(match.moves) == line


def test_a_code_names_game_options_and_moves():
    match = games.read_code("range-war,highest=12:6.4.9")
    assert match.game is games.game("range-war")
    assert match.options.as_dict() == {"highest": 12, "second_move": "lower"}
    assert match.moves == ["6", "4", "9"]


@pytest.mark.parametrize(
    "line, canonical",
    [
        ("range-war:", "range-war"),
        ("range-war,second_move=lower,highest=010:06", "range-war:6"),
        ("pocket-addition,target=20,highest=8", "pocket-addition,highest=8,target=20"),
        ("digit-dilemma:7l", "digit-dilemma:7L"),
        ("pyramid-puzzle", PUBLISHED),
        ("pyramid-puzzle:", PUBLISHED),
        ("pyramid-puzzle:xB2.kC4/", "pyramid-puzzle:kC4.xB2"),
        ("pyramid-puzzle,layout=kC4", "pyramid-puzzle:kC4"),
        ("pyramid-puzzle:kc4/e1.d1", "pyramid-puzzle:kC4/E1.D1"),
    ],
)
def test_equal_matches_have_equal_codes(line: str, canonical: str):
    assert write_code(games.read_code(line)) == canonical


def test_a_game_in_capital_letters_is_pointed_to():
    with pytest.raises(UnknownGame, match=r"Did you mean range-war\?"):
        games.read_code("RANGE-WAR:6")


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", ",", ":", "range-war,", "range-war,highest", "range-war,highest=", "range-war :6", "range-war:6 ."),
        *("range-war\n", "range-war:6\n", "range-war:٣", "range-war:6;rm", "range-war:\x1b[31m"),
        *("range-war:.", "range-war:6.", "range-war:6..4", "range-war:6/4", "range-war:6:4", "range-war:+6"),
        *("range-war:11", "range-war:6.7", "range-war:1.2", "pocket-addition:pass"),
        *("pyramid-puzzle,layout=kC4:kC4", "pyramid-puzzle:kC4/E1.A1", "pyramid-puzzle:kC4/E1/D1"),
        *("range-war:\ud800", "x" * 20_001, "range-war:" + "6." * 10_000),
    ],
    ids=short,
)
def test_what_is_no_code_is_unreadable(line: str):
    with pytest.raises(UnreadableCode) as caught:
        games.read_code(line)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "line",
    [
        *("range-war,highest=1", "range-war,highest=99999999999", "range-war,speed=3", "range-war,highest=5,highest=5"),
        *(
            "digit-dilemma,slots=5,leading_zero=forbidden",
            "pyramid-puzzle:/E1",
            "pyramid-puzzle:xB2",
            "pyramid-puzzle:kA1",
        ),
        *("pyramid-puzzle,levels=3", "pyramid-puzzle:kC4.kC5", "pyramid-puzzle:kC4.xC4", "pyramid-puzzle:kF1"),
    ],
)
def test_options_that_are_not_possible_are_refused(line: str):
    with pytest.raises(BadOption):
        games.read_code(line)


def test_a_game_that_is_not_there_is_unknown():
    with pytest.raises(UnknownGame, match=r"Did you mean range-war\?"):
        games.read_code("rangewar:6")


def test_a_refused_move_is_counted_and_explained():
    with pytest.raises(UnreadableCode, match=r"^Move 2 of the code, '7': 7 is not lower than 6.*\(rule 3\)") as caught:
        games.read_code("range-war:6.7")
    assert isinstance(caught.value.__cause__, IllegalMove)
    assert caught.value.rule == 3


def test_a_code_that_is_too_long_says_so():
    with pytest.raises(UnreadableCode, match="20001 characters is too long: at most 20000"):
        games.read_code("x" * 20_001)


def test_a_code_of_the_greatest_length_is_read():
    with pytest.raises(UnknownGame):
        games.read_code("x" * 20_000)


def test_the_examples_of_the_module_are_codes():
    examples = re.findall(r"(?:range-war|pyramid-puzzle)\S+", code.__doc__ or "")
    assert examples
    assert [write_code(games.read_code(line)) for line in examples] == examples


def test_who_plays_and_who_gave_up_is_not_part_of_a_code():
    match = Match(games.game("range-war"), names=("Alice", "Bob"))
    match.play("6", 1)
    match.resign(2)
    assert write_code(match) == "range-war:6"


@given(matches())
@matched
def test_every_match_has_a_code_that_reads_back_to_its_position(match: Match):
    line = write_code(match)
    again = games.read_code(line)
    assert (again.game, again.options, again.plies) == (match.game, match.options, match.plies)
    assert write_code(again) == line


@given(matches())
@matched
def test_a_code_needs_no_quoting_in_a_shell_or_in_a_url(match: Match):
    assert re.fullmatch(r"[A-Za-z0-9_.,:=/-]+", write_code(match))


@given(
    anything
    | pieces(
        *("range-war", "digit-dilemma", "pocket-addition", "pyramid-challenge", "pyramid-puzzle"),
        *(",", ":", ".", "/", "=", "highest", "target", "slots", "levels", "layout", "999999", "12", "6", "4"),
        *("7L", "pass", "kC4", "xB2", "E1", "clear:B2", "lower", "forbidden"),
    )
)
@fuzzed
def test_any_text_is_a_code_or_refused(line: str):
    match, error = tried(games.read_code, line)
    if error:
        assert isinstance(error, InputError)
        assert str(error).isprintable()
    else:
        assert games.read_code(write_code(match)).plies == match.plies


@given(matches(), st.data())
@matched
def test_a_damaged_code_is_a_code_or_refused(match: Match, data: st.DataObject):
    line = write_code(match)
    at = data.draw(st.integers(0, len(line)))
    damaged = line[:at] + data.draw(anything) + line[at + data.draw(st.integers(0, 3)) :]
    again, error = tried(games.read_code, damaged)
    assert isinstance(error, InputError) or games.read_code(write_code(again)).plies == again.plies
