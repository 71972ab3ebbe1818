"""The puzzle of the day: fixed by its date, and harder over the week."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from fathom.games.pyramid_puzzle.make.daily import difficulty_on, make_daily
from fathom.games.pyramid_puzzle.make.rate import GRADES, rate

MONDAY = date(2026, 11, 16)


def test_it_gets_harder_from_monday_to_sunday():
    grades = [rate(make_daily(MONDAY + timedelta(days)).options).grade for days in range(7)]
    assert grades == ["easy", "easy", "medium", "medium", "hard", "hard", "fiendish"]
    assert grades == sorted(grades, key=GRADES.index)
    assert grades == [difficulty_on(MONDAY + timedelta(days)) for days in range(7)]


@pytest.mark.parametrize(
    "day, layout",
    [
        (date(2026, 11, 16), "kD14.dC6.xC2.xC4.xE21.xE26.xE32"),
        (date(2026, 11, 18), "kD6.lE23.xD2.xD7.xD15.xE8.xE13.xE14.xE17.xE19.xE22.xE24"),
        (date(2026, 11, 20), "kC1.lE16.dE13.xB1.xC6.xD16.xE10.xE12.xE23"),
        (date(2026, 11, 22), "kE29.lD12.dD4.xD1.xD2.xD11.xD14.xD15.xE8.xE19.xE25.xE28.xE30"),
    ],
)
def test_a_date_has_the_same_puzzle_for_everyone(day, layout):
    assert str(make_daily(day).options.layout) == layout


def test_every_day_has_a_puzzle_of_its_own():
    days = [MONDAY + timedelta(days) for days in range(120)]
    assert len({make_daily(day).options for day in days}) == len(days)


def test_the_common_source_of_randomness_is_left_alone():
    random.seed(4)
    state = random.getstate()
    make_daily(MONDAY)
    assert random.getstate() == state
