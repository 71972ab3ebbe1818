"""The rules of Digit Dilemma, one by one."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import UnreadableMove
from fathom.games.digit_dilemma.rules import Placement
from tests.games.playing import after_the_end, moves_at, outcome_at, position_at, refusal, refused_option

GAME = games.game("digit-dilemma")


@pytest.mark.rule("digit-dilemma:1")
def test_every_digit_may_go_to_every_place_at_first():
    assert moves_at("digit-dilemma") == [f"{digit}{place}" for digit in range(10) for place in "LMR"]


@pytest.mark.rule("digit-dilemma:1")
@pytest.mark.parametrize("code", ["digit-dilemma:7L", "digit-dilemma:7L.3M"])
def test_a_placed_digit_is_gone_for_both_seats(code):
    error = refusal(code, "7R")
    assert error.rule == 1
    assert error.reason == "The digit 7 has been placed already"


@pytest.mark.rule("digit-dilemma:1")
def test_a_digit_once_placed_stays_where_it_is():
    error = refusal("digit-dilemma:7L.3M", "1L")
    assert error.rule == 1
    assert error.reason == "Your place Left is taken by the 7, which stays there"


@pytest.mark.rule("digit-dilemma:1")
def test_a_digit_goes_to_the_board_of_whoever_places_it():
    position = position_at("digit-dilemma:7L.3M.1R")
    assert position.board(1) == (7, None, 1)
    assert position.board(2) == (None, 3, None)


@pytest.mark.rule("digit-dilemma:1")
@pytest.mark.parametrize("digit", ["10", "77", "999999999"])
def test_a_number_of_two_digits_is_no_digit(digit):
    error = refusal("digit-dilemma", f"{digit}L")
    assert error.rule == 1
    assert error.reason == f"{digit} is not a digit: digits are 0 to 9"


@pytest.mark.rule("digit-dilemma:1")
def test_a_digit_below_zero_is_refused_as_well():
    assert position_at("digit-dilemma").violation(Placement(-1, "L")).rule == 1


@pytest.mark.rule("digit-dilemma:1")
def test_a_place_of_another_board_is_refused():
    error = refusal("digit-dilemma", "7 Second")
    assert error.rule == 1
    assert error.reason == "There is no place Second on this board: it has Left, Middle and Right"


@pytest.mark.rule("digit-dilemma:1")
@pytest.mark.parametrize("place", ["", "LM", "MR", "LMR", "X", "l"])
def test_a_place_that_is_none_is_refused_even_when_it_was_not_read_from_text(place):
    violation = position_at("digit-dilemma").violation(Placement(7, place))
    assert violation is not None
    assert violation.rule == 1


@pytest.mark.rule("digit-dilemma:2")
@pytest.mark.parametrize(
    "code, outcome",
    [
        ("digit-dilemma:7L.3M.1R.5L.4M.2R", (2, "532 is a multiple of 7")),  # 532 = 7 × 76
        ("digit-dilemma:1L.9L.0M.8M.5R", (1, "105 is a multiple of 7")),  # 105 = 7 × 15
    ],
)
def test_completing_a_multiple_wins_at_once(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("digit-dilemma:2")
def test_completing_another_number_first_does_not_end_the_game():
    assert outcome_at("digit-dilemma:7L.3M.1R.5L.4M") is None  # 741


@pytest.mark.rule("digit-dilemma:2")
def test_a_game_won_by_a_multiple_takes_no_more_digits():
    over = "digit-dilemma:1L.9L.0M.8M.5R"
    assert after_the_end(over, "7R") == (2, "The game is over: 105 is a multiple of 7")


@pytest.mark.rule("digit-dilemma:3")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 741 is 1 short of 742; 530 is 2 short of 532.
        ("digit-dilemma:7L.3M.1R.5L.4M.0R", (1, "741 is 1 short, 530 is 2 short")),
        # 740 is 2 short of 742; 531 is 1 short of 532.
        ("digit-dilemma:7L.3M.0R.5L.4M.1R", (2, "531 is 1 short, 740 is 2 short")),
    ],
)
def test_the_smaller_distance_up_to_the_next_multiple_wins(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("digit-dilemma:3")
def test_a_number_just_above_a_multiple_is_far_from_the_next():
    # 106 is 6 short of 112, although 105 is next door; 275 is 5 short of 280.
    assert outcome_at("digit-dilemma:1L.2L.0M.7M.6R.5R") == (2, "275 is 5 short, 106 is 6 short")


@pytest.mark.rule("digit-dilemma:3")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 741 is 1 short of 742, and 629 is 1 short of 630.
        ("digit-dilemma:7L.6L.4M.2M.1R.9R", (2, "629 and 741 are both 1 short, and 629 is the smaller")),
        ("digit-dilemma:6L.7L.2M.4M.9R.1R", (1, "629 and 741 are both 1 short, and 629 is the smaller")),
    ],
)
def test_at_equal_distance_the_smaller_number_wins(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("digit-dilemma:3")
def test_a_game_decided_by_distance_takes_no_more_digits():
    over = "digit-dilemma:7L.3M.1R.5L.4M.0R"
    assert after_the_end(over, "8L") == (3, "The game is over: 741 is 1 short, 530 is 2 short")


@pytest.mark.rule("digit-dilemma:4")
def test_a_zero_on_the_left_is_read_as_written():
    # 0 1 4 is 14 = 7 × 2.
    assert outcome_at("digit-dilemma:0L.9L.1M.8M.4R") == (1, "14 is a multiple of 7")


@pytest.mark.rule("digit-dilemma:4")
def test_a_zero_on_the_left_counts_with_its_number_when_distances_are_compared():
    # 0 1 3 is 13, 1 short of 14; 985 is 2 short of 987.
    assert outcome_at("digit-dilemma:0L.9L.1M.8M.3R.5R") == (1, "13 is 1 short, 985 is 2 short")


@pytest.mark.rule("digit-dilemma:4")
def test_a_zero_on_the_left_can_be_forbidden():
    error = refusal("digit-dilemma,leading_zero=forbidden", "0L")
    assert error.rule == 4
    assert error.reason == "A 0 may not stand on the Left"


@pytest.mark.rule("digit-dilemma:4")
def test_where_it_is_forbidden_a_zero_may_still_go_elsewhere():
    allowed = moves_at("digit-dilemma,leading_zero=forbidden")
    assert allowed[:2] == ["0M", "0R"]
    assert len(allowed) == 29


@pytest.mark.rule("digit-dilemma:4")
def test_where_it_is_forbidden_a_taken_place_is_the_first_thing_wrong():
    assert refusal("digit-dilemma,leading_zero=forbidden:7L.3M", "0L").rule == 1


@pytest.mark.parametrize(
    "slots, places",
    [(2, "LR"), (3, "LMR"), (4, "LSTR"), (5, "LSMFR")],
)
def test_a_board_has_two_to_five_places(slots, places):
    assert moves_at(f"digit-dilemma,slots={slots}") == [f"{digit}{place}" for digit in range(10) for place in places]
    assert GAME.longest(GAME.options_type(slots=slots)) == 2 * slots


def test_with_five_places_all_ten_digits_get_placed():
    code = "digit-dilemma,slots=5,divisor=1000:1L.2L.3S.4S.5M.6M.7F.8F.9R.0R"
    # 13579 is 421 short of 14000; 24680 is 320 short of 25000.
    assert outcome_at(code) == (2, "24680 is 320 short, 13579 is 421 short")


def test_five_places_do_not_go_with_a_forbidden_zero():
    said = refused_option("digit-dilemma", slots=5, leading_zero="forbidden")
    assert said.startswith("slots=5 with base=10 does not go with leading_zero=forbidden: all 10 digits get placed")


def test_four_places_go_with_a_forbidden_zero():
    assert len(moves_at("digit-dilemma,slots=4,leading_zero=forbidden")) == 39


@pytest.mark.parametrize(
    "divisor, outcome",
    [
        (2, (1, "14 is a multiple of 2")),
        (1000, None),
    ],
)
def test_the_divisor_may_be_2_to_1000(divisor, outcome):
    assert outcome_at(f"digit-dilemma,slots=2,divisor={divisor}:1L.9L.4R") == outcome


@pytest.mark.parametrize(
    "option, value, allowed",
    [
        ("divisor", 1, "a whole number from 2 to 1000"),
        ("divisor", 1001, "a whole number from 2 to 1000"),
        ("divisor", "7", "a whole number from 2 to 1000"),
        ("slots", 1, "a whole number from 2 to 5"),
        ("slots", 6, "a whole number from 2 to 5"),
        ("leading_zero", "yes", "allowed, forbidden or unqualified"),
        ("leading_zero", True, "allowed, forbidden or unqualified"),
        ("base", 3, "a whole number from 4 to 16"),
        ("base", 17, "a whole number from 4 to 16"),
    ],
)
def test_an_option_outside_its_limits_is_refused(option, value, allowed):
    said = refused_option("digit-dilemma", **{option: value})
    assert said == f"{option}={value!r} is not possible: {option} must be {allowed}."


# ------------------------------------------------------------------ variants of ours


@pytest.mark.rule("digit-dilemma:1")
@pytest.mark.parametrize(
    "base, symbols", [(6, "012345"), (8, "01234567"), (11, "0123456789A"), (16, "0123456789ABCDEF")]
)
def test_a_base_has_as_many_digits_written_0_to_9_and_then_by_letters(base, symbols):
    code = f"digit-dilemma,base={base}"
    assert moves_at(code) == [f"{digit}{place}" for digit in symbols for place in "LMR"]
    assert len(GAME.actions(GAME.options_type(base=base))) == 3 * base


@pytest.mark.rule("digit-dilemma:1")
@pytest.mark.parametrize(
    "base, typed, said",
    [
        (8, "8L", "8 is not a digit: digits are 0 to 7"),
        (10, "AL", "10 is not a digit: digits are 0 to 9"),
        (11, "BL", "B is not a digit: digits are 0 to 9 and A"),
        (12, "FL", "F is not a digit: digits are 0 to 9 and A to B"),
        (16, "16L", "16 is not a digit: digits are 0 to 9 and A to F"),
    ],
)
def test_a_digit_that_the_base_does_not_have_is_refused(base, typed, said):
    error = refusal(f"digit-dilemma,base={base}", typed)
    assert (error.rule, error.reason) == (1, said)


@pytest.mark.rule("digit-dilemma:1")
def test_a_letter_once_placed_is_called_by_its_name():
    assert refusal("digit-dilemma,base=16:BL", "BM").reason == "The digit B has been placed already"
    assert refusal("digit-dilemma,base=16:BL.0L", "1L").reason == "Your place Left is taken by the B, which stays there"


@pytest.mark.rule("digit-dilemma:2")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 2·256 + 14·16 + 6 = 742 = 7 × 106 in base 16.
        ("digit-dilemma,base=16:2L.0L.EM.1M.6R", (1, "2E6 = 742 is a multiple of 7")),
        ("digit-dilemma,base=16:2L.0L.EM.1M.7R", None),
        # 1·36 + 3·6 + 2 = 56 = 7 × 8 in base 6.
        ("digit-dilemma,base=6:1L.0L.3M.4M.2R", (1, "132 = 56 is a multiple of 7")),
    ],
)
def test_a_number_is_read_in_its_base(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.rule("digit-dilemma:3")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # AB0 = 10·256 + 11·16 = 2736 = 7 × 391 - 1; 123 = 256 + 32 + 3 = 291 = 7 × 42 - 3.
        ("digit-dilemma,base=16:AL.1L.BM.2M.0R.3R", (1, "AB0 = 2736 is 1 short, 123 = 291 is 3 short")),
        # 104 = 256 + 4 = 260 = 7 × 38 - 6; AB2 = 2738 = 7 × 392 - 6: the smaller value wins.
        (
            "digit-dilemma,base=16:AL.1L.BM.0M.2R.4R",
            (2, "104 = 260 and AB2 = 2738 are both 6 short, and 104 = 260 is the smaller"),
        ),
    ],
)
def test_distances_are_compared_by_value(code, outcome):
    assert outcome_at(code) == outcome


@pytest.mark.parametrize("slots, base", [(3, 5), (4, 7), (5, 9)])
def test_a_base_with_fewer_digits_than_places_is_refused(slots, base):
    said = refused_option("digit-dilemma", slots=slots, base=base)
    assert said == (
        f"slots={slots} needs a base of at least {2 * slots}: the two boards have {2 * slots} places, "
        f"and in base {base} there are {base} digits."
    )


@pytest.mark.parametrize("slots, base", [(2, 4), (3, 6), (4, 8)])
def test_where_all_digits_get_placed_a_0_must_be_able_to_go_left(slots, base):
    said = refused_option("digit-dilemma", slots=slots, base=base, leading_zero="forbidden")
    assert said.startswith(f"slots={slots} with base={base} does not go with leading_zero=forbidden: all {base} digits")
    for reading in ("allowed", "unqualified"):
        assert moves_at(f"digit-dilemma,slots={slots},base={base},leading_zero={reading}")[0] == "0L"


@pytest.mark.rule("digit-dilemma:4")
def test_an_unqualified_number_that_begins_with_0_is_no_multiple():
    # 0 1 4 is 14 = 7 × 2, and wins nothing at once.
    assert outcome_at("digit-dilemma,leading_zero=unqualified:0L.9L.1M.8M.4R") is None
    assert outcome_at("digit-dilemma,leading_zero=unqualified:1L.9L.4M.8M.0R") == (1, "140 is a multiple of 7")


@pytest.mark.rule("digit-dilemma:4")
@pytest.mark.parametrize(
    "code, outcome",
    [
        # 14 is a multiple of 7, so the next higher one is 7 away; 985 is 2 short of 987, 982 is 5 short.
        ("0L.9L.1M.8M.4R.5R", (2, "985 is 2 short, 14 is 7 short")),
        ("0L.9L.1M.8M.4R.2R", (2, "982 is 5 short, 14 is 7 short")),
        # 13 is no multiple: 1 short of 14, as always.
        ("0L.9L.1M.8M.3R.5R", (1, "13 is 1 short, 985 is 2 short")),
    ],
)
def test_an_unqualified_number_is_compared_by_the_distance_to_the_next_higher_multiple(code, outcome):
    assert outcome_at(f"digit-dilemma,leading_zero=unqualified:{code}") == outcome


def test_unqualified_takes_a_0_on_the_left_like_allowed():
    assert moves_at("digit-dilemma,leading_zero=unqualified") == moves_at("digit-dilemma")


def test_the_order_in_which_a_board_was_filled_does_not_count_in_the_key():
    assert position_at("digit-dilemma:7L.3M.1R").key() == position_at("digit-dilemma:1R.3M.7L").key()


@pytest.mark.parametrize(
    "one, another",
    [
        ("digit-dilemma:7L", "digit-dilemma:7M"),
        ("digit-dilemma:7L", "digit-dilemma:1L"),
        ("digit-dilemma:7L.3M", "digit-dilemma:3M.7L"),
    ],
)
def test_positions_that_differ_in_what_matters_have_different_keys(one, another):
    assert position_at(one).key() != position_at(another).key()


def test_every_move_has_its_number_for_machines():
    actions = GAME.actions()
    assert len(actions) == 30
    assert actions[:4] == ((0, "L"), (0, "M"), (0, "R"), (1, "L"))
    assert len(GAME.actions(GAME.options_type(leading_zero="forbidden"))) == 29


@pytest.mark.parametrize("text", ["7L", "7l", "7 L", "7 left", "7 LEFT", " 7,Left ", "7, l", "07L"])
def test_a_move_may_be_spelled_in_several_ways(text):
    assert GAME.parse_move(text) == (7, "L")


@pytest.mark.parametrize("text", ["FL", "fl", "F Left", "f, left", "15L"])
def test_a_letter_is_a_digit_too(text):
    assert GAME.parse_move(text) == (15, "L")
    assert GAME.format_move(Placement(15, "L")) == "FL"


def test_one_letter_may_be_a_digit_and_a_place():
    assert GAME.parse_move("FF") == (15, "F")
    assert GAME.parse_move("F Fourth") == (15, "F")


@pytest.mark.parametrize(
    "text", ["", "7", "F", "Fourth", "GL", "AAL", "L", "L7", "seven left", "7 up", "٧L", "-7L", "7LM", "pass"]
)
def test_text_without_a_digit_and_a_place_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a digit and a place, such as 7L or 7 Left"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    "code, shown",
    [
        (
            "digit-dilemma:7L.3M.1R",
            "<digit-dilemma: seat 1 has 7_1; seat 2 has _3_; digits 0, 2, 4, 5, 6, 8, 9; seat 2 to move>",
        ),
        (
            "digit-dilemma,base=12:BL.3M",
            "<digit-dilemma,base=12: seat 1 has B__; seat 2 has _3_; digits 0, 1, 2, 4, 5, 6, 7, 8, 9, A; "
            "seat 1 to move>",
        ),
    ],
)
def test_a_position_prints_readably(code, shown):
    assert repr(position_at(code)) == shown
