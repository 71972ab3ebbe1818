"""What Range War looks like in plain characters."""

from __future__ import annotations

import time

import pytest

from fathom import games
from fathom.core.match import Match
from tests.games.playing import Paper, Window, drawing, match_at

TEXT = games.room("range-war").text


def test_the_welcome_lists_the_line():
    assert TEXT.welcome(match_at("range-war,highest=5")) == [
        "Welcome to Range War!",
        "",
        "Game Start!",
        "Available Numbers: 1,2,3,4,5",
    ]


def test_at_first_every_number_may_be_claimed():
    assert TEXT.board(match_at("range-war"), Paper()) == drawing("""
        [1]  [2]  [3]  [4]  [5]  [6]  [7]  [8]  [9]  [10]
    """)


def test_the_board_sets_off_the_last_number_the_choices_and_what_is_gone():
    shown = [line.rstrip() for line in TEXT.board(match_at("range-war:6.4.9"), Paper())]
    assert shown == drawing("""
        [1]  [2]  [3]   .   [5]   .   [7]  [8]  <9>   10
        Claimed: 6 > 4 < 9
    """)


@pytest.mark.parametrize("width", [20, 40])
def test_the_board_fits_a_narrow_window(width):
    for code in ("range-war", "range-war:6.4.9.5.7.3.8.2.10", "range-war,highest=200"):
        assert all(len(line.rstrip()) <= width for line in TEXT.board(match_at(code), Window(width)))


def test_a_line_too_long_to_draw_is_told_in_runs():
    assert TEXT.board(match_at("range-war,highest=1000:600.4"), Paper()) == drawing("""
        Available Numbers: 1-3,5-599,601-1000
        Claimed: 600 > 4
    """)


def test_a_line_of_a_million_numbers_is_drawn_at_once():
    game = games.game("range-war")
    match = Match(game, game.options_type(highest=1_000_000))
    ply = match.play("500000", 1)
    begun = time.process_time()
    assert TEXT.made(match, ply, Paper())[-1] == "Available Numbers: 1-499999,500001-1000000"
    assert TEXT.turn(match, Window(40))[-1] == "You must select a number lower than 500000."
    assert time.process_time() - begun < 5  # a fraction of a second, but for the tracing of coverage


def test_the_first_turn_asks_for_any_number():
    assert TEXT.turn(match_at("range-war", "Alice", "Bob"), Paper()) == ["Alice's turn."]


@pytest.mark.parametrize("code, direction", [("range-war:6", "lower than 6"), ("range-war:6.4", "higher than 4")])
def test_a_later_turn_names_the_direction(code, direction):
    assert TEXT.turn(match_at(code), Paper())[1:] == [f"You must select a number {direction}."]


def test_a_free_second_turn_names_no_direction():
    assert TEXT.turn(match_at("range-war,second_move=free:6"), Paper()) == ["Player 2's turn."]


def test_there_is_one_question():
    assert TEXT.prompt(match_at("range-war"), []) == "Select a number: "
    assert TEXT.answer(match_at("range-war"), ["6"]) == "6"


@pytest.mark.parametrize(
    "code, trend",
    [
        ("range-war:6", "Trend: No trend established."),
        ("range-war:6.4", "Trend: Downward (6 -> 4)."),
        ("range-war:6.4.9", "Trend: Upward (4 -> 9)."),
    ],
)
def test_a_move_made_is_told_with_its_trend(code, trend):
    match = match_at(code, "Alice", "Bob")
    ply = match.plies[-1]
    said = f"{match.name(ply.seat)} selected {ply.move}."
    assert TEXT.made(match, ply, Paper())[:3] == [said, trend, ""]


def test_on_paper_a_move_made_is_followed_by_what_is_left():
    match = match_at("range-war,highest=4:3")
    assert TEXT.made(match, match.plies[-1], Paper())[-1] == "Available Numbers: 1,2,4"


def test_the_end_says_who_cannot_move():
    assert TEXT.ending(match_at("range-war,highest=4:4.1.3.2"), Paper()) == [
        "Player 1's turn.",
        "No available moves. You cannot make a valid move.",
        "Player 2 wins!",
    ]


def test_the_end_says_where_a_number_would_have_been_needed_while_some_are_left():
    assert TEXT.ending(match_at("range-war:1", "Alice", "Bob"), Paper()) == [
        "Bob's turn.",
        "You must select a number lower than 1.",
        "No available moves. You cannot make a valid move.",
        "Alice wins!",
    ]


def test_in_a_window_the_end_shows_the_board():
    assert TEXT.ending(match_at("range-war,highest=3:1"), Window())[:3] == ["<1>  2   3 ", "Claimed: 1", ""]
