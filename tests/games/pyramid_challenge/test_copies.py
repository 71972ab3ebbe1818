"""Pyramid Challenge with limited tokens, an option of ours: its rule, its words and its drawing."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from fathom.errors import BadOption
from fathom.solver.search import solve
from tests.conformance.drawing_laws import classes, drawn
from tests.conformance.laws import Case, graph
from tests.games.playing import Paper, Window, match_at, moves_at, outcome_at, position_at, refusal, refused_option
from tests.games.pyramid_challenge.plain import Plain, value

ROOM = games.room("pyramid-challenge")


@pytest.mark.rule("pyramid-challenge:6")
def test_a_number_whose_tokens_are_used_up_cannot_be_placed_by_either_seat() -> None:
    assert moves_at("pyramid-challenge,copies=2:4.4") == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert moves_at("pyramid-challenge,copies=2:4.4.1") == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert moves_at("pyramid-challenge,copies=1:4") == ["1", "2", "3", "5", "6", "7", "8", "9"]


@pytest.mark.rule("pyramid-challenge:6")
def test_a_used_up_number_is_refused_although_it_would_fit() -> None:
    error = refusal("pyramid-challenge,copies=2:4.4", "4")
    assert error.rule == 6
    assert error.reason == "Every token of 4 has been placed: 2 for both players together"


# Above 1 and 2 fit only 1 and 3, and both tokens of each are gone: seat 1 has 1 2 3, seat 2 has 1 3 4.
STUCK = "pyramid-challenge,copies=2:1.1.2.3.3.4"


@pytest.mark.rule("pyramid-challenge:6")
def test_a_seat_without_a_token_that_fits_passes_and_is_stuck_for_good() -> None:
    assert moves_at(STUCK) == ["pass"]
    assert moves_at(f"{STUCK}.pass") == ["2", "4"]
    assert moves_at(f"{STUCK}.pass.4.pass.7") == ["pass"]


@pytest.mark.rule("pyramid-challenge:6")
def test_a_seat_without_any_token_passes_in_its_bottom_row() -> None:
    assert moves_at("pyramid-challenge,copies=1,highest=3:1.2.3") == ["pass"]
    assert outcome_at("pyramid-challenge,copies=1,highest=3:1.2.3.pass.pass") == (
        None,
        "neither pyramid can be completed",
    )


@pytest.mark.rule("pyramid-challenge:3")
def test_a_number_that_fits_nowhere_is_refused_for_that() -> None:
    assert refusal("pyramid-challenge,copies=2:1.1.2.3.3.4", "9").rule == 2
    assert refusal("pyramid-challenge,copies=2:1.1.2.3.3.4", "3").rule == 6
    assert refusal("pyramid-challenge,copies=2:4.4", "pass").rule == 3


@pytest.mark.parametrize("options", ["levels=1,copies=1", "levels=2,copies=5", "levels=2,copies=6"])
def test_tokens_that_cannot_run_out_change_nothing(options: str) -> None:
    limited: Any = games.read_code(f"pyramid-challenge,{options}").options
    assert not limited.is_limited
    assert ROOM.oracle(limited) is not None


@pytest.mark.parametrize("copies", [-1, 7, "2", True])
def test_there_are_at_most_six_of_each(copies: object) -> None:
    said = refused_option("pyramid-challenge", copies=copies)
    assert said == f"copies={copies!r} is not possible: copies must be a whole number from 0 to 6."


def test_there_is_no_list_of_rules_for_winning() -> None:
    assert ROOM.strategy(games.read_code("pyramid-challenge,copies=2").options) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "levels, highest, copies", [(2, 3, 1), (2, 4, 2), (2, 5, 3), (3, 2, 2), (3, 3, 1), (3, 3, 2), (3, 3, 4), (3, 4, 1)]
)
def test_moves_and_values_are_those_of_the_rules_written_again(levels: int, highest: int, copies: int) -> None:
    plain = Plain(levels, highest, copies)
    game = games.game("pyramid-challenge")
    options = game.options_type(levels=levels, highest=highest, copies=copies)
    solved = solve(game.start(options))
    position: Any
    for position in graph(Case(game, options)):
        if position.outcome:
            continue
        assert [move for move in position.moves() if move != "pass"] == plain.open_numbers(position.own, position.foe)
        winner, plies = value(plain, position.own, position.foe, position.passed)
        seat = {1: position.to_move, 2: 3 - position.to_move, None: None}[winner]
        assert solved.value(position)[:2] == (seat, plies)


# ------------------------------------------------------------------ words and drawing


def test_the_board_and_the_turn_say_which_tokens_are_left() -> None:
    match = match_at("pyramid-challenge,copies=2,highest=4:4.4.1")
    assert ROOM.text.board(match, Window())[-2:] == ["", "Tokens left: 1 x1, 2 x2, 3 x2"]
    assert "Tokens left: 1 x1, 2 x2, 3 x2" in ROOM.text.turn(match, Paper())
    assert "Tokens left: none" in ROOM.text.turn(match_at("pyramid-challenge,copies=1,highest=3:1.2.3"), Paper())
    assert not [line for line in ROOM.text.turn(match_at("pyramid-challenge:4"), Paper()) if "Tokens" in line]


def test_the_arithmetic_names_what_is_used_up() -> None:
    said = ROOM.text.turn(match_at(STUCK), Paper())
    assert said[-2:] == [
        "  Sum: 1 + 2 = 3 (Invalid, no token of 3 is left)",
        "  Difference: |1 - 2| = 1 (Invalid, no token of 1 is left)",
    ]


def words(code: str) -> list[str]:
    return [text.text or "" for text in drawn(match_at(code)).iter() if text.text]


def test_the_drawing_shows_how_many_are_left() -> None:
    shown = words("pyramid-challenge,copies=2,highest=4:4.4.1")
    assert [word for word in shown if word.startswith("×")] == ["×1", "×2", "×2", "×0"]
    assert "any number from 1 to 4 that has a token left" in shown
    assert "2 + 1 = 3 is used up  ·  2 − 1 = 1 is used up" in words(STUCK)
    assert not [word for word in words("pyramid-challenge:4.4.1") if word.startswith("×")]


def test_the_drawing_marks_what_is_gone_and_who_is_stuck() -> None:
    root = drawn(match_at(STUCK, "Ann", "Ben"))
    gone = [control for control in root.iter() if "gone" in classes(control)]
    assert len(gone) == 2
    assert (root[0].text or "").startswith("Ann from the bottom up: 1 2 3; nothing can be placed.")
    assert "Used up: 1 and 3." in (root[0].text or "")


def test_a_position_counts_its_tokens() -> None:
    position = position_at("pyramid-challenge,copies=3:4.4.1")
    assert [position.tokens_left(number) for number in (1, 2, 4)] == [2, 3, 1]


@pytest.mark.parametrize("options", ["levels=4,copies=2", "highest=10,copies=2"])
def test_a_server_offers_smaller_pyramids_with_limited_tokens(options: str) -> None:
    ROOM.check_served(games.read_code("pyramid-challenge,copies=2").options)
    ROOM.check_served(games.read_code("pyramid-challenge,levels=4,highest=10").options)
    with pytest.raises(BadOption, match="levels goes up to 3 here and highest up to 9"):
        ROOM.check_served(games.read_code(f"pyramid-challenge,{options}").options)
