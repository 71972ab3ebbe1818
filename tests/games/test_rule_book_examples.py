"""Every example and every sample dialogue of the five rule books.

Legal ones are replayed to their published result; broken ones up to the move that is refused, with the rule that
refuses it. The words of the sample dialogues are the books' own (bold type and one garbled ÷ left out).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from fathom.core.outcome import Outcome
from fathom.games.pyramid_challenge.rules import Ending
from fathom.games.pyramid_puzzle.board import AROUND, INWARD, OUTWARD, pyramid
from tests.games.playing import match_at, moves_at, outcome_at, position_at, refusal

# ---------------------------------------------------------------- Range War

#: The example, turn by turn: what is chosen, and the numbers that the book then calls claimed.
RANGE_WAR = [
    (6, {6}),
    (4, {4, 6}),
    (9, {4, 6, 9}),
    (5, {4, 5, 6, 9}),
    (7, {4, 5, 6, 7, 9}),
    (3, {3, 4, 5, 6, 7, 9}),
    (8, {3, 4, 5, 6, 7, 8, 9}),
    (2, {2, 3, 4, 5, 6, 7, 8, 9}),
    (10, {2, 3, 4, 5, 6, 7, 8, 9, 10}),
    (1, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
]


def range_war_until(turn: int) -> str:
    """The code of the example before that turn."""
    return f"range-war:{'.'.join(str(number) for number, _ in RANGE_WAR[: turn - 1])}"


def test_the_example_of_range_war_is_won_by_player_2():
    outcome = outcome_at(range_war_until(11))
    assert outcome is not None
    assert outcome[0] == 2


@pytest.mark.parametrize("turn", range(1, 11))
def test_the_example_of_range_war_claims_the_numbers_listed(turn):
    free = position_at(range_war_until(turn + 1)).free
    assert {n for n in range(1, 11) if not free >> n & 1} == RANGE_WAR[turn - 1][1]


@pytest.mark.parametrize(
    "turn, available",
    [
        (3, "5, 7, 8, 9, 10"),
        (4, "1, 2, 3, 5, 7, 8"),
        (5, "7, 8, 10"),
        (7, "8, 10"),
        (8, "1, 2"),
        (9, "10"),
        (10, "1"),
    ],
)
def test_the_example_of_range_war_lists_what_may_be_chosen(turn, available):
    assert ", ".join(moves_at(range_war_until(turn))) == available


def test_step_6_of_the_example_lists_an_8_that_rule_2_refuses():
    assert moves_at(range_war_until(6)) == ["1", "2", "3"]
    assert refusal(range_war_until(6), "8").rule == 2


def test_after_the_move_from_3_to_7_a_lower_number_must_follow():
    assert refusal("range-war,second_move=free:3.7", "8").rule == 2
    assert moves_at("range-war,second_move=free:3.7") == ["1", "2", "4", "5", "6"]


def test_after_the_move_from_8_to_4_a_higher_number_must_follow():
    assert refusal("range-war:8.4", "3").rule == 2
    assert moves_at("range-war:8.4") == ["5", "6", "7", "9", "10"]


# ---------------------------------------------------------------- Pocket Addition


def test_example_1_of_pocket_addition_takes_the_7_twice():
    assert position_at("pocket-addition:8.7").totals == (8, 7)
    assert refusal("pocket-addition:8.7", "7").rule == 1


def test_example_2_of_pocket_addition_takes_a_6_that_is_gone():
    assert position_at("pocket-addition:6.9.8").totals == (14, 9)
    assert refusal("pocket-addition:6.9.8", "6").rule == 1


def test_example_3_of_pocket_addition_is_won_by_player_2_with_15():
    assert position_at("pocket-addition:5.8.9").totals == (14, 8)
    assert position_at("pocket-addition:5.8.9.7").totals == (14, 15)
    assert outcome_at("pocket-addition:5.8.9.7") == (2, "made 15 exactly")


def test_example_4_of_pocket_addition_passes_although_the_3_would_win():
    assert position_at("pocket-addition:7.8.5.4").totals == (12, 12)
    assert refusal("pocket-addition:7.8.5.4", "pass").rule == 3
    assert outcome_at("pocket-addition:7.8.5.4.3") == (1, "made 15 exactly")


def test_the_sample_of_pocket_addition_tries_a_6_that_is_gone():
    assert refusal("pocket-addition:6.9.8", "6").rule == 1


def test_the_sample_of_pocket_addition_passes_although_the_1_would_win():
    assert position_at("pocket-addition:6.9.8.5").totals == (14, 14)
    assert refusal("pocket-addition:6.9.8.5", "pass").rule == 3
    assert outcome_at("pocket-addition:6.9.8.5.1") == (1, "made 15 exactly")


# ---------------------------------------------------------------- Digit Dilemma

#: The example, turn by turn: the move, whose number it changes, that number, and the digits left.
DIGIT_DILEMMA = [
    ("7L", 1, "7 _ _", "0, 1, 2, 3, 4, 5, 6, 8, 9"),
    ("3M", 2, "_ 3 _", "0, 1, 2, 4, 5, 6, 8, 9"),
    ("1R", 1, "7 _ 1", "0, 2, 4, 5, 6, 8, 9"),
    ("5L", 2, "5 3 _", "0, 2, 4, 6, 8, 9"),
    ("4M", 1, "7 4 1", "0, 2, 6, 8, 9"),
    ("2R", 2, "5 3 2", "0, 6, 8, 9"),
]


@pytest.mark.parametrize("turn", range(1, 7))
def test_the_example_of_digit_dilemma_shows_numbers_and_digits(turn):
    _, seat, number, pool = DIGIT_DILEMMA[turn - 1]
    position = position_at(f"digit-dilemma:{'.'.join(move for move, *_ in DIGIT_DILEMMA[:turn])}")
    assert " ".join("_" if digit is None else str(digit) for digit in position.board(seat)) == number
    assert ", ".join(str(digit) for digit in range(10) if position.pool >> digit & 1) == pool


def test_the_example_of_digit_dilemma_goes_on_after_741():
    assert outcome_at("digit-dilemma:7L.3M.1R.5L.4M") is None


def test_the_example_of_digit_dilemma_is_won_by_player_2_with_532():
    assert outcome_at("digit-dilemma:7L.3M.1R.5L.4M.2R") == (2, "532 is a multiple of 7")


# ---------------------------------------------------------------- Pyramid Challenge

PYRAMID_CHALLENGE = "4.5.7.2.3.6.3.7.4.8.7"


@pytest.mark.parametrize(
    "plies, allowed",
    [
        (6, ["3"]),  # Alice, above 4 and 7: 11 is too much
        (7, ["3", "7"]),  # Bob, above 5 and 2
        (8, ["4"]),  # Alice, above 7 and 3: 10 is too much
        (9, ["4", "8"]),  # Bob, above 2 and 6
        (10, ["1", "7"]),  # Alice, above 3 and 4
    ],
)
def test_the_example_of_pyramid_challenge_lists_the_possible_numbers(plies, allowed):
    moves = PYRAMID_CHALLENGE.split(".")[:plies]
    assert moves_at(f"pyramid-challenge:{'.'.join(moves)}") == allowed


def test_the_example_of_pyramid_challenge_is_won_by_alice():
    match = match_at(f"pyramid-challenge:{PYRAMID_CHALLENGE}", "Alice", "Bob")
    assert match.outcome == Outcome(1, Ending.COMPLETED)
    assert match.position.pyramid(1) == (4, 7, 3, 3, 4, 7)
    assert match.position.pyramid(2) == (5, 2, 6, 7, 8)


def test_above_3_and_5_stand_8_or_2():
    assert moves_at("pyramid-challenge:3.1.5.1.1.1") == ["2", "8"]


def test_above_two_equal_numbers_only_their_sum_may_stand():
    assert moves_at("pyramid-challenge:3.1.3.1.1.1") == ["6"]
    assert refusal("pyramid-challenge:3.1.3.1.1.1", "0").rule == 2


# ---------------------------------------------------------------- Pyramid Puzzle


@pytest.mark.parametrize(
    "tile, kind, to",
    [
        ("C3", AROUND, ["C4", "C2"]),  # clockwise, counter-clockwise
        ("C1", AROUND, ["C2", "C8"]),
        ("C7", AROUND, ["C8", "C6"]),
        ("C8", AROUND, ["C1", "C7"]),
        ("E5", INWARD, ["D3"]),
        ("E6", INWARD, ["D3"]),
        ("C3", OUTWARD, ["D5", "D6"]),  # left, right
        ("A1", OUTWARD, ["B1", "B2", "B3", "B4"]),
        ("B1", INWARD, ["A1"]),
        ("B2", INWARD, ["A1"]),
        ("B3", INWARD, ["A1"]),
        ("B4", INWARD, ["A1"]),
        ("E1", OUTWARD, []),
    ],
)
def test_the_moves_of_the_pyramid_puzzle_lead_where_the_book_says(tile, kind, to):
    assert [path.to for path in pyramid(5).paths[tile] if path.kind == kind] == to


def test_the_pyramid_puzzle_may_start_on_each_of_the_32_base_tiles():
    assert moves_at("pyramid-puzzle:kC4") == [f"E{y}" for y in range(1, 33)]


def test_a_published_route_is_walked_for_12_mp():
    route = "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
    moves = [step if step.startswith("clear") else step.split(":")[0] for step in route.split("|")]
    assert position_at(f"pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15/{'.'.join(moves)}").mp == 12


# ---------------------------------------------------------------- the sample dialogues

PYRAMID_SAMPLE = """
Welcome to Pyramid Challenge!

Player 1: Alice
Player 2: Bob

It's Alice's turn.

Alice's Pyramid:
      [ ]
     [ ][ ]
    [ ][ ][ ]

Select a number from 1 to 9 for Bottom Level Position 1:
> 4

Alice's Pyramid:
      [ ]
     [ ][ ]
    [4][ ][ ]

Turn ends. Switching to Bob.

Bob's Pyramid:
      [ ]
     [ ][ ]
    [ ][ ][ ]

Select a number from 1 to 9 for Bottom Level Position 1:
> 5

Bob's Pyramid:
      [ ]
     [ ][ ]
    [5][ ][ ]

Turn ends. Switching to Alice.
"""

DIGIT_SAMPLE = """
Welcome to Digit Dilemma!

Available Digits: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

Player 1's Number: _ _ _
Player 2's Number: _ _ _

---

Player 1's Turn:
Available Digits: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
Enter the digit you want to pick: 7
Enter the position to place the digit (Left, Middle, Right): Left

Player 1's Number: 7 _ _
Player 2's Number: _ _ _
Digit Pool after turn: 0, 1, 2, 3, 4, 5, 6, 8, 9

---

Player 2's Turn:
Available Digits: 0, 1, 2, 3, 4, 5, 6, 8, 9
Enter the digit you want to pick: 3
Enter the position to place the digit (Left, Middle, Right): Middle

Player 1's Number: 7 _ _
Player 2's Number: _ 3 _
Digit Pool after turn: 0, 1, 2, 4, 5, 6, 8, 9

---

Player 1's Turn:
Available Digits: 0, 1, 2, 4, 5, 6, 8, 9
Enter the digit you want to pick: 1
Enter the position to place the digit (Left, Middle, Right): Right

Player 1's Number: 7 _ 1
Player 2's Number: _ 3 _
Digit Pool after turn: 0, 2, 4, 5, 6, 8, 9

---

Player 2's Turn:
Available Digits: 0, 2, 4, 5, 6, 8, 9
Enter the digit you want to pick: 5
Enter the position to place the digit (Left, Middle, Right): Left

Player 1's Number: 7 _ 1
Player 2's Number: 5 3 _
Digit Pool after turn: 0, 2, 4, 6, 8, 9

---

Player 1's Turn:
Available Digits: 0, 2, 4, 6, 8, 9
Enter the digit you want to pick: 4
Enter the position to place the digit (Left, Middle, Right): Middle

Player 1's Number: 7 4 1
Player 2's Number: 5 3 _
Digit Pool after turn: 0, 2, 6, 8, 9

Completed Number: 741
Checking if 741 is divisible by 7...
Result: 741 ÷ 7 = 105.857 (Not divisible by 7)

---

Player 2's Turn:
Available Digits: 0, 2, 6, 8, 9
Enter the digit you want to pick: 2
Enter the position to place the digit (Left, Middle, Right): Right

Player 1's Number: 7 4 1
Player 2's Number: 5 3 2
Digit Pool after turn: 0, 6, 8, 9

Completed Number: 532
Checking if 532 is divisible by 7...
Result: 532 ÷ 7 = 76 (Divisible by 7)

---

Congratulations, Player 2 wins by forming the number 532, which is a multiple of 7!
"""

RANGE_SAMPLE = """
Game Start!
Available Numbers: 1,2,3,4,5,6,7,8,9,10

Player 1's turn.
Select a number: 6

Player 1 selected 6.
Trend: No trend established.

Available Numbers: 1,2,3,4,5,7,8,9,10

Player 2's turn.
You must select a number lower than 6.
Select a number: 4

Player 2 selected 4.
Trend: Downward (6 -> 4).

Available Numbers: 1,2,3,5,7,8,9,10

Player 1's turn.
You must select a number higher than 4.
Select a number: 9

Player 1 selected 9.
Trend: Upward (4 -> 9).

Available Numbers: 1,2,3,5,7,8,10

Player 2's turn.
You must select a number lower than 9.
Select a number: 5

Player 2 selected 5.
Trend: Downward (9 -> 5).

Available Numbers: 1,2,3,7,8,10

Player 1's turn.
You must select a number higher than 5.
Select a number: 7

Player 1 selected 7.
Trend: Upward (5 -> 7).

Available Numbers: 1,2,3,8,10

Player 2's turn.
You must select a number lower than 7.
Select a number: 3

Player 2 selected 3.
Trend: Downward (7 -> 3).

Available Numbers: 1,2,8,10

Player 1's turn.
You must select a number higher than 3.
Select a number: 8

Player 1 selected 8.
Trend: Upward (3 -> 8).

Available Numbers: 1,2,10

Player 2's turn.
You must select a number lower than 8.
Select a number: 2

Player 2 selected 2.
Trend: Downward (8 -> 2).

Available Numbers: 1,10

Player 1's turn.
You must select a number higher than 2.
Select a number: 10

Player 1 selected 10.
Trend: Upward (2 -> 10).

Available Numbers: 1

Player 2's turn.
You must select a number lower than 10.
Select a number: 1

Player 2 selected 1.
Trend: Downward (10 -> 1).

Available Numbers: None

Player 1's turn.
No available moves. You cannot make a valid move.
Player 2 wins!
"""

#: Up to the pass that rule 3 refuses; what the book tells in between without a screen is left out.
POCKET_SAMPLE = """
Available Numbers: 1 2 3 4 5 6 7 8 9
Your Total Sum: 0
Select a number: 6

Available Numbers: 1 2 3 4 5 7 8 9
Your Total Sum: 0
Select a number: 9

Available Numbers: 1 2 3 4 5 7 8
Your Total Sum: 6
Select a number: 8

Available Numbers: 1 2 3 4 5 7
Your Total Sum: 9
Select a number: 6
Select a number: 5

Available Numbers: 1 2 3 4 7
Your Total Sum: 14
"""


@pytest.fixture
def dialogue(tmp_path):
    """Plays a game in line mode: what was typed in, the lines that came out."""

    def played(*arguments: str, typed: str) -> list[str]:
        result = subprocess.run(
            [sys.executable, "-m", "fathom", "play", *arguments],
            input="".join(f"{word}\n" for word in typed.split()),
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"FATHOM_STORE": str(tmp_path / "store.db"), "PYTHONUTF8": "1"},
            timeout=60,
            check=True,
        )
        assert result.stderr == ""
        return [line.rstrip() for line in result.stdout.splitlines()]

    return played


def first_missing(sample: str, lines: list[str]) -> str | None:
    """The first line of a sample that does not appear after the ones before it; None when all do, in order."""
    remaining = iter(lines)
    for wanted in filter(None, sample.splitlines()):
        if wanted not in remaining:
            return wanted
    return None


def answers(sample: str) -> str:
    """The input in a sample: whatever follows its questions."""
    return " ".join(re.findall(r"^(?:Select a number: |Enter the .*: |> )(\S+)$", sample, re.MULTILINE))


@pytest.mark.parametrize(
    "arguments, sample",
    [
        (["range-war"], RANGE_SAMPLE),
        (["digit-dilemma"], DIGIT_SAMPLE),
        (["pyramid-challenge", "Alice", "Bob"], PYRAMID_SAMPLE),
        (["pocket-addition"], POCKET_SAMPLE),
    ],
    ids=["range-war", "digit-dilemma", "pyramid-challenge", "pocket-addition"],
)
def test_the_sample_dialogue_is_spoken_word_for_word(dialogue, arguments, sample):
    lines = dialogue(*arguments, typed=answers(sample))
    assert first_missing(sample, lines) is None


def test_the_sample_of_range_war_has_not_a_word_more(dialogue):
    lines = dialogue("range-war", typed=answers(RANGE_SAMPLE))
    assert "\n".join(lines) == f"Welcome to Range War!\n{RANGE_SAMPLE}".rstrip()


def test_the_refusals_of_the_pocket_addition_sample_name_their_rules(dialogue):
    lines = dialogue("pocket-addition", typed="6 9 8 6 5 pass 1")
    spoken = """
Select a number: 6
6 has been taken already (rule 1). Allowed now: 1, 2, 3, 4, 5. Try again.
Select a number: 5
Select a number: pass
A player who can take a number may not pass (rule 3). Allowed now: 1. Try again.
Select a number: 1
Player 1 wins the game immediately by reaching a total sum of 15.
"""
    assert first_missing(spoken, lines) is None


def test_a_refused_number_in_pocket_addition_is_followed_by_the_pool_and_the_total_as_the_book_prints(dialogue):
    lines = dialogue("pocket-addition", typed="6 9 8 6 5")
    refused = next(number for number, line in enumerate(lines) if line.startswith("6 has been taken already"))
    assert lines[refused + 1 : refused + 4] == [
        "Available Numbers: 1 2 3 4 5 7",
        "Your Total Sum: 9",
        "Select a number: 5",
    ]


def test_pyramid_challenge_shows_the_available_number_tokens_at_every_turn_as_the_book_asks(dialogue):
    lines = dialogue("pyramid-challenge", "Alice", "Bob", typed="4 5 7")
    assert lines.count("Available number tokens: 1 2 3 4 5 6 7 8 9") == 4


def test_the_pass_of_the_pocket_addition_sample_is_spoken_where_it_is_legal(dialogue):
    # 1 + 6 + 7 = 14 = 5 + 9: nobody can go on, as the book's sample wanted it.
    lines = dialogue("pocket-addition", typed="1 5 6 9 7")
    spoken = """
Available Numbers: 2 3 4 8
Your Total Sum: 14
Cannot select any number without exceeding 15. You pass your turn.
Player 2 passes.
Available Numbers: 2 3 4 8
Your Total Sum: 14
Cannot select any number without exceeding 15. You pass your turn.
Player 1 passes.
Both players have a total sum of 14.
Player 1 made the last valid move.
Player 1 wins the game based on the tie-breaker rule.
"""
    assert first_missing(spoken, lines) is None


def test_the_example_of_pyramid_challenge_can_be_played_in_line_mode(dialogue):
    lines = dialogue("pyramid-challenge", "Alice", "Bob", typed=PYRAMID_CHALLENGE.replace(".", " "))
    spoken = """
Select a number from 1 to 9 for Bottom Level Position 3:
Turn ends. Switching to Alice.
Select a number from 1 to 9 for Middle Level Position 1:
Select a number from 1 to 9 for Middle Level Position 2:
Select a number from 1 to 9 for Top Level Position:
      [7]
     [3][4]
    [4][7][3]
Alice has filled all positions and wins the game!
"""
    assert first_missing(spoken, lines) is None
