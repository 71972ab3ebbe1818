"""Puzzles of three to ten levels: fathom beside a plain heap, on the same puzzles."""

from __future__ import annotations

from functools import partial

from benchmarks.measure import Comparison, Effort, Section, Series, in_turns
from benchmarks.peers.puzzle_graph import heap_dijkstra
from benchmarks.puzzles import rate, seeded_puzzles
from fathom.games.pyramid_puzzle.solve.solution import least_mp

ROUNDS = 5
LEVELS = range(3, 11)
MOST = 40
"""Puzzles in a round on three levels; half as many for each further one, and one at least."""


def run(effort: Effort) -> Section:
    """Measure every number of levels."""
    return Section(
        name="puzzle-growth",
        title="Puzzles solved, by levels of the pyramid",
        unit="puzzles/s",
        comparisons=tuple(compare(levels, effort) for levels in (LEVELS if not effort.quick else LEVELS[:2])),
    )


def compare(levels: int, effort: Effort) -> Comparison:
    """Measure one number of levels."""
    count = max(1, MOST >> levels - LEVELS.start)
    rounds = effort.rounds(ROUNDS)
    chunks = [seeded_puzzles(number, count, levels) for number in range(rounds + 1)]
    ours, plain = in_turns([partial(rate, least_mp, chunks), partial(rate, heap_dijkstra, chunks)], rounds)
    return Comparison(f"{levels} levels", Series("fathom", ours), Series("heapq", plain))
