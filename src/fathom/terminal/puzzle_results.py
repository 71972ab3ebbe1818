"""Who has solved a puzzle, for how many MP; and how many days running somebody has solved the daily puzzle.

All of it is worked out from the kept matches: their options name the puzzle, their last event says when it was solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from fathom.core.match import Match
from fathom.core.options import Options
from fathom.core.text import Canvas
from fathom.errors import StoreError
from fathom.games.pyramid_puzzle.answers import least_mp
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.storage.log import Kept, Store
from fathom.terminal.screen import printable

_HEADING = ("MP", "OVER", "HINTS", "WHO", "SOLVED (UTC)", "MATCH")
_SHOWN = 20


class Result(NamedTuple):
    """One solving: who, for how many MP, how many over the best, moves made after a hint, when (UTC), which match."""

    player: str
    mp: int
    over: int
    hints: int
    solved: str
    match: str

    def as_json(self) -> dict[str, object]:
        return self._asdict()


def results_of(store: Store, options: Options) -> list[Result]:
    """Every solving of the puzzle, the best first; of equals the one without hints, then the earlier."""
    chosen: Any = options
    best = least_mp(chosen)
    if best is None:
        return []
    found = [_result(kept, match, best) for kept, match in _solved(store.of_game(GAME.name, options.write_line()))]
    return sorted(found, key=lambda result: (result.mp, result.hints, result.solved))


def _solved(listed: Iterable[Kept]) -> Iterator[tuple[Kept, Match]]:
    """Those that reached the peak; damaged matches are passed over."""
    for kept in listed:
        with suppress(StoreError):
            match = kept.match()
            if match.outcome and match.outcome.winner:
                yield kept, match


def _result(kept: Kept, match: Match, best: int) -> Result:
    mp: int = match.position.mp
    return Result(match.name(1), mp, mp - best, len(match.hints), kept.changed, kept.id)


def result_lines(results: list[Result], canvas: Canvas) -> list[str]:
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


def _cells(result: Result) -> tuple[str, ...]:
    over = f"+{result.over}" if result.over else "best"
    return str(result.mp), over, str(result.hints), result.player, _minute(result.solved), printable(result.match)


def _short(result: Result) -> str:
    return f"{result.mp} MP {result.player} {_minute(result.solved)[:10]}"


def _minute(at: str) -> str:
    return printable(at[:16].replace("T", " "))


def streak(store: Store, player: str, today: date, daily: Callable[[date], Options]) -> int:
    """On how many days running the player has solved the puzzle of that day on that day, by UTC.

    It ends today, or yesterday as long as today's puzzle is not solved: a streak is lost only when a day is over.
    """
    solved = _lines_by_day(store, player)

    def kept_up(day: date) -> bool:
        return day in solved and daily(day).write_line() in solved[day]

    day = today if kept_up(today) else today - timedelta(days=1)
    days = 0
    while kept_up(day):
        days += 1
        day -= timedelta(days=1)
    return days


def _lines_by_day(store: Store, player: str) -> dict[date, set[str]]:
    """The puzzles, as their options, that the player solved on each day."""
    days: dict[date, set[str]] = {}
    for kept, match in _solved(store.of_game(GAME.name)):
        with suppress(ValueError):  # a date that cannot be read
            if match.name(1) == player:
                days.setdefault(datetime.fromisoformat(kept.changed).date(), set()).add(kept.options)
    return days
