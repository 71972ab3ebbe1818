"""A player's streak of daily puzzles, computed from the stored matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime

from fathom.core.match import AnyMatch
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.make.results import days_running, spent_mp
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.storage.log import Store
from fathom.terminal.play.results import solvings


def streak(store: Store, player: str, today: date, daily: Callable[[date], Puzzle]) -> int:
    """The number of days in a row on which the player solved that day's puzzle, in UTC."""
    return days_running(_lines_by_day(store, player), today, daily)


def best_solving(store: Store, player: str, puzzle: AnyMatch) -> AnyMatch | None:
    """The match with the least MP in which the player solved a puzzle."""
    mine = [
        match
        for match, _, _ in solvings(store.of_game(GAME.name, puzzle.options.write_line()))
        if match.name(1) == player
    ]
    return min(mine, key=lambda match: spent_mp(match.position), default=None)


def _lines_by_day(store: Store, player: str) -> dict[date, set[str]]:
    """The options, as lines, of the puzzles that the player solved on each day."""
    days: dict[date, set[str]] = {}
    for match, solved, _ in solvings(store.of_game(GAME.name)):
        with suppress(ValueError):  # a date that cannot be read
            if match.name(1) == player:
                days.setdefault(datetime.fromisoformat(solved).date(), set()).add(match.options.write_line())
    return days
