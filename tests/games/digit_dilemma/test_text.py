"""What Digit Dilemma looks like in plain characters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fathom import games
from fathom.games.digit_dilemma.text import division
from tests.games.playing import Paper, Window, drawing, match_at

TEXT = games.room("digit-dilemma").text


def test_the_welcome_shows_the_digits_and_two_empty_numbers():
    assert TEXT.welcome(match_at("digit-dilemma")) == [
        "Welcome to Digit Dilemma!",
        "",
        "Available Digits: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        "",
        "Player 1's Number: _ _ _",
        "Player 2's Number: _ _ _",
    ]


def test_the_board_shows_both_numbers_and_the_digits_left():
    assert TEXT.board(match_at("digit-dilemma:7L.3M.1R", "Alice", "Bob"), Paper()) == drawing("""
        Alice's Number: 7 _ 1
        Bob's Number:   _ 3 _
        Digits: [0] [2] [4] [5] [6] [8] [9]
    """)


def test_in_a_window_the_digit_placed_last_is_set_off():
    shown = TEXT.board(match_at("digit-dilemma:7L.3M"), Window())[:2]
    assert [line.rstrip() for line in shown] == drawing("""
        Player 1's Number:  7  _  _
        Player 2's Number:  _ <3> _
    """)


def test_without_digits_left_there_are_none():
    match = match_at("digit-dilemma,slots=5,divisor=1000:1L.2L.3S.4S.5M.6M.7F.8F.9R.0R")
    assert TEXT.board(match, Paper()) == drawing("""
        Player 1's Number: 1 3 5 7 9
        Player 2's Number: 2 4 6 8 0
        Digits: none
    """)


@pytest.mark.parametrize("width, lines", [(20, 5), (40, 4)])
def test_the_digits_fit_a_narrow_window(width, lines):
    shown = TEXT.board(match_at("digit-dilemma"), Window(width))
    assert len(shown) == lines
    assert all(len(line) <= width for line in shown[2:])


def test_a_turn_shows_the_digits_on_paper():
    assert TEXT.turn(match_at("digit-dilemma:7L"), Paper()) == [
        "---",
        "",
        "Player 2's Turn:",
        "Available Digits: 0, 1, 2, 3, 4, 5, 6, 8, 9",
    ]


@pytest.mark.parametrize(
    "slots, places",
    [
        (2, "Left, Right"),
        (3, "Left, Middle, Right"),
        (4, "Left, Second, Third, Right"),
        (5, "Left, Second, Middle, Fourth, Right"),
    ],
)
def test_the_digit_is_asked_for_first_and_then_its_place(slots, places):
    match = match_at(f"digit-dilemma,slots={slots}")
    assert TEXT.prompt(match, []) == "Enter the digit you want to pick: "
    assert TEXT.prompt(match, ["7"]) == f"Enter the position to place the digit ({places}): "


@pytest.mark.parametrize(
    "typed, move",
    [
        (["7"], None),  # where to?
        (["7", "Left"], "7 Left"),
        (["7L"], "7L"),  # both at once
        (["7", "3M"], "3M"),  # a change of mind
        (["nonsense"], "nonsense"),
        (["12"], "12L"),  # no digit, wherever it is put
        (["b"], "b"),  # just a letter
    ],
)
def test_the_answers_make_a_move(typed, move):
    assert TEXT.answer(match_at("digit-dilemma"), typed) == move


@pytest.mark.parametrize(
    "code, typed, move",
    [
        ("digit-dilemma,base=16", ["b"], None),  # where to?
        ("digit-dilemma,base=16", ["b", "Left"], "b Left"),
        ("digit-dilemma,base=16", ["b", "f"], None),  # a change of mind: there is no Fourth place
        ("digit-dilemma,base=16", ["b", "f", "l"], "f l"),
        ("digit-dilemma,base=16:BL", ["B"], "BL"),  # gone, wherever it is put
        ("digit-dilemma,base=16,slots=5", ["b", "f"], "b f"),  # the Fourth place
        ("digit-dilemma,base=12", ["f"], "f"),  # just a letter
    ],
)
def test_where_there_are_letters_they_are_digits(code, typed, move):
    assert TEXT.answer(match_at(code), typed) == move


def test_the_board_writes_digits_above_9_as_letters():
    assert TEXT.board(match_at("digit-dilemma,base=16:FL.AM", "Alice", "Bob"), Paper()) == drawing("""
        Alice's Number: F _ _
        Bob's Number:   _ A _
        Digits: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [B] [C] [D] [E]
    """)


def test_a_number_in_another_base_is_told_with_its_value():
    """2E6 = 2·256 + 14·16 + 6 = 742 = 7 × 106, and 2E5 = 741."""
    match = match_at("digit-dilemma,base=16:2L.0L.EM.1M.5R", "Alice", "Bob")
    assert TEXT.made(match, match.plies[-1], Paper())[-3:] == [
        "Completed Number: 2E5",
        "Checking if 2E5 = 741 is divisible by 7...",
        "Result: 741 ÷ 7 = 105.857 (Not divisible by 7)",
    ]
    won = match_at("digit-dilemma,base=16:2L.0L.EM.1M.6R", "Alice", "Bob")
    said = TEXT.ending(won, Paper())[-1]
    assert said == "Congratulations, Alice wins by forming the number 2E6 = 742, which is a multiple of 7!"


def test_an_unqualified_multiple_is_told_not_to_count():
    match = match_at("digit-dilemma,leading_zero=unqualified:0L.9L.1M.8M.4R", "Alice", "Bob")
    assert TEXT.made(match, match.plies[-1], Paper())[-2:] == [
        "Result: 14 ÷ 7 = 2 (Divisible by 7)",
        "It begins with 0, so it does not count as a multiple of 7.",
    ]
    match.play("5R")
    assert TEXT.ending(match, Paper())[2:] == [
        "Neither number counts as a multiple: the closer one to its next multiple wins.",
        "Alice's 14 is 7 short of 21.",
        "Bob's 985 is 2 short of 987.",
        "Congratulations, Bob wins: 985 is 2 short, 14 is 7 short!",
    ]


def test_a_digit_that_is_gone_is_not_asked_for_its_place():
    assert TEXT.answer(match_at("digit-dilemma:7L"), ["7"]) == "7L"


def test_on_paper_a_move_made_is_followed_by_both_numbers_and_the_digits():
    match = match_at("digit-dilemma:7L.3M")
    assert TEXT.made(match, match.plies[-1], Paper()) == [
        "Player 1's Number: 7 _ _",
        "Player 2's Number: _ 3 _",
        "Digit Pool after turn: 0, 1, 2, 4, 5, 6, 8, 9",
    ]


@pytest.mark.parametrize(
    "code, said",
    [
        (
            "digit-dilemma:7L.3M.1R.5L.4M",
            [
                "Completed Number: 741",
                "Checking if 741 is divisible by 7...",
                "Result: 741 ÷ 7 = 105.857 (Not divisible by 7)",
            ],
        ),
        (
            "digit-dilemma:0L.9L.1M.8M.4R",
            [
                "Completed Number: 014",
                "Checking if 14 is divisible by 7...",
                "Result: 14 ÷ 7 = 2 (Divisible by 7)",
            ],
        ),
    ],
)
@pytest.mark.parametrize("canvas", [Paper(), Window()])
def test_a_complete_number_is_checked_aloud(code, said, canvas):
    match = match_at(code)
    assert TEXT.made(match, match.plies[-1], canvas)[-4:] == ["", *said]


@pytest.mark.parametrize("divisor", [2, 3, 7, 8, 16, 999, 1000])
def test_a_division_is_rounded_to_the_nearest_thousandth(divisor):
    for number in range(1, 1000):
        shown = division(number, divisor).split(" = ")[1].split(" ")[0]
        assert abs(Fraction(shown) - Fraction(number, divisor)) <= Fraction(1, 2000)
        assert ("." in shown) == (number % divisor != 0)


def test_the_end_by_a_multiple_congratulates():
    said = "Congratulations, Player 2 wins by forming the number 532, which is a multiple of 7!"
    match = match_at("digit-dilemma:7L.3M.1R.5L.4M.2R")
    assert TEXT.ending(match, Paper()) == ["---", "", said]
    assert TEXT.ending(match, Window()) == [*TEXT.board(match, Window()), "", said]


def test_the_end_by_distance_tells_both_distances():
    assert TEXT.ending(match_at("digit-dilemma:7L.3M.1R.5L.4M.0R", "Alice", "Bob"), Paper()) == [
        "---",
        "",
        "Neither number is divisible: the closer one to its next multiple wins.",
        "Alice's 741 is 1 short of 742.",
        "Bob's 530 is 2 short of 532.",
        "Congratulations, Alice wins: 741 is 1 short, 530 is 2 short!",
    ]
