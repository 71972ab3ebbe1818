"""The rules of Pocket Addition, one by one."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import UnreadableMove
from tests.games.playing import after_the_end, moves_at, outcome_at, position_at, refusal, refused_option

GAME = games.game("pocket-addition")


@pytest.mark.rule("pocket-addition:1")
def test_every_number_of_the_pool_may_be_taken_first():
    assert moves_at("pocket-addition") == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]


@pytest.mark.rule("pocket-addition:1")
@pytest.mark.parametrize("seat_to_move, code", [(2, "pocket-addition:6"), (1, "pocket-addition:6.9")])
def test_a_number_taken_by_either_seat_is_gone_for_both(seat_to_move, code):
    assert position_at(code).to_move == seat_to_move
    error = refusal(code, "6")
    assert error.rule == 1
    assert error.reason == "6 has been taken already"


@pytest.mark.rule("pocket-addition:1")
def test_a_number_that_would_exceed_the_target_cannot_be_taken():
    error = refusal("pocket-addition:8.1", "9")
    assert error.rule == 1
    assert error.reason == "8 + 9 = 17 exceeds 15"
    assert error.allowed == "Allowed now: 2, 3, 4, 5, 6, 7."


@pytest.mark.rule("pocket-addition:1")
def test_only_the_total_of_the_seat_to_move_limits_it():
    assert moves_at("pocket-addition:9.1.2.3") == ["4"]  # seat 1 has 11
    assert moves_at("pocket-addition:9.1.2") == ["3", "4", "5", "6", "7", "8"]  # seat 2 has 1


@pytest.mark.rule("pocket-addition:1")
@pytest.mark.parametrize("number", ["0", "10", "999999999"])
def test_a_number_outside_the_pool_is_refused(number):
    error = refusal("pocket-addition", number)
    assert error.rule == 1
    assert error.reason == f"{number} is not a number of the pool, which runs from 1 to 9"


@pytest.mark.rule("pocket-addition:1")
def test_a_number_below_zero_is_refused_as_well():
    assert position_at("pocket-addition").violation(-3).rule == 1


@pytest.mark.rule("pocket-addition:2")
@pytest.mark.parametrize("code, winner", [("pocket-addition:8.1.7", 1), ("pocket-addition:1.8.2.7", 2)])
def test_making_the_target_exactly_wins_at_once(code, winner):
    assert outcome_at(code) == (winner, "made 15 exactly")


@pytest.mark.rule("pocket-addition:2")
def test_a_game_won_by_the_target_takes_no_more_numbers():
    assert after_the_end("pocket-addition:8.1.7", "2") == (2, "The game is over: made 15 exactly")


@pytest.mark.rule("pocket-addition:2")
def test_nobody_can_pass_after_the_target_was_made():
    assert after_the_end("pocket-addition:8.1.7", "pass") == (2, "The game is over: made 15 exactly")


@pytest.mark.rule("pocket-addition:3")
def test_a_seat_that_can_take_a_number_may_not_pass():
    error = refusal("pocket-addition", "pass")
    assert error.rule == 3
    assert error.reason == "A player who can take a number may not pass"


@pytest.mark.rule("pocket-addition:3")
def test_a_seat_without_a_number_has_only_the_pass():
    # 9 + 5 = 14 against 8 + 1: the 1 that seat 1 needs is gone, everything else is too large.
    assert moves_at("pocket-addition:9.8.5.1") == ["pass"]


@pytest.mark.rule("pocket-addition:3")
def test_one_pass_does_not_end_the_game():
    assert outcome_at("pocket-addition:9.8.5.1.pass") is None
    assert moves_at("pocket-addition:9.8.5.1.pass") == ["2", "3", "4", "6"]


@pytest.mark.rule("pocket-addition:3")
def test_passes_with_a_number_between_them_do_not_end_the_game():
    # Seat 2 goes from 9 to 12 while seat 1 is stuck at 14, and may go on with 2.
    assert outcome_at("pocket-addition:9.8.5.1.pass.3.pass") is None
    assert moves_at("pocket-addition:9.8.5.1.pass.3.pass") == ["2"]


@pytest.mark.rule("pocket-addition:3")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 1 + 3 + 8 = 12 against 2 + 4 + 5 = 11, and the pool holds 6, 7 and 9.
        ("pocket-addition:1.2.3.4.8.5.pass.pass", (1, "the higher total, 12 against 11")),
        # 1 + 3 + 5 = 9 against 2 + 4 + 6 = 12, and the pool holds 7, 8 and 9.
        ("pocket-addition:1.2.3.4.5.6.pass.pass", (2, "the higher total, 12 against 9")),
    ],
)
def test_the_higher_total_wins_after_two_passes(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("pocket-addition:3")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 1 + 6 + 7 = 14 = 5 + 9, and the pool holds 2, 3, 4 and 8.
        ("pocket-addition:1.5.6.9.7.pass.pass", (1, "both have 14 and seat 1 took the last number")),
        # 1 + 3 + 7 = 11 = 2 + 4 + 5, and the pool holds 6, 8 and 9.
        ("pocket-addition:1.2.3.4.7.5.pass.pass", (2, "both have 11 and seat 2 took the last number")),
        # The last number may come after a pass of the other seat: 3 against 1, pass, 1 + 2.
        ("pocket-addition,highest=3,target=4:3.1.pass.2.pass.pass", (2, "both have 3 and seat 2 took the last number")),
    ],
)
def test_at_equal_totals_the_seat_that_took_the_last_number_wins(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("pocket-addition:3")
def test_an_empty_pool_ends_the_game_by_two_passes_like_any_other():
    assert moves_at("pocket-addition,highest=1,target=2:1") == ["pass"]
    assert outcome_at("pocket-addition,highest=1,target=2:1.pass.pass") == (1, "the higher total, 1 against 0")


@pytest.mark.rule("pocket-addition:3")
def test_a_game_ended_by_two_passes_takes_no_more_of_them():
    over = "pocket-addition:1.2.3.4.5.6.pass.pass"
    assert after_the_end(over, "pass") == (3, "The game is over: the higher total, 12 against 9")


def test_the_totals_are_told_by_seat_whoever_is_to_move():
    assert position_at("pocket-addition:6.9").totals == (6, 9)
    assert position_at("pocket-addition:6.9.8").totals == (14, 9)


def test_the_smallest_pool_and_target_are_won_by_the_first_number():
    assert outcome_at("pocket-addition,highest=1,target=1:1") == (1, "made 1 exactly")


def test_the_largest_pool_and_target_can_be_played():
    assert len(moves_at("pocket-addition,highest=50,target=1275")) == 50


def test_a_target_below_the_highest_number_leaves_the_large_ones_in_the_pool():
    assert moves_at("pocket-addition,target=3") == ["1", "2", "3"]
    assert refusal("pocket-addition,target=3", "4").reason == "0 + 4 = 4 exceeds 3"


@pytest.mark.parametrize(
    "option, value, limits",
    [
        ("highest", 0, "1 to 50"),
        ("highest", 51, "1 to 50"),
        ("highest", "9", "1 to 50"),
        ("target", 0, "1 to 1275"),
        ("target", 1276, "1 to 1275"),
        ("target", 15.0, "1 to 1275"),
    ],
)
def test_an_option_outside_its_limits_is_refused(option, value, limits):
    said = refused_option("pocket-addition", **{option: value})
    assert said == f"{option}={value!r} is not possible: {option} must be a whole number from {limits}."


def test_numbers_too_large_for_both_seats_do_not_count_in_the_key():
    # Both times it is 14 against 11. Left are 3, 4, 6, 7 and 3, 4, 5, 8: nobody has room for more than 4.
    assert position_at("pocket-addition:1.2.5.9.8").key() == position_at("pocket-addition:1.2.6.9.7").key()


@pytest.mark.parametrize(
    "one, another",
    [
        ("pocket-addition:1.2", "pocket-addition:2.1"),
        ("pocket-addition:1.2", "pocket-addition:1.3"),
        ("pocket-addition:9.8.5.1", "pocket-addition:9.8.5.1.pass"),
        ("pocket-addition:3.6.4", "pocket-addition:2.6.5"),
    ],
)
def test_positions_that_differ_in_what_matters_have_different_keys(one, another):
    assert position_at(one).key() != position_at(another).key()


def test_every_move_has_its_number_for_machines_with_the_pass_last():
    assert GAME.actions() == (1, 2, 3, 4, 5, 6, 7, 8, 9, "pass")


def test_a_longest_game_has_every_number_a_pass_between_each_two_and_two_passes():
    assert GAME.longest() == 19


@pytest.mark.parametrize("text", ["PASS", " pass ", "Pass"])
def test_a_pass_may_be_spelled_in_any_case(text):
    assert GAME.parse_move(text) == "pass"


@pytest.mark.parametrize("text", ["", "passes", "p", "7 8", "-7", "7.0"])
def test_text_that_is_neither_a_number_nor_a_pass_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a number"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    "code, shown",
    [
        (
            "pocket-addition:9.8.4.6",
            "<pocket-addition: seat 1 has 13; seat 2 has 14; pool 1, 2, 3, 5, 7; seat 1 to move>",
        ),
        (
            "pocket-addition:9.8.4",
            "<pocket-addition: seat 1 has 13; seat 2 has 8; pool 1, 2, 3, 5, 6, 7; seat 2 to move>",
        ),
    ],
)
def test_a_position_prints_readably(code, shown):
    assert repr(position_at(code)) == shown
