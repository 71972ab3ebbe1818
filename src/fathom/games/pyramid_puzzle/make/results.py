"""The results of a puzzle, and streaks of daily puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import cast

from fathom.core import options as core
from fathom.core.game import AnyPosition
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.rules import Options, Position, puzzle_position
from fathom.games.pyramid_puzzle.solve.solution import least_mp
from fathom.show.puzzles import PuzzleResult, Solving


def rank_solvings(options: core.Options, solvings: Iterable[Solving]) -> list[PuzzleResult]:
    """The results of one puzzle, the best first; among equals, those with fewer hints, then the earlier."""
    assert isinstance(options, Options)
    best = least_mp(options)
    if best is None:
        return []
    results = [_compare(solving, best) for solving in solvings]
    return sorted(results, key=lambda result: (result.mp, result.hints, result.solved))


def spent_mp(position: AnyPosition) -> int:
    """The MP spent up to a position."""
    return cast("Position", position).mp


def _compare(solving: Solving, best: int) -> PuzzleResult:
    match, mp = solving.match, puzzle_position(solving.match).mp
    return PuzzleResult(match.name(1), mp, mp - best, len(match.hints), solving.solved, solving.id)


def days_running(solved: Mapping[date, set[str]], today: date, daily: Callable[[date], Puzzle]) -> int:
    """The length of a streak: days in a row on which the daily puzzle was solved. `solved` has options as lines.

    It ends today, or yesterday if today's puzzle is not solved yet: a streak is lost only when a day is over.
    """

    def is_kept_up(day: date) -> bool:
        return day in solved and daily(day).options.write_line() in solved[day]

    day = today if is_kept_up(today) else today - timedelta(days=1)
    days = 0
    while is_kept_up(day):
        days += 1
        day -= timedelta(days=1)
    return days
