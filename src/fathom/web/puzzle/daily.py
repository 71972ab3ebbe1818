"""The daily puzzle: made once, and shown on the home page as a card."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from fathom.games.pyramid_puzzle.make.daily import make_daily
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.rules import new_match
from fathom.web.rendering import still_drawing


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


@lru_cache(maxsize=2)
def daily_card(day: date) -> DailyCard:
    """The daily puzzle of a date, as the home page shows it."""
    puzzle = puzzle_on(day)
    said = f"{day:%A}, {day.day} {day:%B}"
    return DailyCard(day.isoformat(), said, puzzle.grade, still_drawing(new_match(puzzle.options)))
