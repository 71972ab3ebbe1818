"""The tables of our own variants, in CPU time.

Range War with a reach beside a plain C program (`peers/range_war_reach.c`), both from the options to every state; and
Pyramid Challenge with two tokens of each number beside a bare loop over as many positions. Both solvers of Range War
must find the same plies: sums over a whole table are compared first.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.c_programs import build
from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games
from fathom.core.budget import UNLIMITED, Meter

SOURCE = "range_war_reach.c"
HIGHEST, REACH = 24, 8
QUICK_HIGHEST = 14
CHECKED_HIGHEST = 12
ROUNDS = 3


def run(effort: Effort) -> Section:
    """Measure both; raise BenchmarkError where ours and the C program disagree."""
    with TemporaryDirectory() as folder:
        compared = [*against_c(effort, Path(folder)), two_tokens(effort)]
    return Section(
        name="variants",
        title="Tables of variants solved completely, in CPU time",
        unit="s",
        comparisons=tuple(compared),
    )


def against_c(effort: Effort, folder: Path) -> list[Comparison]:
    """Range War with a reach beside the program in C, where there is a compiler."""
    program = build(SOURCE, folder)
    if program is None:
        return []
    found = total_plies(solve(f"range-war,highest={CHECKED_HIGHEST},reach={REACH}")[1])
    expected = run_c(program, CHECKED_HIGHEST)[1]
    if found != expected:
        raise BenchmarkError(f"The plies of all states add up to {found:,}, and in C to {expected:,}.")
    highest = QUICK_HIGHEST if effort.quick else HIGHEST
    code = f"range-war,highest={highest},reach={REACH}"
    solve(f"range-war,highest={QUICK_HIGHEST - 1},reach={REACH}")  # loads numpy
    ours, theirs = in_turns(
        [lambda _: solve(code)[0], lambda _: run_c(program, highest)[0]], effort.rounds(ROUNDS), warm_up=False
    )
    return [Comparison(code, Series("fathom", ours), Series("plain C", theirs), Floor(at_most=8))]


def two_tokens(effort: Effort) -> Comparison:
    """Pyramid Challenge with two tokens of each number beside a bare loop over as many positions."""
    code, meter = "pyramid-challenge,copies=2", Meter()
    solve(code, meter)

    def loop(_: int) -> float:
        start = process_time()
        for _position in range(meter.positions):
            pass
        return process_time() - start

    ours, bare = in_turns([lambda _: solve(code)[0], loop], effort.rounds(ROUNDS))
    return Comparison(code, Series("fathom", ours), Series("bare loop", bare), Floor(at_most=10, absolute=True))


def run_c(program: Path, highest: int, reach: int = REACH) -> tuple[float, int]:
    """The CPU seconds of the C program, and its sum over the table."""
    done = subprocess.run([program, str(highest), str(reach)], capture_output=True, text=True, check=True)
    seconds, total = done.stdout.split()
    return float(seconds), int(total)


def solve(code: str, meter: Meter = UNLIMITED) -> tuple[float, Any]:
    """The CPU seconds of solving a game, and its table."""
    match = games.read_code(code)
    start = process_time()
    oracle = games.room(match.game.name).oracle(match.options, meter)
    return process_time() - start, oracle


def total_plies(table: Any) -> int:
    """The sum that the C program prints, by looking every state up."""
    highest = table.options.highest
    total = 0
    for free in range(1 << highest):
        goes = "lower" if (highest - free.bit_count()) % 2 else "higher"
        for last in range(highest):
            if not free >> last & 1:
                score = table.score(free, last, goes)
                total += (last + 1) * (254 - score if score > 128 else score - 1)
    return total
