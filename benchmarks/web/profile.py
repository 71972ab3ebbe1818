"""``python -m benchmarks.web.profile``: where the server's CPU time goes while moves are played.

The server measures its stages (`stages.py`), the kernel its threads; what no stage accounts for is the rest of its
thread: the event loop, reading from the sockets and the garbage collector; or in the journal's thread what is around
its writing. An insertion and its commit are one statement, so they are one stage.
Exit codes: 0 it was measured, 2 it could not be.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NamedTuple

import msgspec
import uvloop

from benchmarks.measure import BenchmarkError
from benchmarks.report import aligned
from benchmarks.web import servers, stages
from benchmarks.web.fathom_side import FathomSide
from benchmarks.web.load import Tally, games, wave

MATCHES, WAVES = 200, 4
PATIENCE = 20.0
LOOP_REST = "the event loop, reading from the sockets"
JOURNAL_REST = "pass groups on, and look at the files"


class Share(NamedTuple):
    """One line of the table: the CPU time of a stage for each acknowledged move."""

    thread: str
    name: str
    microseconds: float


class Profile(NamedTuple):
    """Where the time goes."""

    matches: int
    shares: Sequence[Share]

    @property
    def title(self) -> str:
        """What was done."""
        return f"Where the server's CPU time goes: {self.matches} matches at once, for each acknowledged move"

    def table(self) -> list[list[str]]:
        """The cells, the head first."""
        whole = sum(share.microseconds for share in self.shares)
        rows = [
            [share.name, share.thread, f"{share.microseconds:.1f}", f"{share.microseconds / whole:.0%}"]
            for share in self.shares
        ]
        return [["", "thread", "µs", "share"], *rows, ["together", "", f"{whole:.1f}", "100%"]]


class Threads(NamedTuple):
    """The nanoseconds of CPU time that the threads of a server have had."""

    loop: int
    others: int


def threads(pid: int) -> Threads:
    """The CPU time of a process so far, as the kernel counts it; its first thread runs the event loop."""
    used = {
        int(task.name): int((task / "schedstat").read_text(encoding="ascii").split()[0])
        for task in Path(f"/proc/{pid}/task").iterdir()
    }
    return Threads(used[pid], sum(used.values()) - used[pid])


class Phases:
    """Counts the time of a server while matches are played, and not while they are set up."""

    def __init__(self, pid: int, file: Path) -> None:
        self._pid = pid
        self._file = file
        self.stages = [0.0] * len(stages.STAGES)
        self.loop = self.others = 0.0

    def begin(self) -> None:
        """Matches begin: the clocks start."""
        os.kill(self._pid, signal.SIGUSR1)
        self._before = threads(self._pid)

    def end(self) -> None:
        """They are over: read the clocks."""
        after = threads(self._pid)
        os.kill(self._pid, signal.SIGUSR2)
        counted = msgspec.json.decode(self._read(), type=stages.Counted)
        self.loop += after.loop - self._before.loop - counted.besides_loop
        self.others += after.others - self._before.others - counted.besides_journal
        self.stages = [before + now for before, now in zip(self.stages, counted.stages, strict=True)]

    def _read(self) -> bytes:
        until = monotonic() + PATIENCE
        while not self._file.exists():
            if monotonic() > until:
                raise BenchmarkError("The server does not tell where its time goes.")
            sleep(0.01)
        content = self._file.read_bytes()
        self._file.unlink()
        return content


def shares(phases: Phases, moves: int) -> list[Share]:
    """The lines of the table."""

    def line(thread: str, name: str, nanoseconds: float) -> Share:
        return Share(thread, name, nanoseconds / moves / 1000)

    both = list(zip(stages.STAGES, phases.stages, strict=True))
    loop = [line("loop", stage.name, spent) for stage, spent in both if not stage.in_journal]
    journal = [line("journal", stage.name, spent) for stage, spent in both if stage.in_journal]
    loop_rest = phases.loop - sum(spent for stage, spent in both if not stage.in_journal)
    journal_rest = phases.others - sum(spent for stage, spent in both if stage.in_journal)
    return [
        *loop,
        line("loop", LOOP_REST, loop_rest),
        *journal,
        line("journal", JOURNAL_REST, journal_rest),
    ]


async def play(side: FathomSide, phases: Phases, matches: int, waves: int) -> int:
    """Play, and return the number of acknowledged moves."""
    tally, scripts = Tally(), games(seed=1)
    await wave(side, list(islice(scripts, matches)), Tally())  # to warm up
    for _ in range(waves):
        await wave(side, list(islice(scripts, matches)), tally, phases)
        if tally.errors:
            raise BenchmarkError(f"{len(tally.errors)} matches failed; the first: {tally.errors[0]}.")
    return len(tally.latencies)


def profile(folder: Path, matches: int = MATCHES, waves: int = WAVES) -> Profile:
    """Where the time goes on a new server in the folder."""
    file = folder / "stages.json"
    program = ["env", f"{stages.FILE}={file}", sys.executable, "-m", "benchmarks.web.stages"]
    with servers.fathom(folder, program=program) as server:
        phases = Phases(server.pid, file)
        moves = uvloop.run(play(FathomSide(server.port), phases, matches, waves))
    return Profile(matches, shares(phases, moves))


def main() -> int:
    """Measure and print."""
    folder = servers.ROOT / "build"
    folder.mkdir(exist_ok=True)
    try:
        servers.allow_sockets()
        with TemporaryDirectory(prefix="profile-", dir=folder) as inside:
            measured = profile(Path(inside))
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    print(measured.title, *aligned(measured.table()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
