"""The rules of Range War, one by one."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import UnreadableMove
from tests.games.playing import after_the_end, moves_at, outcome_at, position_at, refusal, refused_option

GAME = games.game("range-war")


@pytest.mark.rule("range-war:1")
def test_the_first_number_may_be_any_number_of_the_line():
    assert moves_at("range-war") == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


@pytest.mark.rule("range-war:1")
@pytest.mark.parametrize("number", ["0", "11", "999999999"])
def test_a_number_that_is_not_on_the_line_is_refused(number):
    error = refusal("range-war", number)
    assert error.rule == 1
    assert error.reason == f"{number} is not on the line, which runs from 1 to 10"


@pytest.mark.rule("range-war:1")
def test_a_number_below_zero_is_refused_as_well():
    assert position_at("range-war").violation(-1).rule == 1


@pytest.mark.rule("range-war:1")
def test_a_claimed_number_cannot_be_claimed_again():
    error = refusal("range-war:6.4.9", "4")
    assert error.rule == 1
    assert error.reason == "4 has been claimed already"


@pytest.mark.rule("range-war:1")
def test_there_is_no_passing():
    with pytest.raises(UnreadableMove):
        GAME.parse_move("pass")


@pytest.mark.rule("range-war:2")
def test_after_a_fall_the_next_number_must_be_higher():
    assert moves_at("range-war:6.4") == ["5", "7", "8", "9", "10"]


@pytest.mark.rule("range-war:2")
def test_after_a_rise_the_next_number_must_be_lower():
    assert moves_at("range-war:6.4.9") == ["1", "2", "3", "5", "7", "8"]


@pytest.mark.rule("range-war:2")
def test_a_lower_number_after_a_fall_is_refused():
    error = refusal("range-war:6.4", "3")
    assert error.rule == 2
    assert error.reason == "3 is not higher than 4, as it must be after a fall"
    assert error.allowed == "Allowed now: 5, 7, 8, 9, 10."


@pytest.mark.rule("range-war:2")
def test_a_higher_number_after_a_rise_is_refused():
    error = refusal("range-war:6.4.9", "10")
    assert error.rule == 2
    assert error.reason == "10 is not lower than 9, as it must be after a rise"


@pytest.mark.rule("range-war:3")
def test_the_second_number_must_be_lower_by_default():
    assert moves_at("range-war:4") == ["1", "2", "3"]


@pytest.mark.rule("range-war:3")
def test_a_higher_second_number_is_refused_by_default():
    error = refusal("range-war:4", "5")
    assert error.rule == 3
    assert error.reason == "5 is not lower than 4, as the second number must be"


@pytest.mark.rule("range-war:3")
def test_the_second_number_may_lie_on_either_side_when_it_is_free():
    assert moves_at("range-war,second_move=free:4") == ["1", "2", "3", "5", "6", "7", "8", "9", "10"]


@pytest.mark.rule("range-war:3")
def test_a_free_second_number_still_cannot_be_the_first_one():
    assert refusal("range-war,second_move=free:4", "4").rule == 1


@pytest.mark.rule("range-war:3")
@pytest.mark.parametrize("second, third", [("6", ["1", "2", "3", "5"]), ("2", ["3", "5", "6", "7", "8", "9", "10"])])
def test_a_free_second_number_chooses_the_trend(second, third):
    assert moves_at(f"range-war,second_move=free:4.{second}") == third


@pytest.mark.rule("range-war:4")
@pytest.mark.parametrize(
    "code, outcome",
    [
        ("range-war:6.1.2", (1, "no number lower than 2 is left for seat 2")),
        ("range-war:6.4.10.1.9.8", (2, "no number higher than 8 is left for seat 1")),
        ("range-war,highest=4:4.3", (2, "no number higher than 3 is left for seat 1")),
    ],
)
def test_a_seat_that_cannot_move_loses(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("range-war:4")
def test_opening_with_1_wins_on_the_spot():
    assert outcome_at("range-war:1") == (1, "no number lower than 1 is left for seat 2")


@pytest.mark.rule("range-war:4")
def test_opening_with_1_wins_nothing_when_the_second_number_is_free():
    assert outcome_at("range-war,second_move=free:1") is None


@pytest.mark.rule("range-war:4")
def test_a_finished_game_takes_no_more_numbers():
    assert after_the_end("range-war:1", "2") == (4, "The game is over: no number lower than 1 is left for seat 2")


def test_the_seats_take_turns_and_the_one_that_would_be_next_is_named_after_the_end():
    assert [position_at(f"range-war:{line}").to_move for line in ("6", "6.4", "6.4.9")] == [2, 1, 2]
    assert position_at("range-war:1").to_move == 2


def test_the_line_may_be_as_short_as_two_numbers():
    assert moves_at("range-war,highest=2") == ["1", "2"]
    assert outcome_at("range-war,highest=2:2.1") == (2, "no number higher than 1 is left for seat 1")


def test_the_line_may_be_as_long_as_a_million_numbers():
    lost = outcome_at("range-war,highest=1000000:1000000.999999")
    assert lost == (2, "no number higher than 999999 is left for seat 1")


@pytest.mark.parametrize("highest", [1, 0, -1, 1_000_001, "10", 10.0, True, None])
def test_a_line_of_another_length_is_refused(highest):
    said = refused_option("range-war", highest=highest)
    assert said == f"highest={highest!r} is not possible: highest must be a whole number from 2 to 1000000."


@pytest.mark.parametrize("word", ["higher", "", "LOWER", None, 1])
def test_the_second_move_is_lower_or_free_and_nothing_else(word):
    said = refused_option("range-war", second_move=word)
    assert said == f"second_move={word!r} is not possible: second_move must be lower or free."


def test_lines_with_as_many_free_numbers_on_each_side_have_the_same_key():
    # 5 then 2: above 2 lie 3 4 6 7 8 9 10, below it 1. And 6 then 2: 3 4 5 7 8 9 10, and 1.
    assert position_at("range-war:5.2").key() == position_at("range-war:6.2").key()


def test_a_line_seen_upside_down_has_the_same_key():
    # After a rise to 9: 7 numbers below, 1 above. After a fall to 2: 7 above, 1 below.
    rise, fall = position_at("range-war,second_move=free:5.9"), position_at("range-war,second_move=free:5.2")
    assert rise.key() == fall.key()


@pytest.mark.parametrize(
    "one, another",
    [
        ("range-war:5.2", "range-war:5.3"),
        ("range-war,second_move=free:5", "range-war,second_move=free:4"),
        ("range-war", "range-war:10"),
        ("range-war:10.1", "range-war:10.1.5"),
    ],
)
def test_positions_that_differ_in_what_matters_have_different_keys(one, another):
    assert position_at(one).key() != position_at(another).key()


def test_every_move_has_its_number_for_machines():
    assert GAME.actions() == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert GAME.actions(GAME.options_type(highest=3)) == (1, 2, 3)


def test_no_game_is_longer_than_the_line():
    assert GAME.longest() == 10
    assert GAME.longest(GAME.options_type(highest=42)) == 42


@pytest.mark.parametrize("text", ["", "six", "6.", "+6", "-1", "6 4", "٦", "1_0", "1" * 10, "0x6"])
def test_text_that_is_no_number_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a number"):
        GAME.parse_move(text)


def test_space_around_a_number_does_not_matter():
    assert GAME.parse_move(" 6\t") == 6


@pytest.mark.parametrize(
    "code, shown",
    [
        ("range-war", "<range-war: free 1, 2, 3, 4, 5, 6, 7, 8, 9, 10; seat 1 to move>"),
        ("range-war,highest=5:4.2", "<range-war,highest=5: free 1, 3, 5; last 2; next higher; seat 1 to move>"),
        (
            "range-war,highest=3:1",
            "<range-war,highest=3: free 2, 3; last 1; next lower; over: no number lower than 1 is left for seat 2>",
        ),
    ],
)
def test_a_position_prints_readably(code, shown):
    assert repr(position_at(code)) == shown
