"""The puzzle of the day: fixed by its date, and harder over the week."""

from __future__ import annotations

import random
from datetime import date, timedelta
from hashlib import sha256

import pytest

from fathom.games.pyramid_puzzle.make.daily import difficulty_on, make_daily
from fathom.games.pyramid_puzzle.make.rate import GRADES, grade_puzzle

MONDAY = date(2026, 11, 16)


def test_it_gets_harder_from_monday_to_sunday():
    grades = [grade_puzzle(make_daily(MONDAY + timedelta(days)).options) for days in range(7)]
    assert grades == ["easy", "easy", "medium", "medium", "hard", "hard", "fiendish"]
    assert grades == sorted(grades, key=GRADES.index)
    assert grades == [difficulty_on(MONDAY + timedelta(days)) for days in range(7)]


@pytest.mark.parametrize(
    "day, layout",
    [
        (date(2026, 1, 31), "kD12.lE9.dE20.xB1.xC4.xC5.xC6.xC7.xD5.xD7.xE1.xE2.xE3.xE5.xE7.xE11.xE15.xE21"),
        (date(2026, 7, 15), "kD14.lE24.xC2.xC6.xC7.xD3.xD5.xD6.xD12.xD15.xE3.xE5.xE9.xE16.xE32"),
        (date(2026, 11, 15), "kD14.lD6.dE3.xC5.xC7.xD7.xD8.xD13.xD15.xD16.xE2.xE9.xE21.xE23.xE27.xE28.xE29"),
        (date(2026, 11, 16), "kD14.dC6.xC2.xC4.xE21.xE26.xE32"),
        (date(2026, 11, 17), "kD3.dD4.xD16.xE8.xE11.xE16.xE18.xE23.xE30"),
        (date(2026, 11, 18), "kE5.lD12.dC1.xB3.xC6.xD2.xD3.xD5.xE4.xE6"),
        (date(2026, 11, 20), "kD8.lE24.dE11.xB1.xB2.xB3.xC1.xC2.xC4.xC6.xD1.xD5.xD7.xD10"),
        (
            date(2026, 11, 22),
            "kE4.lD9.dB2.dC7.xB1.xB3.xC1.xC2.xC3.xC4.xC8.xD1.xD2.xD5.xD6.xD7.xD8.xD10.xD11.xD14.xD16.xE3.xE5",
        ),
    ],
)
def test_a_date_has_the_same_puzzle_for_everyone(day, layout):
    assert str(make_daily(day).options.layout) == layout


def test_every_day_before_the_second_generator_keeps_the_puzzle_it_had():
    """The digest is that of version 0.1.0."""
    first, last = date(2026, 1, 1), date(2026, 11, 17)
    days = [first + timedelta(number) for number in range((last - first).days + 1)]
    layouts = "\n".join(str(make_daily(day).options.layout) for day in days)
    assert sha256(layouts.encode()).hexdigest() == "9f230313fe5f9ec29edbe557e70f989d2a56fe4cbdc072ba78f6364c1b8677c2"


def test_every_day_has_a_puzzle_of_its_own():
    days = [MONDAY + timedelta(days) for days in range(60)]
    assert len({make_daily(day).options for day in days}) == len(days)


def test_the_common_source_of_randomness_is_left_alone():
    random.seed(4)
    state = random.getstate()
    make_daily(MONDAY)
    assert random.getstate() == state
