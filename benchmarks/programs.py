"""A move of an outside program: the question, its round trip through two pipes, and the check of the answer.

The yardstick is a bare round trip of the same lines to the same program, written and read without a deadline, a check
or containment. Both sides take the best of several short runs in every round, because a busy machine only adds time.
Everything runs on one core: waking up another one takes several times as long as the round trip itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games
from fathom.players.programs.program import Program
from fathom.players.programs.protocol import write_question
from fathom.players.read_only import ReadOnlyMatch

ROUNDS = 15
RUNS, MOVES = 100, 20
CODES = ("pocket-addition:6.9", "digit-dilemma:7L.3M", "range-war:6.4.9", "pyramid-challenge:5.4")
BOT = "import sys\nfor question in sys.stdin:\n    print(question.split()[1], flush=True)\n"


def run(effort: Effort) -> Section:
    """Measure a position of each of the four contests."""
    with TemporaryDirectory() as folder, on_one_core():
        file = Path(folder) / "bot"
        file.write_text(f"#!{sys.executable} -IS\n{BOT}", encoding="utf-8")
        file.chmod(0o755)
        comparisons = tuple(compare(code, str(file), effort) for code in CODES)
    return Section(
        name="programs",
        title="A move of an outside program, contained, beside a bare round trip through pipes",
        unit="us/move",
        comparisons=comparisons,
    )


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process, and those it starts, on one core until the end of the block, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def compare(code: str, file: str, effort: Effort) -> Comparison:
    """Measure one position. The move includes the round trip: what comes on top of it is at most twice as much."""
    match = ReadOnlyMatch(games.read_code(code))
    question = write_question(match)
    # In a session of its own like ours: a scheduler may give each session its share.
    pipes = subprocess.Popen([file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
    assert pipes.stdin
    assert pipes.stdout
    with pipes, Program(file) as bot:
        ours = partial(bot.choose, match)
        bare = partial(round_trip, pipes.stdin.fileno(), pipes.stdout.fileno(), question)
        subjects = [partial(microseconds, ours), partial(microseconds, bare)]
        measured = in_turns(subjects, effort.rounds(ROUNDS))
        pipes.stdin.close()
    return Comparison(code, Series("fathom", measured[0]), Series("bare pipes", measured[1]), Floor(at_most=3))


def round_trip(into: int, out: int, question: bytes) -> None:
    """Write a line, and read the answer."""
    os.write(into, question)
    os.read(out, len(question))


def microseconds(move: Callable[[], object], _round: int) -> float:
    """The microseconds of a move, in the fastest of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = perf_counter()
        for _ in range(MOVES):
            move()
        best = min(best, perf_counter() - start)
    return 1_000_000 * best / MOVES
