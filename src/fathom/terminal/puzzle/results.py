"""The table of who has solved a puzzle, and how many days running somebody has solved the daily puzzle.

All of it is worked out from the kept matches: their options name the puzzle, their last event says when it was solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime

from fathom.core.match import AnyMatch
from fathom.errors import StoreError
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.make.results import PuzzleResult, Solving, days_running, is_solved, rank_solvings
from fathom.games.pyramid_puzzle.rules import GAME, Options, puzzle_options
from fathom.show.canvas import Canvas
from fathom.storage.log import Kept, Store
from fathom.terminal.screen import printable

_HEADING = ("MP", "OVER", "HINTS", "WHO", "SOLVED (UTC)", "MATCH")
_SHOWN = 20


def results_of(store: Store, options: Options) -> list[PuzzleResult]:
    """Every solving of the puzzle that is kept, the best first."""
    return rank_solvings(options, _solvings(store.of_game(GAME.name, options.write_line())))


def _solvings(listed: Iterable[Kept]) -> Iterator[Solving]:
    """Those that reached the peak; damaged matches are passed over."""
    for kept in listed:
        with suppress(StoreError):
            match = kept.match()
            if is_solved(match):
                yield Solving(match, kept.changed, kept.id)


def comparison_lines(match: AnyMatch, store: Store, canvas: Canvas) -> list[str]:
    """How everybody did who has solved the same puzzle, once there is something to compare."""
    results = results_of(store, puzzle_options(match))
    return result_lines(results, canvas) if len(results) > 1 else []


def result_lines(results: list[PuzzleResult], canvas: Canvas) -> list[str]:
    """A table, as far as it fits; in a narrow window one line for each with the essential."""
    rows = [_HEADING, *map(_cells, results[:_SHOWN])]
    widths = [max(map(canvas.length, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(canvas.pad, row, widths)).rstrip() for row in rows]
    if max(map(canvas.length, lines)) > canvas.width:
        lines = ["Results, the best first:", *map(_short, results[:_SHOWN])]
    lines[0] = canvas.strong(lines[0])
    if len(results) > _SHOWN:
        lines.append(f"... and {len(results) - _SHOWN:,} more.")
    return lines


def _cells(result: PuzzleResult) -> tuple[str, ...]:
    over = f"+{result.over}" if result.over else "best"
    return str(result.mp), over, str(result.hints), result.player, _minute(result.solved), printable(result.match)


def _short(result: PuzzleResult) -> str:
    return f"{result.mp} MP {result.player} {_minute(result.solved)[:10]}"


def _minute(at: str) -> str:
    return printable(at[:16].replace("T", " "))


def streak(store: Store, player: str, today: date, daily: Callable[[date], Puzzle]) -> int:
    """On how many days running the player has solved the puzzle of that day on that day, by UTC."""
    return days_running(_lines_by_day(store, player), today, daily)


def _lines_by_day(store: Store, player: str) -> dict[date, set[str]]:
    """The puzzles, as their options, that the player solved on each day."""
    days: dict[date, set[str]] = {}
    for match, solved, _ in _solvings(store.of_game(GAME.name)):
        with suppress(ValueError):  # a date that cannot be read
            if match.name(1) == player:
                days.setdefault(datetime.fromisoformat(solved).date(), set()).add(match.options.write_line())
    return days
