"""``python -m benchmarks.web.stages serve ...``: our server, which measures the CPU time of the stages of a move.

Each stage is a function that calls none of the others. It is wrapped, and its time is that of its own thread; what the
wrapper itself costs is measured at the start and subtracted. On SIGUSR1 the server begins to count anew; on SIGUSR2 it
writes what it has counted into the file that the environment names.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import thread_time_ns
from types import ModuleType
from typing import NamedTuple, ParamSpec, TypeVar

import msgspec

from fathom.storage.journal.group import Journal
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.terminal.main import main
from fathom.web.live import connection, matches
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol, UvicornTransport

FILE = "FATHOM_STAGES_FILE"
"""The variable with the name of the file."""
TRIALS = 10_000
P = ParamSpec("P")
R = TypeVar("R")


class Stage(NamedTuple):
    """A stage of a move, and the function that is all of it."""

    name: str
    owner: type | ModuleType
    function: str
    in_journal: bool = False


STAGES = (
    Stage("unpack the frame", FastWebSocketProtocol, "data_received"),
    Stage("decode and validate the command", connection, "read_frame"),
    Stage("check it by the rules", LiveMatch, "plan"),
    Stage("make the journal's entry", matches, "entry_of"),
    Stage("hand it to the journal", Journal, "append"),
    Stage("apply it", LiveMatch, "apply"),
    Stage("encode what is told", connection, "encode"),
    Stage("write to the sockets, in the kernel", UvicornTransport, "write"),
    Stage("insert the rows", SqliteLedger, "_add_all", in_journal=True),
)


class Clock:
    """The CPU time of one stage."""

    def __init__(self) -> None:
        self.calls = 0
        self.nanoseconds = 0

    def measure(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, measured."""

        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> R:
            began = thread_time_ns()
            try:
                return function(*args, **kwargs)
            finally:
                self.nanoseconds += thread_time_ns() - began
                self.calls += 1

        return measured


class Counted(msgspec.Struct):
    """What the clocks have counted, in nanoseconds: each stage, and what the wrappers cost besides, for each thread."""

    stages: list[float]
    besides_loop: float
    besides_journal: float


def nothing() -> None:
    """Does nothing, to find out what the wrapper costs."""


def wrapper_costs() -> tuple[float, float]:
    """The nanoseconds of a wrapper that its own clock counts, and those that it does not."""
    clock = Clock()
    times = []
    for function in (nothing, clock.measure(nothing)):
        began = thread_time_ns()
        for _ in range(TRIALS):
            function()
        times.append((thread_time_ns() - began) / TRIALS)
    inside = clock.nanoseconds / clock.calls
    return inside, times[1] - times[0] - inside


def measure_stages() -> None:
    """Measure every stage in this process, and obey the signals."""
    clocks = [Clock() for _ in STAGES]
    for stage, clock in zip(STAGES, clocks, strict=True):
        setattr(stage.owner, stage.function, clock.measure(getattr(stage.owner, stage.function)))
    inside, besides = wrapper_costs()
    file = Path(os.environ[FILE])

    def begin(_number: int, _frame: object) -> None:
        for clock in clocks:
            clock.calls = clock.nanoseconds = 0

    def write(_number: int, _frame: object) -> None:
        calls = {stage: clock.calls for stage, clock in zip(STAGES, clocks, strict=True)}
        counted = Counted(
            [clock.nanoseconds - inside * clock.calls for clock in clocks],
            besides * sum(number for stage, number in calls.items() if not stage.in_journal),
            besides * sum(number for stage, number in calls.items() if stage.in_journal),
        )
        part = file.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(counted))
        part.rename(file)

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, write)


if __name__ == "__main__":
    measure_stages()
    sys.exit(main())
