"""Least-cost routes of seeded puzzles: fathom beside networkx's Dijkstra and a plain heap, on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.peers.puzzle_graph import heap_dijkstra, networkx_dijkstra
from fathom.games.pyramid_puzzle.board import make_layout, pyramid
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.solution import least_mp

PUZZLES = 1000
CHUNK = 50
"""Puzzles in a round: every round takes the next ones, so that all sides meet all of them."""

Solver = Callable[[Options], int | None]


def run(effort: Effort) -> Section:
    """Measure both peers on the same puzzles; the answers must agree."""
    networkx = import_module("networkx")
    chunks = [seeded_puzzles(number) for number in range(PUZZLES // CHUNK)]
    solvers: list[Solver] = [least_mp, partial(networkx_dijkstra, networkx), heap_dijkstra]
    for options in chunks[0]:
        answers = [solver(options) for solver in solvers]
        if len(set(answers)) > 1:
            raise BenchmarkError(f"The solvers disagree on {options.layout}: {answers}.")
    subjects = [partial(rate, solver, chunks) for solver in solvers]
    ours, theirs, plain = in_turns(subjects, effort.rounds(PUZZLES // CHUNK))
    return Section(
        name="puzzles",
        title=f"Puzzles solved, {PUZZLES} seeded ones of 5 levels",
        unit="puzzles/s",
        comparisons=(
            Comparison("least MP", Series("fathom", ours), Series("networkx", theirs), Floor(at_least=60)),
            Comparison("least MP", Series("fathom", ours), Series("heapq", plain), Floor(at_least=1.5)),
        ),
    )


def rate(solver: Solver, chunks: list[list[Options]], number: int) -> float:
    """Puzzles per second over the puzzles of one round."""
    chunk = chunks[number % len(chunks)]
    start = perf_counter()
    for options in chunk:
        solver(options)
    return len(chunk) / (perf_counter() - start)


def seeded_puzzles(number: int, count: int = CHUNK, levels: int = 5) -> list[Options]:
    """Layouts like the published one: a key, a ladder, a stick or two, an eighth of the tiles blocked (ten at most)."""
    rng = Random(number)
    return [_puzzle(rng, levels) for _ in range(count)]


def _puzzle(rng: Random, levels: int) -> Options:
    tiles = list(pyramid(levels).tiles[1:])
    rng.shuffle(tiles)
    eighth = min(len(tiles) // 8, 7)
    sticks, blocked = rng.choice((1, 1, 2)), rng.randrange(eighth - 1, eighth + 4)
    letters = "kl" + "d" * sticks + "x" * blocked
    return Options(levels=levels, layout=make_layout(list(zip(letters, tiles, strict=False))))
