"""The table of results of a puzzle.

It is computed from the stored matches: their options name the puzzle, their last event says when it was solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from fathom import games
from fathom.core.match import AnyMatch
from fathom.errors import StoreError
from fathom.show.canvas import Canvas
from fathom.show.puzzles import PuzzleResult, Solving, is_solved
from fathom.storage.log import Kept, Store
from fathom.terminal.screen import printable

_HEADING = ("MP", "OVER", "HINTS", "WHO", "SOLVED (UTC)", "MATCH")
_SHOWN = 20


def results_of(store: Store, match: AnyMatch) -> list[PuzzleResult]:
    """The stored results of the puzzle of a match, the best first; none if the game is not a puzzle."""
    puzzles = games.room(match.game.name).puzzles
    if puzzles is None:
        return []
    return puzzles.rank(match.options, solvings(store.of_game(match.game.name, match.options.write_line())))


def solvings(listed: Iterable[Kept]) -> Iterator[Solving]:
    """The matches that were solved; damaged ones are skipped."""
    for kept in listed:
        with suppress(StoreError):
            match = kept.match()
            if is_solved(match):
                yield Solving(match, kept.changed, kept.id)


def comparison_lines(match: AnyMatch, store: Store, canvas: Canvas) -> list[str]:
    """The results of everyone who has solved the same puzzle, if there is more than one."""
    results = results_of(store, match)
    return result_lines(results, canvas) if len(results) > 1 else []


def result_lines(results: list[PuzzleResult], canvas: Canvas) -> list[str]:
    """The results as a table; in a narrow window, one short line for each."""
    rows = [_HEADING, *map(_cells, results[:_SHOWN])]
    widths = [max(map(canvas.length, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(canvas.pad, row, widths)).rstrip() for row in rows]
    if max(map(canvas.length, lines)) > canvas.width:
        lines = ["Results, best first:", *map(_short, results[:_SHOWN])]
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
