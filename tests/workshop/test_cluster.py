"""A grid of variants on a real Dask cluster on this machine, with a worker killed in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from fathom import games
from fathom.workers import Workers, open_workers
from fathom.workshop.grid import read_grid
from fathom.workshop.variant import Variant
from fathom.workshop.variants import Rows, open_rows, run
from tests.conftest import Fathom
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow
pytest.importorskip("distributed")
OPTIONS = "highest=4..7,target=5..12"
GRID = read_grid(games.game("pocket-addition"), OPTIONS)
STATES = 2000


def wait_for(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


@contextmanager
def program(*words: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A `dask` command, which is ended at the end."""
    with log.open("wb") as file:
        started = subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=file, stderr=file)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers, with one thread each."""
    note, local = folder / "scheduler.json", ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file")
    with ExitStack() as stack:
        stack.enter_context(program("scheduler", *local, str(note), "--port", "0", log=folder / "scheduler.log"))
        wait_for(note.exists)
        alone = ("--no-nanny", "--nthreads", "1", "--local-directory", str(folder))
        workers = [
            stack.enter_context(program("worker", *local, str(note), *alone, log=folder / f"worker-{number}.log"))
            for number in (1, 2)
        ]
        yield json.loads(note.read_text(encoding="utf-8"))["address"], workers


def test_a_killed_worker_changes_nothing(tmp_path: Path, fathom: Fathom) -> None:
    alone, path = Rows(None, {}), tmp_path / "variants.jsonl"
    run(GRID, alone, Workers(None, 1), STATES, lambda _: True)
    with cluster(tmp_path) as (address, processes):
        wait_for(lambda: _threads(address) == 2)

        def kill_one(_: Sequence[Variant]) -> bool:
            processes[0].kill()  # both workers have chunks at any time: two for each are under way
            return True

        with open_workers(address, None) as workers, open_rows(path, GRID) as rows:
            assert workers.jobs == 2
            run(GRID, rows, workers, STATES, kill_one)
        assert processes[0].wait(PATIENCE) == -9
        assert processes[1].poll() is None
        done = fathom("variants", "pocket-addition", "--grid", f"{OPTIONS}|13", "-o", str(path), "--cluster", address)
        assert (done.returncode, done.stderr) == (0, "")
    kept = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    first = kept[: len(GRID.codes)]  # the command has added those with target=13
    assert sorted(row["code"] for row in first) == sorted(GRID.codes)
    assert {row["code"]: row for row in first} == {code: found.as_dict() for code, found in alone.done.items()}
    assert {row["options"]["target"] for row in kept[len(GRID.codes) :]} == {13}


def _threads(address: str) -> int:
    """How many threads the workers that have come have together."""
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        return sum(client.nthreads().values())
