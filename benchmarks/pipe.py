"""``fathom analyze - --json``: codes through the real command, once it is warm, beside a bare loop over the lines.

The command is run with some codes and with many more; what the further ones take is what a warm command takes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from tempfile import TemporaryFile
from time import perf_counter

from benchmarks.analyses import random_codes
from benchmarks.lookups import ROOMS
from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.startup import installed_command

ROUNDS = 2
CODES, QUICK_CODES = 20_000, 50
WARMING = 2
"""The shorter run uses one code out of this many."""
BARE = "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'code': line.strip()}))"


def run(effort: Effort) -> Section:
    """Measure every game."""
    count = QUICK_CODES if effort.quick else CODES
    return Section(
        name="pipe",
        title=f"A pipe of {count:,} random codes through `fathom analyze - --json`, the second half of them",
        unit="codes/s",
        comparisons=tuple(compare(room, count) for room in ROOMS),
    )


def compare(room: str, count: int) -> Comparison:
    """Measure one game."""
    lines = "".join(f"{code}\n" for code in random_codes(room, count, seed=0)).encode()
    subjects = [
        partial(rate, [installed_command(), "analyze", "-", "--json"], lines),
        partial(rate, [sys.executable, "-c", BARE], lines),
    ]
    ours, bare = in_turns(subjects, ROUNDS, warm_up=False)
    return Comparison(room, Series("fathom", ours), Series("bare loop", bare), Floor(at_least=3000, absolute=True))


def rate(command: Sequence[str], lines: bytes, _round: int) -> float:
    """Lines per second of a warm command that answers each line with one; of a cold one in a quick run."""
    every = lines.splitlines(keepends=True)
    if len(every) == QUICK_CODES:  # too few for a difference of two times
        return len(every) / seconds(command, every)
    few = every[: len(every) // WARMING]
    return (len(every) - len(few)) / (seconds(command, every) - seconds(command, few))


def seconds(command: Sequence[str], lines: Sequence[bytes]) -> float:
    """How long a command takes for some lines; it must answer each."""
    with TemporaryFile() as answers:
        start = perf_counter()
        subprocess.run(command, input=b"".join(lines), stdout=answers, check=True)
        elapsed = perf_counter() - start
        answers.seek(0)
        answered = sum(1 for _ in answers)
    if answered != len(lines):
        raise BenchmarkError(f"{' '.join(command)} answered {answered} lines of {len(lines)}.")
    return elapsed
