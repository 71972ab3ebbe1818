"""The archive of the daily puzzle: a calendar a month."""

from __future__ import annotations

from datetime import date

import pytest

from fathom.web.puzzle.archive import month_of
from tests.web.site import Site


def test_a_month_is_laid_out_from_monday_to_sunday() -> None:
    month = month_of(date(2026, 11, 1), date(2026, 11, 17))
    days = [day.number if day else 0 for week in month.weeks for day in week]
    assert days == [0] * 6 + list(range(1, 31)) + [0] * 6  # 1 November 2026 is a Sunday, and the 30th a Monday
    assert (month.said, month.before, month.after) == ("November 2026", "2026-10", "")


def test_days_ahead_are_not_out_yet() -> None:
    days = [day for week in month_of(date(2026, 11, 1), date(2026, 11, 17)).weeks for day in week if day]
    assert [day.number for day in days if day.is_past] == list(range(1, 18))
    assert [day.number for day in days if day.is_today] == [17]


def test_years_turn() -> None:
    january = month_of(date(2026, 1, 1), date(2026, 11, 17))
    assert (january.before, january.after) == ("2025-12", "2026-02")
    assert month_of(date(2025, 12, 1), date(2026, 11, 17)).after == "2026-01"


@pytest.mark.parametrize("text", ["2026-13", "x", "1999-12", "9999-01", "2026-1", "2026-10-05"])
def test_what_is_no_month_of_the_archive_is_refused_with_one_that_is(site: Site, text: str) -> None:
    answer = site.get(f"/puzzles/archive?month={text}")
    assert answer.status_code == 400
    assert "is not a month of the archive: use one such as" in answer.text
