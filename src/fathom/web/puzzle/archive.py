"""The archive of the daily puzzle: a month at a time, the days as a calendar."""

from __future__ import annotations

import re
from calendar import Calendar
from datetime import date
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom.errors import BadRequest
from fathom.games.pyramid_puzzle.make.daily import difficulty_on
from fathom.web.api.operations import in_thread
from fathom.web.puzzle.requests import today
from fathom.web.rendering import page

_MONTH: Final = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_FIRST_YEAR: Final = 2000


class ArchivedDay(NamedTuple):
    """A day of the calendar; its puzzle is out if it is past."""

    date: str
    number: int
    difficulty: str
    is_past: bool
    is_today: bool


class Month(NamedTuple):
    """A month of the archive, in weeks from Monday to Sunday; None for days of another month."""

    said: str
    weeks: list[list[ArchivedDay | None]]
    before: str
    after: str


def month_of(first: date, now: date) -> Month:
    """The month that begins with that day, as seen today."""
    weeks = [
        [_day(day, now) if day.month == first.month else None for day in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    following = _month_name(first.year, first.month + 1)
    after = following if (first.year, first.month) < (now.year, now.month) else ""
    return Month(f"{first:%B} {first.year}", weeks, _month_name(first.year, first.month - 1), after)


def _month_name(year: int, month: int) -> str:
    """`2026-12` for month 0 of 2027."""
    years, zero_based = divmod(year * 12 + month - 1, 12)
    return f"{years}-{zero_based + 1:02}"


def _day(day: date, now: date) -> ArchivedDay:
    return ArchivedDay(day.isoformat(), day.day, difficulty_on(day), day <= now, day == now)


@in_thread
def archive(request: Request) -> Response:
    now = today()
    shown = month_of(_read_month(request.query_params.get("month", ""), now), now)
    return page(request, "archive.html", month=shown, today=now.isoformat())


def _read_month(text: str, now: date) -> date:
    """The first day of a month; without one, of this month."""
    if not text:
        return now.replace(day=1)
    found = _MONTH.fullmatch(text)
    first = date(int(found[1]), int(found[2]), 1) if found and int(found[1]) >= _FIRST_YEAR else None
    if first is None or first > now:
        raise BadRequest(f"{text[:20]!r} is not a month of the archive: use one such as {now:%Y-%m}.")
    return first


ROUTES: list[BaseRoute] = [Route("/puzzles/archive", archive)]
