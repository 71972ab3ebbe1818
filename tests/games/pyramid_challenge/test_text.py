"""What Pyramid Challenge looks like in plain characters."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.games.pyramid_challenge.text import cell_name
from tests.games.playing import Paper, Window, drawing, match_at

TEXT = games.room("pyramid-challenge").text
PLAYERS = ("Alice", "Bob")
WON = "pyramid-challenge:4.5.7.2.3.6.3.7.4.8.7"
STUCK = "pyramid-challenge:5.1.5.2.1.3"


def test_the_welcome_names_the_players():
    assert TEXT.welcome(match_at("pyramid-challenge", *PLAYERS)) == [
        "Welcome to Pyramid Challenge!",
        "",
        "Player 1: Alice",
        "Player 2: Bob",
    ]


def test_the_board_shows_both_pyramids_side_by_side():
    assert TEXT.board(match_at("pyramid-challenge:4.5.7.2.3.6.3.7", *PLAYERS), Paper()) == drawing("""
        Alice's Pyramid:      Bob's Pyramid:
              [ ]                   [ ]
             [3][ ]                [7][ ]
            [4][7][3]             [5][2][6]
    """)


def test_in_a_window_the_number_placed_last_is_set_off():
    assert TEXT.board(match_at("pyramid-challenge:4.5", *PLAYERS), Window())[-1] == (
        "    [4] [ ] [ ]           <5> [ ] [ ]"
    )


def test_after_a_pass_no_number_is_set_off():
    assert "<" not in "".join(TEXT.board(match_at(f"{STUCK}.pass"), Window()))


def test_in_a_narrow_window_the_pyramids_stand_one_above_the_other():
    assert TEXT.board(match_at("pyramid-challenge:4.5", *PLAYERS), Paper(20)) == drawing("""
        Alice's Pyramid:
              [ ]
             [ ][ ]
            [4][ ][ ]

        Bob's Pyramid:
              [ ]
             [ ][ ]
            [5][ ][ ]
    """)


def test_forty_columns_are_room_enough_for_two():
    shown = TEXT.board(match_at("pyramid-challenge", *PLAYERS), Window(40))
    assert len(shown) == 4
    assert all(len(line) <= 40 for line in shown)


def test_numbers_of_two_digits_have_room():
    assert TEXT.board(match_at("pyramid-challenge,levels=2,highest=99:5.1.42.1", *PLAYERS), Paper()) == drawing("""
        Alice's Pyramid:      Bob's Pyramid:
              [  ]                  [  ]
            [ 5][42]              [ 1][ 1]
    """)


def test_a_pyramid_of_one_cell_and_one_of_ten_rows_are_drawn():
    assert TEXT.board(match_at("pyramid-challenge,levels=1", *PLAYERS), Paper())[1].split() == ["[", "]", "[", "]"]
    assert len(TEXT.board(match_at("pyramid-challenge,levels=10"), Paper())) == 11


def test_a_turn_on_paper_shows_the_own_pyramid():
    shown = TEXT.turn(match_at("pyramid-challenge:4", *PLAYERS), Paper())
    assert shown[-1] == ""
    assert shown[:-1] == drawing("""
        It's Bob's turn.

        Bob's Pyramid:
              [ ]
             [ ][ ]
            [ ][ ][ ]

        Available number tokens: 1 2 3 4 5 6 7 8 9
    """)


@pytest.mark.parametrize(
    "code, said",
    [
        (
            "pyramid-challenge:4.5.7.2.3.6",
            ["Numbers below are 4 and 7.", "  Sum: 4 + 7 = 11 (Invalid, exceeds 9)", "  Difference: |4 - 7| = 3"],
        ),
        (
            "pyramid-challenge:4.5.7.2.3.6.3",
            ["Numbers below are 5 and 2.", "  Sum: 5 + 2 = 7", "  Difference: |5 - 2| = 3"],
        ),
        (
            "pyramid-challenge:4.1.4.1.1.1",
            [
                "Numbers below are 4 and 4.",
                "  Sum: 4 + 4 = 8",
                "  Difference: |4 - 4| = 0 (Invalid, 0 is not a number of the game)",
            ],
        ),
    ],
)
def test_above_the_bottom_row_a_turn_does_the_sums(code, said):
    assert TEXT.turn(match_at(code), Paper())[-3:] == said


@pytest.mark.parametrize(
    "code, question",
    [
        ("pyramid-challenge", "from 1 to 9 for Bottom Level Position 1"),
        ("pyramid-challenge:4.5.7.2", "from 1 to 9 for Bottom Level Position 3"),
        ("pyramid-challenge:4.5.7.2.3.6", "from 1 to 9 for Middle Level Position 1"),
        ("pyramid-challenge:4.5.7.2.3.6.3.7.4.8", "from 1 to 9 for Top Level Position"),
        ("pyramid-challenge,highest=99", "from 1 to 99 for Bottom Level Position 1"),
    ],
)
def test_the_question_names_the_cell(code, question):
    assert TEXT.prompt(match_at(code), []) == f"Select a number {question}:\n> "
    assert TEXT.answer(match_at(code), ["4"]) == "4"


def test_the_cells_have_the_names_of_the_book():
    assert [cell_name(3, cell) for cell in range(6)] == [
        "Bottom Level Position 1",
        "Bottom Level Position 2",
        "Bottom Level Position 3",
        "Middle Level Position 1",
        "Middle Level Position 2",
        "Top Level Position",
    ]


def test_a_single_cell_is_at_the_bottom():
    assert cell_name(1, 0) == "Bottom Level Position 1"


def test_the_rows_of_a_higher_pyramid_are_counted():
    firsts = [0, 10, 19, 27, 34, 40, 45, 49, 52, 54]  # 10 + 9 + 8 + ...
    words = ["Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"]
    names = ["Bottom Level Position 1", *(f"{word} Level Position 1" for word in words), "Top Level Position"]
    assert [cell_name(10, cell) for cell in firsts] == names


def test_on_paper_a_move_made_shows_the_pyramid_and_hands_over():
    match = match_at("pyramid-challenge:4", *PLAYERS)
    assert TEXT.made(match, match.plies[-1], Paper()) == drawing("""
        Alice's Pyramid:
              [ ]
             [ ][ ]
            [4][ ][ ]

        Turn ends. Switching to Bob.
    """)


@pytest.mark.parametrize("canvas", [Paper(), Window()])
def test_a_pass_is_announced(canvas):
    match = match_at(f"{STUCK}.pass", *PLAYERS)
    assert TEXT.made(match, match.plies[-1], canvas) == [
        "No valid number exists, so Alice passes.",
        "Turn ends. Switching to Bob.",
    ]


def test_the_last_move_hands_over_to_nobody():
    match = match_at(WON, *PLAYERS)
    assert "Switching" not in "\n".join(TEXT.made(match, match.plies[-1], Paper()))


def test_the_end_names_the_winner():
    match, said = match_at(WON, *PLAYERS), "Alice has filled all positions and wins the game!"
    assert TEXT.ending(match, Paper()) == [said]
    assert TEXT.ending(match, Window()) == [*TEXT.board(match, Window()), "", said]


def test_the_end_says_that_nobody_wins():
    match = match_at("pyramid-challenge:5.6.5.6.1.1.pass.pass")
    assert TEXT.ending(match, Paper()) == ["No valid moves remain for both players. Nobody wins: the game is drawn."]
