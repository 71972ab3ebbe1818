"""``python -m benchmarks.web.stages serve ...``: our server, which measures the CPU time of the stages of a move.

Each stage is a function. It is wrapped, and its time is that of its own thread, without the stages that it calls; what
the wrapper itself costs is measured at the start and subtracted. On SIGUSR1 the server begins to count anew; on SIGUSR2
it writes what it has counted into the file that the environment names.
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
from fathom.web.http.limits import Messages
from fathom.web.live import changes, connection
from fathom.web.live.changes import Changes
from fathom.web.live.connection import Connection
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol, UvicornTransport

FILE = "FATHOM_STAGES_FILE"
"""The variable with the name of the file."""
TRIALS = 10_000
P = ParamSpec("P")
R = TypeVar("R")


class Stage(NamedTuple):
    """A stage of a move, and the function that is all of it, except for the stages that it calls."""

    name: str
    owner: type | ModuleType
    function: str
    in_journal: bool = False


STAGES = (
    Stage("unpack the frame", FastWebSocketProtocol, "data_received"),
    Stage("take it, one of a socket at a time", Connection, "hear"),
    Stage("count it against the limits", Messages, "take"),
    Stage("decode and validate the command", connection, "read_frame"),
    Stage("take the turn of the match", Changes, "run"),
    Stage("check it by the rules", LiveMatch, "plan"),
    Stage("make the journal's entry", changes, "entry_of"),
    Stage("hand it to the journal", Journal, "write"),
    Stage("hear of the commit", Changes, "_hear"),
    Stage("apply it", LiveMatch, "apply"),
    Stage("encode what is told", connection, "encode"),
    Stage("write to the sockets, in the kernel", UvicornTransport, "write"),
    Stage("insert the rows and commit them", SqliteLedger, "_write", in_journal=True),
)


class Clocks:
    """The clocks of one thread: what an inner one counts, and what its wrapper costs, is not counted by the outer."""

    def __init__(self) -> None:
        self.inner = 0.0
        self.besides = 0.0
        """What a wrapper costs that its own clock does not count."""


class Clock:
    """The CPU time of one stage."""

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self.calls = 0
        self.nanoseconds = 0.0

    def measure(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, measured."""
        clocks = self._clocks

        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> R:
            before, clocks.inner = clocks.inner, 0.0
            began = thread_time_ns()
            try:
                return function(*args, **kwargs)
            finally:
                spent = thread_time_ns() - began
                self.nanoseconds += spent - clocks.inner
                self.calls += 1
                clocks.inner = before + spent + clocks.besides

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
    clock = Clock(Clocks())
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
    inside, besides = wrapper_costs()
    threads = {in_journal: Clocks() for in_journal in (False, True)}
    clocks = [Clock(threads[stage.in_journal]) for stage in STAGES]
    for stage, clock in zip(STAGES, clocks, strict=True):
        setattr(stage.owner, stage.function, clock.measure(getattr(stage.owner, stage.function)))
    for thread in threads.values():
        thread.besides = besides
    file = Path(os.environ[FILE])

    def begin(_number: int, _frame: object) -> None:
        for clock in clocks:
            clock.calls, clock.nanoseconds = 0, 0.0

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
