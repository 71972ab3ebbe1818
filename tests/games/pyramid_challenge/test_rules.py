"""The rules of Pyramid Challenge, one by one."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import UnreadableMove
from fathom.games.pyramid_challenge.rules import Options
from tests.games.playing import after_the_end, moves_at, outcome_at, position_at, refusal, refused_option

GAME = games.game("pyramid-challenge")


@pytest.mark.rule("pyramid-challenge:1")
def test_the_cells_fill_from_the_bottom_left_to_the_top():
    #     7
    #   3   4      filled in the order 4 7 3, 3 4, 7
    # 4   7   3
    position = position_at("pyramid-challenge:4.5.7.2.3.6.3.7.4.8.7")
    assert position.pyramid(1) == (4, 7, 3, 3, 4, 7)
    assert position.pyramid(2) == (5, 2, 6, 7, 8)


@pytest.mark.rule("pyramid-challenge:1")
def test_each_seat_fills_its_own_pyramid():
    position = position_at("pyramid-challenge:4.5")
    assert (position.pyramid(1), position.pyramid(2)) == ((4,), (5,))


@pytest.mark.rule("pyramid-challenge:2")
@pytest.mark.parametrize("code", ["pyramid-challenge", "pyramid-challenge:4.5.7.2", "pyramid-challenge:9.9.9.9"])
def test_the_bottom_row_takes_any_number_as_often_as_you_like(code):
    assert moves_at(code) == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]


@pytest.mark.rule("pyramid-challenge:2")
def test_a_cell_above_takes_the_sum_or_the_difference_of_the_two_below():
    assert moves_at("pyramid-challenge:3.1.5.1.1.1") == ["2", "8"]  # |3 - 5| and 3 + 5: the book's own example


@pytest.mark.rule("pyramid-challenge:2")
def test_a_sum_beyond_the_highest_number_does_not_count():
    assert moves_at("pyramid-challenge:4.5.7.2.3.6") == ["3"]  # 4 + 7 = 11


@pytest.mark.rule("pyramid-challenge:2")
def test_a_difference_of_zero_does_not_count():
    assert moves_at("pyramid-challenge:4.1.4.1.1.1") == ["8"]


@pytest.mark.rule("pyramid-challenge:2")
def test_the_second_cell_of_a_row_stands_above_the_second_and_third_below():
    assert moves_at("pyramid-challenge:1.1.2.1.6.1.3.2") == ["4", "8"]  # above 2 and 6


@pytest.mark.rule("pyramid-challenge:2")
def test_the_top_stands_above_the_middle_row():
    assert moves_at("pyramid-challenge:4.5.7.2.3.6.3.7.4.8") == ["1", "7"]  # above 3 and 4


@pytest.mark.rule("pyramid-challenge:2")
def test_a_number_that_does_not_fit_is_refused():
    error = refusal("pyramid-challenge:3.1.5.1.1.1", "7")
    assert error.rule == 2
    assert error.reason == "7 does not fit above 3 and 5: their sum or difference allows 2 or 8"


@pytest.mark.rule("pyramid-challenge:2")
@pytest.mark.parametrize("number", ["0", "10", "999999999"])
def test_a_number_outside_the_game_is_refused(number):
    error = refusal("pyramid-challenge", number)
    assert error.rule == 2
    assert error.reason == f"{number} is not a number of the game, which has 1 to 9"


@pytest.mark.rule("pyramid-challenge:2")
def test_a_number_below_zero_is_refused_as_well():
    assert position_at("pyramid-challenge").violation(-1).rule == 2


# Seat 1 has 5 5 in its bottom row: 10 is too much and 0 is not a number, so it is stuck after three cells.
STUCK = "pyramid-challenge:5.1.5.2.1.3"


@pytest.mark.rule("pyramid-challenge:3")
def test_a_seat_with_a_number_that_fits_may_not_pass():
    error = refusal("pyramid-challenge", "pass")
    assert error.rule == 3
    assert error.reason == "A player with a number that fits may not pass"


@pytest.mark.rule("pyramid-challenge:3")
def test_a_seat_whose_next_cell_admits_no_number_has_only_the_pass():
    assert moves_at(STUCK) == ["pass"]


@pytest.mark.rule("pyramid-challenge:3")
def test_a_number_in_place_of_the_only_pass_is_refused():
    error = refusal(STUCK, "1")
    assert error.rule == 3
    assert error.reason == "Nothing fits above 5 and 5, so only a pass is left"
    assert error.allowed == "Allowed now: pass."


@pytest.mark.rule("pyramid-challenge:3")
def test_whoever_has_passed_once_passes_on_every_later_turn():
    assert moves_at(f"{STUCK}.pass.3") == ["pass"]
    assert moves_at(f"{STUCK}.pass.3.pass.1") == ["pass"]


@pytest.mark.rule("pyramid-challenge:4")
@pytest.mark.parametrize(
    "code, winner",
    [
        ("pyramid-challenge:4.5.7.2.3.6.3.7.4.8.7", 1),
        ("pyramid-challenge:5.1.5.2.1.3.pass.3.pass.1.pass.2", 2),  # 1 2 3, then 3 1, then 2
    ],
)
def test_the_first_to_fill_every_cell_wins_at_once(code, winner):
    assert outcome_at(code) == (winner, "completed the pyramid")


@pytest.mark.rule("pyramid-challenge:4")
def test_a_game_won_takes_no_more_numbers():
    over = "pyramid-challenge:4.5.7.2.3.6.3.7.4.8.7"
    assert after_the_end(over, "1") == (4, "The game is over: completed the pyramid")


@pytest.mark.rule("pyramid-challenge:5")
def test_two_passes_in_a_row_are_a_draw():
    assert outcome_at("pyramid-challenge:5.6.5.6.1.1.pass") is None
    assert outcome_at("pyramid-challenge:5.6.5.6.1.1.pass.pass") == (None, "neither pyramid can be completed")


@pytest.mark.rule("pyramid-challenge:5")
def test_passes_with_a_number_between_them_are_no_draw():
    assert outcome_at(f"{STUCK}.pass.3.pass") is None


@pytest.mark.rule("pyramid-challenge:5")
def test_a_drawn_game_takes_no_more_passes():
    over = "pyramid-challenge:5.6.5.6.1.1.pass.pass"
    assert after_the_end(over, "pass") == (5, "The game is over: neither pyramid can be completed")


def test_a_pyramid_may_be_a_single_cell():
    assert outcome_at("pyramid-challenge,levels=1:9") == (1, "completed the pyramid")


def test_a_pyramid_of_ten_rows_has_55_cells():
    assert Options(levels=10).cells == 55
    assert GAME.longest(Options(levels=10)) == 110


def test_in_four_rows_every_cell_stands_above_its_own_two():
    # Seat 1 (seat 2 mirrors it):      ?
    #                                5   ?
    #                              2   3   8
    #                            1   3   6   2
    def doubled(*numbers: int) -> str:
        return ".".join(f"{n}.{n}" for n in numbers)

    start = "pyramid-challenge,levels=4:"
    assert moves_at(start + doubled(1, 3, 6, 2)) == ["2", "4"]  # above 1 and 3
    assert moves_at(start + doubled(1, 3, 6, 2, 2)) == ["3", "9"]  # above 3 and 6
    assert moves_at(start + doubled(1, 3, 6, 2, 2, 3)) == ["4", "8"]  # above 6 and 2
    assert moves_at(start + doubled(1, 3, 6, 2, 2, 3, 8)) == ["1", "5"]  # above 2 and 3
    assert moves_at(start + doubled(1, 3, 6, 2, 2, 3, 8, 5)) == ["5"]  # above 3 and 8
    assert moves_at(start + doubled(1, 3, 6, 2, 2, 3, 8, 1, 5)) == ["4", "6"]  # above 1 and 5


def test_the_highest_number_may_be_1():
    assert moves_at("pyramid-challenge,highest=1:1.1.1.1.1.1") == ["pass"]


def test_the_highest_number_may_be_99():
    assert moves_at("pyramid-challenge,highest=99:99.1.1.1.50.1") == ["98"]


@pytest.mark.parametrize(
    "option, value, limits",
    [
        ("levels", 0, "1 to 10"),
        ("levels", 11, "1 to 10"),
        ("levels", "3", "1 to 10"),
        ("highest", 0, "1 to 99"),
        ("highest", 100, "1 to 99"),
        ("highest", False, "1 to 99"),
    ],
)
def test_an_option_outside_its_limits_is_refused(option, value, limits):
    said = refused_option("pyramid-challenge", **{option: value})
    assert said == f"{option}={value!r} is not possible: {option} must be a whole number from {limits}."


def test_equal_pyramids_have_equal_keys():
    assert position_at("pyramid-challenge:4.5").key() == GAME.start().after(4).after(5).key()


@pytest.mark.parametrize(
    "one, another",
    [
        ("pyramid-challenge:4.5", "pyramid-challenge:5.4"),
        ("pyramid-challenge:4", "pyramid-challenge:5"),
        (STUCK, f"{STUCK}.pass"),
        ("pyramid-challenge:5.6.5.6.1.1", "pyramid-challenge:5.6.5.6.1.1.pass.pass"),
    ],
)
def test_positions_that_differ_in_what_matters_have_different_keys(one, another):
    assert position_at(one).key() != position_at(another).key()


def test_every_move_has_its_number_for_machines_with_the_pass_last():
    assert GAME.actions() == (1, 2, 3, 4, 5, 6, 7, 8, 9, "pass")


@pytest.mark.parametrize("text", ["", "four", "4 5", "-4", "4.0"])
def test_text_that_is_neither_a_number_nor_a_pass_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a number"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    "code, shown",
    [
        ("pyramid-challenge:1.2.4", "<pyramid-challenge: seat 1 has 1 4; seat 2 has 2; seat 2 to move>"),
        ("pyramid-challenge", "<pyramid-challenge: seat 1 has nothing; seat 2 has nothing; seat 1 to move>"),
    ],
)
def test_a_position_prints_readably(code, shown):
    assert repr(position_at(code)) == shown
