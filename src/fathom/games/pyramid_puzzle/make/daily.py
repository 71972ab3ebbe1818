"""The daily puzzle: the same for everyone on a date, and harder from Monday to Sunday.

Monday and Tuesday are easy, Wednesday and Thursday medium, Friday and Saturday hard, Sunday is fiendish. A date keeps
its puzzle: those before the second generator are made by the first.
"""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from random import Random
from typing import TypedDict

from fathom.core.words import quoted
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.make.generate import Puzzle, generate
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, HARD, MEDIUM, Grade
from fathom.games.pyramid_puzzle.solve.data import puzzle_dict

#: From Monday on.
WEEK: tuple[Grade, ...] = (EASY, EASY, MEDIUM, MEDIUM, HARD, HARD, FIENDISH)
#: The first day of the second generator.
SECOND_GENERATOR = date(2026, 11, 18)


class DailyPuzzleDict(TypedDict):
    """A daily puzzle as data, with the keys in the documented order."""

    date: str
    difficulty: Grade
    code: str
    levels: int
    layout: str
    mp: int | None


def make_daily(day: date) -> Puzzle:
    """The daily puzzle of a date; it depends on nothing else."""
    seed = sha256(f"pyramid-puzzle {day.isoformat()}".encode()).digest()
    generator = 1 if day < SECOND_GENERATOR else 2
    return generate(Random(int.from_bytes(seed, "big")), difficulty_on(day), generator=generator)


def daily_dict(day: date, puzzle: Puzzle) -> DailyPuzzleDict:
    """A daily puzzle as data."""
    return {"date": day.isoformat(), "difficulty": puzzle.grade, **puzzle_dict(puzzle.solution)}


def difficulty_on(day: date) -> Grade:
    return WEEK[day.weekday()]


def read_date(text: str) -> date:
    """The date that `2026-01-31` spells."""
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # there is no such day
    raise BadOption(f"{quoted(text)} is not a date: write YYYY-MM-DD, such as 2026-01-31.")
