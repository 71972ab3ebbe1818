"""The daily puzzle: made once, and shown on the home page as a card."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request

from fathom.games.pyramid_puzzle.make.daily import make_daily
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.rules import Options, new_match
from fathom.web.api.operations import think
from fathom.web.rendering import still_drawing

_MOST_FOUND = 1000
_found: dict[date, Options] = {}


class DailyCard(NamedTuple):
    """A daily puzzle at a glance."""

    date: str
    day: str
    difficulty: str
    drawing: Markup


@lru_cache(maxsize=64)
def puzzle_on(day: date) -> Puzzle:
    """The daily puzzle of a date; it never changes."""
    return make_daily(day)


def options_on(day: date) -> Options:
    """The daily puzzle of a date, as options."""
    return puzzle_on(day).options


async def find_options(request: Request, day: date) -> Options:
    """The same, made in a process for slow work and then remembered here."""
    if day not in _found:
        _found[day] = await think(request, options_on, day)
        while len(_found) > _MOST_FOUND:
            del _found[next(iter(_found))]
    return _found[day]


@lru_cache(maxsize=2)
def daily_card(day: date) -> DailyCard:
    """The daily puzzle of a date, as the home page shows it."""
    puzzle = puzzle_on(day)
    said = f"{day:%A}, {day.day} {day:%B}"
    return DailyCard(day.isoformat(), said, puzzle.grade, still_drawing(new_match(puzzle.options)))
