"""What Pocket Addition looks like in plain characters."""

from __future__ import annotations

import pytest

from fathom import games
from tests.games.playing import Paper, Window, drawing, match_at

TEXT = games.room("pocket-addition").text


def test_the_welcome_lists_the_pool_and_both_totals():
    assert TEXT.welcome(match_at("pocket-addition", "Alice", "Bob")) == [
        "Welcome to Pocket Addition!",
        "",
        "Game Start",
        "Available Numbers: 1 2 3 4 5 6 7 8 9",
        "Alice Total Sum: 0",
        "Bob Total Sum: 0",
    ]


def test_the_board_shows_both_pockets_and_the_pool():
    match = match_at("pocket-addition:6.9.8", "Alice", "Bob")
    assert [line.rstrip() for line in TEXT.board(match, Paper())] == drawing("""
        Alice |==============.| 14 of 15 = 6 + <8>
        Bob   |=========......|  9 of 15 = 9
        Pool: [1] [2] [3] [4] [5]  7
    """)


def test_empty_pockets_are_worth_nothing():
    assert TEXT.board(match_at("pocket-addition,highest=3,target=5"), Paper()) == drawing("""
        Player 1 |.....|  0 of 5
        Player 2 |.....|  0 of 5
        Pool: [1] [2] [3]
    """)


def test_an_empty_pool_is_called_empty():
    assert TEXT.board(match_at("pocket-addition,highest=1,target=2:1"), Paper())[-1] == "Pool: empty"


def test_a_pass_leaves_the_number_before_it_in_place():
    match = match_at("pocket-addition:9.8.5.1.pass")
    assert TEXT.board(match, Paper())[0] == "Player 1 |==============.| 14 of 15 = 9 + 5"


def test_a_narrow_window_has_no_room_for_the_gauge():
    assert [line.rstrip() for line in TEXT.board(match_at("pocket-addition:6.9"), Window(40))] == drawing("""
        Player 1  6 of 15 = 6
        Player 2  9 of 15 = <9>
        Pool: [1] [2] [3] [4] [5] [7] [8]
    """)


@pytest.mark.parametrize("width", [20, 40])
@pytest.mark.parametrize("code", ["pocket-addition", "pocket-addition,highest=50,target=1275"])
def test_the_pool_fits_a_narrow_window(width, code):
    assert all(len(line.rstrip()) <= width for line in TEXT.board(match_at(code), Window(width)))


def test_a_large_target_keeps_the_gauge_short():
    match = match_at("pocket-addition,highest=50,target=1275:50")
    assert TEXT.board(match, Paper())[0] == f"Player 1 |={'.' * 29}| 50 of 1275 = <50>"


def test_a_turn_shows_the_pool_and_the_total_on_paper():
    assert TEXT.turn(match_at("pocket-addition:6.9"), Paper()) == [
        "---",
        "",
        "Player 1's Turn:",
        "Available Numbers: 1 2 3 4 5 7 8",
        "Your Total Sum: 6",
    ]


def test_there_is_one_question():
    assert TEXT.prompt(match_at("pocket-addition"), []) == "Select a number: "
    assert TEXT.answer(match_at("pocket-addition"), ["6"]) == "6"


@pytest.mark.parametrize("canvas", [Paper(), Window()])
def test_a_number_taken_is_told_with_the_total(canvas):
    match = match_at("pocket-addition:6.9.8", "Alice", "Bob")
    assert TEXT.made(match, match.plies[-1], canvas) == ["Alice selects 8.", "Alice's Total Sum: 14"]


def test_a_pass_says_that_everything_is_too_large():
    match = match_at("pocket-addition:9.8.5.1.pass")
    assert TEXT.made(match, match.plies[-1], Paper()) == [
        "Cannot select any number without exceeding 15. You pass your turn.",
        "Player 1 passes.",
    ]


def test_a_pass_says_that_everything_is_taken():
    match = match_at("pocket-addition,highest=1,target=2:1.pass")
    assert TEXT.made(match, match.plies[-1], Paper()) == [
        "All numbers are taken. You pass your turn.",
        "Player 2 passes.",
    ]


@pytest.mark.parametrize(
    "code, said",
    [
        ("pocket-addition:8.1.7", ["Player 1 wins the game immediately by reaching a total sum of 15."]),
        (
            "pocket-addition:1.2.3.4.5.6.pass.pass",
            ["No valid moves remain.", "Player 2 wins the game with the higher total sum, 12 against 9."],
        ),
        (
            "pocket-addition:1.5.6.9.7.pass.pass",
            [
                "Both players have a total sum of 14.",
                "Player 1 made the last valid move.",
                "Player 1 wins the game based on the tie-breaker rule.",
            ],
        ),
    ],
)
def test_the_end_says_who_won_and_why(code, said):
    match = match_at(code)
    assert TEXT.ending(match, Paper()) == ["---", "", *said]
    assert TEXT.ending(match, Window()) == [*TEXT.board(match, Window()), "", *said]
