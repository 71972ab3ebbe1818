"""Certified puzzles made per second, by grade, beside how many a plain heap could merely solve in that time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.peers.puzzle_graph import heap_dijkstra
from benchmarks.puzzles import seeded_puzzles
from fathom.games.pyramid_puzzle.make.generate import generate

GRADES = ("easy", "medium", "hard", "fiendish")
RARE = ("hard", "fiendish")
ROUNDS = 3
IN_A_ROW, QUICK = 200, 5


def run(effort: Effort) -> Section:
    """Measure every grade."""
    return Section(
        name="making",
        title="Certified puzzles made, 200 in a row",
        unit="puzzles/s",
        comparisons=tuple(compare(grade, effort) for grade in GRADES),
    )


def compare(grade: str, effort: Effort) -> Comparison:
    """Measure one grade."""
    count = QUICK if effort.quick else IN_A_ROW
    subjects: list[Callable[[int], float]] = [partial(made, grade, count), solved]
    ours, plain = in_turns(subjects, effort.rounds(ROUNDS))
    floor = Floor(at_least=20, absolute=True) if grade in RARE else Floor(at_least=50, absolute=True)
    return Comparison(grade, Series("fathom", ours), Series("heapq", plain), floor)


def made(grade: str, count: int, number: int) -> float:
    """Puzzles of a grade made per second."""
    rng = Random(number)
    return timed(count, lambda: [generate(rng, grade) for _ in range(count)])


def solved(number: int) -> float:
    """Puzzles merely solved per second by the plain heap."""
    puzzles = seeded_puzzles(number)
    return timed(len(puzzles), lambda: [heap_dijkstra(options) for options in puzzles])


def timed(count: int, work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return count / (perf_counter() - start)
