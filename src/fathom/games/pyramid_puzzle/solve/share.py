"""A solved puzzle as a text to share that gives nothing away: not where the walk led, only how good each step was.

Fathom daily 2026-11-18
🟢🟢🔶🟢🟢🏁 14 MP, 2 over the best
Streak: 5 days
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from fathom.core.match import AnyMatch
from fathom.core.words import counted
from fathom.games.pyramid_puzzle.rules import puzzle_match, puzzle_options
from fathom.games.pyramid_puzzle.solve.par import losses
from fathom.games.pyramid_puzzle.solve.solution import least_mp

#: A step that was as good as any, one that lost MP, and the peak. They differ in shape as well as in colour.
GOOD, LOST, PEAK_REACHED = "🟢", "🔶", "🏁"


def draw_walk(steps: int, lost: Collection[int]) -> str:
    """A symbol for every step, numbered from 1. The last one reaches the peak."""
    return "".join(LOST if number in lost else GOOD for number in range(1, steps)) + (
        LOST if steps in lost else PEAK_REACHED
    )


def symbols_of(match: AnyMatch) -> str:
    """The symbols of a solved walk."""
    walk = puzzle_match(match)
    moves = [ply.move for ply in walk.plies]
    return draw_walk(len(moves), {lost.number for lost in losses(walk.start, moves)})


def share_lines(match: AnyMatch, day: date, streak: int) -> list[str]:
    """What to share of a daily puzzle that was solved."""
    mp, best = puzzle_match(match).position.mp, least_mp(puzzle_options(match))
    over = mp - best if best is not None else 0
    worth = f"{over} over the best" if over else "the best there is"
    running = [f"Streak: {counted(streak, 'day')}"] if streak else []
    return [f"Fathom daily {day.isoformat()}", f"{symbols_of(match)} {mp} MP, {worth}", *running]
