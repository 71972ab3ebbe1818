"""``python -m benchmarks.variants``: the tables of our own variants, judged by CPU time.

Range War with a reach beside a plain C program (`peers/range_war_reach.c`, built with `cc`), both from the options to
every state; and Pyramid Challenge with two tokens of each number. Both solvers of Range War must find the same plies:
sums over a whole table are compared first. Exit codes: 0 every floor is met (or a quick run), 1 one is not, 2 a run
failed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.measure import BenchmarkError, Floor
from benchmarks.report import machine_line
from fathom import games

C_FLOOR = Floor(at_most=8)
TOKENS_FLOOR = Floor(at_most=10, absolute=True)
HIGHEST, REACH = 24, 8
QUICK_HIGHEST = 14
ROUNDS = 3


def build(folder: Path) -> Path | None:
    """The C program, or None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "reach"
    source = Path(__file__).with_name("peers") / "range_war_reach.c"
    subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
    return program


def run_c(program: Path, highest: int, reach: int = REACH) -> tuple[float, int]:
    """The CPU seconds of the C program, and its sum over the table."""
    done = subprocess.run([program, str(highest), str(reach)], capture_output=True, text=True, check=True)
    seconds, total = done.stdout.split()
    return float(seconds), int(total)


def solve(code: str) -> tuple[float, Any]:
    """The CPU seconds of solving a game, and its table."""
    match = games.read_code(code)
    start = process_time()
    oracle = games.room(match.game.name).oracle(match.options)
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


def compare(program: Path, highest: int, rounds: int) -> float:
    """How many times the C program's time ours is."""
    found, expected = total_plies(solve(f"range-war,highest=12,reach={REACH}")[1]), run_c(program, 12)[1]
    if found != expected:
        raise BenchmarkError(f"The plies of all states add up to {found:,}, and in C to {expected:,}.")
    solve(f"range-war,highest=13,reach={REACH}")  # loads numpy
    ratios = []
    for _ in range(rounds):
        ours, theirs = solve(f"range-war,highest={highest},reach={REACH}")[0], run_c(program, highest)[0]
        ratios.append(ours / theirs)
        print(f"  Range War, {highest} numbers, reach {REACH}: {ours:.2f} s, in C {theirs:.2f} s")
    return median(ratios)


def judged(floor: Floor, figure: float, what: str) -> bool:
    """Print a figure beside its floor; returns whether the floor is met."""
    is_met = floor.is_met(figure)
    print(f"{what}: {figure:.2f}; floor {floor}: {'met' if is_met else 'missed'}")
    return is_met


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and judge."""
    parser = ArgumentParser(prog="python -m benchmarks.variants", description="Measure the tables of our own variants.")
    parser.add_argument("--quick", action="store_true", help="small options and one round; judges no floor")
    asked = parser.parse_args(arguments)
    highest, rounds = (QUICK_HIGHEST, 1) if asked.quick else (HIGHEST, ROUNDS)
    print(machine_line())
    met = judged(TOKENS_FLOOR, solve("pyramid-challenge,copies=2")[0], "Pyramid Challenge, copies=2, CPU seconds")
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        if program is None:
            print("There is no cc here, so nothing is compared with C.")
        else:
            try:
                ratio = compare(program, highest, rounds)
            except BenchmarkError as error:
                print(error, file=sys.stderr)
                return 2
            met &= judged(C_FLOOR, ratio, "Range War with a reach, times C")
    if asked.quick:
        print("Quick run: the floors were not judged.")
        return 0
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
