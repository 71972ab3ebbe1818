"""Spaced repetition and the level you come to; times are given, never read from a clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from fathom.coach.boxes import Attempt, cards, level_after

START = datetime(2026, 1, 1, tzinfo=UTC)


def days(number: float) -> datetime:
    return START + timedelta(days=number)


def test_a_right_answer_moves_a_position_on_and_it_stays_in_the_last_box() -> None:
    boxes, waits = [], []
    for number in range(1, 7):
        (card,) = cards(Attempt("p", True, days(day)) for day in range(number)).values()
        boxes.append(card.box)
        waits.append((card.due - days(number - 1)).days)
    assert boxes == [2, 3, 4, 5, 5, 5]
    assert waits == [3, 7, 21, 60, 60, 60]  # the documented times


def test_a_wrong_answer_moves_a_position_back_to_the_first_box() -> None:
    attempts = [Attempt("p", True, days(0)), Attempt("p", True, days(1)), Attempt("p", False, days(2))]
    card = cards(attempts)["p"]
    assert (card.box, card.due, card.known) == (1, days(3), False)


def test_a_mistake_in_a_match_is_due_at_once() -> None:
    attempts = [Attempt("p", True, days(0)), Attempt("p", False, days(2), in_match=True)]
    card = cards(attempts)["p"]
    assert (card.box, card.due, card.known) == (1, days(2), False)


def test_attempts_count_in_the_order_of_time_however_they_are_listed() -> None:
    late, early = Attempt("p", True, days(5)), Attempt("p", False, days(1), in_match=True)
    assert cards([late, early]) == cards([early, late])
    assert cards([late, early])["p"].known


def test_every_position_has_a_card_of_its_own() -> None:
    found = cards([Attempt("p", True, days(0)), Attempt("q", False, days(0))])
    assert {position: card.box for position, card in found.items()} == {"p": 2, "q": 1}


@pytest.mark.parametrize(
    "answers, level",
    [
        ("", 1),
        ("++", 1),
        ("+++", 2),
        ("++-+", 1),
        ("++-+++", 2),
        ("++++++", 3),
        ("++++++++++++++++++++++++++", 5),
        ("--", 1),
        ("+++--", 1),
        ("+++-+-", 2),
        ("++++++---", 2),
        ("++++++----", 1),
    ],
)
def test_three_known_in_a_row_lead_up_and_two_missed_in_a_row_lead_down(answers: str, level: int) -> None:
    assert level_after(answer == "+" for answer in answers) == level
