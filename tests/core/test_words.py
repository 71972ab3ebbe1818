"""Text from outside is shown safely, and small phrases are worded well."""

from __future__ import annotations

from ast import literal_eval

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.core.words import (
    LONGEST_NAME,
    counted,
    did_you_mean,
    enumerate_words,
    how_to_install,
    is_profile,
    is_program,
    make_distinct,
    player_name,
    quoted,
    tell_apart,
    whose,
)
from fathom.errors import BadName
from tests.core.strategies import anything, fuzzed, person_names, short, tried


@given(anything)
@fuzzed
def test_quoted_text_holds_nothing_that_a_terminal_obeys(text: str):
    assert quoted(text).isprintable()
    assert len(quoted(text)) <= 10 * 40 + 5  # 40 characters, each spelled out, in quotes and cut off


@given(st.text(st.characters(exclude_categories=()), max_size=40))
@fuzzed
def test_short_quoted_text_still_says_everything(text: str):
    assert literal_eval(quoted(text)) == text


def test_an_escape_sequence_is_spelled_out():
    assert quoted("\x1b[31mred\x07") == r"'\x1b[31mred\x07'"


def test_text_that_runs_from_right_to_left_is_spelled_out():
    assert quoted("\u202e4.6") == r"'\u202e4.6'"


def test_long_text_is_cut_after_forty_characters():
    assert quoted("x" * 40) == f"'{'x' * 40}'"
    assert quoted("x" * 41) == f"'{'x' * 40}'..."


def test_a_misspelling_gets_a_hint():
    assert did_you_mean("Range_War", ["range-war", "pocket-addition"]) == " Did you mean range-war?"


@pytest.mark.parametrize("word", ["chess", "", "\ud800", "r" * 100_000], ids=short)
def test_a_word_near_to_nothing_gets_none(word: str):
    assert did_you_mean(word, ["range-war", "pocket-addition"]) == ""


@given(person_names)
@fuzzed
def test_a_printable_name_is_kept_and_the_space_around_it_is_not(name: str):
    assert player_name(f" {name}\n") == name


@given(anything)
@fuzzed
def test_any_text_is_a_safe_name_or_refused(text: str):
    name, error = tried(player_name, text)
    if error:
        assert isinstance(error, BadName)
        assert str(error).isprintable()
    else:
        assert name.isprintable()
        assert 1 <= len(name) <= 40


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "cannot be empty"),
        (" \t\u2003", "cannot be empty"),
        ("x" * 41, "at most 40 characters"),
        ("Al\x1b[2Jice", "cannot be printed"),
        ("Al\nice", "cannot be printed"),
        ("\u202eecilA", "cannot be printed"),
        ("Al\ud800ice", "cannot be printed"),
        ("Al\u200bice", "cannot be printed"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(text: str, reason: str):
    with pytest.raises(BadName, match=reason):
        player_name(text)


def test_a_program_and_its_profile_are_known_by_how_they_begin():
    assert [name for name in ("./bot", "cmd:sh", "profile:bot.json", "Ann/Bob") if is_program(name)] == [
        "./bot",
        "cmd:sh",
        "profile:bot.json",
    ]
    assert (is_profile("profile:bot.json"), is_profile("./bot")) == (True, False)
    assert player_name(f"./{'x' * 100}") == f"./{'x' * 100}"


def test_of_two_players_with_one_name_the_second_gets_a_number():
    assert make_distinct("Ada", ["Bob"]) == "Ada"
    assert make_distinct("Ada", ["Bob", "Ada"]) == "Ada (2)"


def test_a_long_name_still_fits_with_its_number():
    longest = "A" * LONGEST_NAME
    numbered = make_distinct(longest, [longest])
    assert numbered.endswith("A (2)")
    assert len(numbered) == LONGEST_NAME
    assert player_name(numbered) == numbered


def test_words_are_enumerated():
    assert enumerate_words(["a"]) == "a"
    assert enumerate_words(["a", "b"]) == "a and b"
    assert enumerate_words(iter(["a", "b", "c"]), "or") == "a, b or c"


def test_players_of_one_name_are_refused():
    tell_apart(["Ann", "Bob"])
    tell_apart(["Ann"])
    with pytest.raises(BadName, match="Both players are called Ann; give one of them another name"):
        tell_apart(["Ann", "Ann"])


def test_a_number_goes_with_its_noun():
    assert [counted(number, "seat") for number in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]


def test_any_value_is_quoted_short():
    assert quoted(7.5) == "7.5"
    assert quoted(list(range(100))) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1..."


def test_an_extra_is_installed_from_a_clone():
    assert how_to_install("web") == "install fathom-games[web], which from a clone is: pip install '.[web]'"


def test_a_player_shown_as_you_has_your_things():
    assert (whose("Ann"), whose("You")) == ("Ann's", "Your")
