"""A canvas of some width: text fits it, whatever characters it contains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import games
from fathom.core.match import Match, Ply
from fathom.show.canvas import Canvas
from fathom.show.text import GameText
from tests.core.strategies import fuzzed


class Paper(Canvas):
    def __init__(self, width: int) -> None:
        self.width = width


words = st.text("abc漢é", min_size=1, max_size=8)
widths = st.integers(20, 60)


def columns(text: str) -> int:
    """Columns of the few characters these tests use, counted by hand."""
    return len(text) + sum(text.count(wide) for wide in "漢字")


def test_plain_paper_leaves_text_as_it_is():
    canvas = Canvas()
    assert canvas.seat(1, "Alice") == "Alice"
    shown = [canvas.last("6"), canvas.choice("6"), canvas.faint("6"), canvas.strong("6")]
    assert shown == ["6", "6", "6", "6"]
    assert (canvas.live, canvas.width) == (False, 80)


@pytest.mark.parametrize(
    "text, length",
    [
        ("", 0),
        ("abc", 3),
        ("é", 1),
        ("e\u0301", 1),  # e and a combining accent
        ("漢字", 4),
        ("ａ", 2),  # full width
        ("ｱ", 1),  # half width
        ("กั", 1),  # Thai: a consonant and the vowel above it
        ("☂\ufe0f", 1),  # with a variation selector
        ("a\u20dd", 1),  # in a circle
        ("한", 2),
    ],
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, length: int):
    assert Canvas().length(text) == length


def test_padding_counts_columns():
    assert Canvas().pad("漢字", 6) == "漢字  "
    assert Canvas().pad("e\u0301", 2) == "e\u0301 "


def test_text_too_long_to_pad_stays_as_it_is():
    assert Canvas().pad("abcdef", 3) == "abcdef"


def test_running_text_breaks_between_words():
    assert Paper(20).wrap("Claimed: 6 > 4 < 9 > 8 < 10", "  ") == ["Claimed: 6 > 4 < 9 >", "  8 < 10"]


def test_no_text_is_one_empty_line():
    assert Paper(20).wrap("") == [""]


def test_paper_is_never_taken_to_be_narrower_than_twenty_columns():
    assert Paper(1).wrap("a word and another word") == ["a word and another", "word"]


def test_an_indent_wider_than_the_paper_leaves_room_for_words():
    assert Paper(20).wrap("1  Range War  Claim numbers", " " * 30) == ["1  Range War  Claim", "          numbers"]


@given(st.lists(words, max_size=20), widths, st.integers(0, 40))
@fuzzed
def test_wrapped_lines_fit(texts: list[str], width: int, indent: int):
    lines = Paper(width).wrap(" ".join(texts), " " * indent)
    assert max(map(columns, lines)) <= width
    assert "".join(lines).replace(" ", "") == "".join(texts)


def test_a_long_name_in_wide_characters_is_broken_to_fit():
    lines = Paper(20).wrap("漢" * 40)
    assert max(map(columns, lines)) <= 20
    assert "".join(lines) == "漢" * 40


@given(st.lists(words, max_size=20), widths)
@fuzzed
def test_words_flow_into_lines_that_fit(texts: list[str], width: int):
    lines = Paper(width).flow(texts)
    assert all(columns(line) <= width for line in lines)
    assert " ".join(lines).split() == texts


def test_a_line_is_filled_to_the_last_column():
    assert Paper(5).flow(["ab", "cd", "ef"]) == ["ab cd", "ef"]
    assert Paper(5).flow(["漢", "字", "ef"]) == ["漢 字", "ef"]


def test_a_word_wider_than_the_paper_gets_a_line_of_its_own():
    assert Paper(4).flow(["a", "abcdef", "b"]) == ["a", "abcdef", "b"]


def test_no_words_are_one_empty_line():
    assert Paper(20).flow([]) == [""]


def test_drawings_stand_side_by_side_where_there_is_room():
    assert Paper(10).beside(["/\\", "漢字"], ["x"], gap=2) == ["/\\    x", "漢字"]


def test_a_shorter_drawing_on_the_left_keeps_its_column():
    assert Paper(10).beside(["a"], ["x", "y"], gap=2) == ["a  x", "   y"]


def test_drawings_stand_one_under_the_other_where_there_is_not():
    assert Paper(6).beside(["漢字"], ["x"], gap=2) == ["漢字", "", "x"]


def test_drawings_that_just_fit_stand_side_by_side():
    assert Paper(7).beside(["漢字"], ["x"], gap=2) == ["漢字  x"]


def test_nothing_stands_beside_nothing():
    assert Paper(20).beside([], []) == []
    assert Paper(20).beside(["a"], []) == ["a"]


class Quiet(GameText):
    """A game that says as little as it may."""

    def board(self, match: Match, canvas: Canvas) -> list[str]:
        return []

    def turn(self, match: Match, canvas: Canvas) -> list[str]:
        return []

    def prompt(self, match: Match, typed: list[str]) -> str:
        return ""

    def announce(self, match: Match, ply: Ply) -> str:
        return "Somebody moves."

    def ending(self, match: Match, canvas: Canvas) -> list[str]:
        return []


def test_a_game_welcomes_its_players_by_its_title():
    assert Quiet().welcome(games.read_code("range-war")) == ["Welcome to Range War!", ""]


def test_one_answer_is_the_move_unless_a_game_asks_for_more():
    assert Quiet().answer(games.read_code("range-war"), ["6"]) == "6"


def test_a_game_has_nothing_more_to_say_unless_it_says_so():
    match = games.read_code("range-war,highest=3")
    assert Quiet().ways(match) == ["1", "2", "3"]
    assert Quiet().typing(match, Canvas()) == ""
    assert Quiet().afterword(match, Canvas()) == []
    assert Quiet().gauges(match) == []
