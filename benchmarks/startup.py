"""Start-up: how long the command line takes to answer, beside a bare interpreter of the same venv."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns

PROMPT = b"Select a number: "
IMPORT = Floor(at_most=3, absolute=True)
"""Milliseconds that ``import fathom`` may add to a bare interpreter."""
PATIENCE = 20.0
"""Seconds to wait for a prompt before giving up."""
ROUNDS = 25
MILLISECONDS = 1000.0
ANALYZE = {"digit-dilemma": 25, "range-war": 12, "pocket-addition": 12, "pyramid-challenge": 12}
"""How many times a bare interpreter a first analysis may take; Digit Dilemma is solved completely for it."""


class StartupError(BenchmarkError):
    """The command did not start as it should, so its time means nothing."""


def run(effort: Effort) -> Section:
    """Measure ``import fathom``, ``fathom --version``, the first prompt of a game, and cold analyses."""
    bare = [sys.executable, "-c", "pass"]
    fathom = [installed_command()]
    play = [*fathom, "play", "range-war", "A", "B"]
    with TemporaryDirectory(prefix="fathom-bench-") as folder:
        environment = {**os.environ, "FATHOM_STORE": str(Path(folder, "fathom.db")), "TERM": "xterm-256color"}
        times = in_turns(
            (
                lambda _: time_to_end(bare, environment),
                lambda _: time_of_import(environment),
                lambda _: time_to_end([*fathom, "--version"], environment),
                lambda _: time_to_prompt_on_terminal(play, environment),
                lambda _: time_to_prompt_in_pipe(play, environment),
                *(partial(time_of_analysis, room, environment) for room in ANALYZE),
            ),
            effort.rounds(ROUNDS),
        )
    base, imports, version, terminal, pipe, *analyses = times
    peer = Series("python -c pass", base)
    return Section(
        name="startup",
        title="Start-up, compared with python -c pass",
        unit="ms",
        comparisons=(
            Comparison("import fathom, on top", Series("fathom", imports), peer, IMPORT),
            Comparison("fathom --version", Series("fathom", version), peer, Floor(at_most=4)),
            Comparison("first prompt, terminal", Series("fathom", terminal), peer, Floor(at_most=8)),
            Comparison("first prompt, pipe", Series("fathom", pipe), peer, Floor(at_most=8)),
            *(
                Comparison(f"analyze {room}", Series("fathom", series), peer, Floor(at_most=limit))
                for (room, limit), series in zip(ANALYZE.items(), analyses, strict=True)
            ),
        ),
    )


def installed_command() -> str:
    """The installed ``fathom`` command of this interpreter's venv."""
    script = Path(sys.executable).with_name("fathom")
    if not script.exists():
        raise StartupError(f"There is no fathom command beside {sys.executable}; install the package there first.")
    return str(script)


def time_to_end(command: list[str], environment: Mapping[str, str]) -> float:
    """Milliseconds from starting a command until it has ended well."""
    start = perf_counter()
    process = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    elapsed = perf_counter() - start
    if process.returncode != 0:
        output = (process.stdout + process.stderr).decode(errors="replace")
        raise StartupError(f"{' '.join(command)} ended with exit code {process.returncode}: {output.strip()}")
    return elapsed * MILLISECONDS


def time_of_import(environment: Mapping[str, str]) -> float:
    """Milliseconds that ``import fathom`` adds to a bare interpreter."""
    program = "from time import perf_counter as now; start = now(); import fathom; print(now() - start)"
    command = [sys.executable, "-c", program]
    return float(subprocess.check_output(command, env=environment)) * MILLISECONDS


def time_of_analysis(room: str, environment: Mapping[str, str], _round: int) -> float:
    """Milliseconds of ``fathom analyze ROOM`` from nothing."""
    return time_to_end([installed_command(), "analyze", room], environment)


def time_to_prompt_on_terminal(command: list[str], environment: Mapping[str, str]) -> float:
    """Milliseconds from starting a command until it prompts, all its streams being a pseudo-terminal."""
    ours, theirs = pty.openpty()
    with closing(os.fdopen(ours, "rb", buffering=0)):
        start = perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        return wait_for_prompt(process, ours, start)


def time_to_prompt_in_pipe(command: list[str], environment: Mapping[str, str]) -> float:
    """Milliseconds from starting a command until it prompts, its streams being pipes."""
    start = perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with closing(process.stdin), closing(process.stdout):
        return wait_for_prompt(process, process.stdout.fileno(), start)


def wait_for_prompt(process: subprocess.Popen[bytes], output: int, start: float) -> float:
    """Read until the prompt appears, then end the process; return the milliseconds since ``start``."""
    seen = b""
    try:
        while PROMPT not in seen:
            left = start + PATIENCE - perf_counter()
            ready = left > 0 and select.select([output], [], [], left)[0]
            chunk = read(output) if ready else b""
            if not chunk:
                why = "ended" if ready else f"was still silent after {PATIENCE:g} s"
                said = seen.decode(errors="replace").strip()
                raise StartupError(f"fathom play {why} without the prompt {PROMPT.decode()!r}. It said: {said}")
            seen += chunk
        return (perf_counter() - start) * MILLISECONDS
    finally:
        process.kill()
        process.wait()


def read(descriptor: int) -> bytes:
    """What a stream has to say; nothing once it is closed (Linux answers EIO for a closed terminal)."""
    try:
        return os.read(descriptor, 4096)
    except OSError:
        return b""
