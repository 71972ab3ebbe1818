"""A move is on disk before it is answered: seen in the system calls that the server makes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.web.proof import trace
from tests.web.proof.history import Sent
from tests.web.proof.load import Load
from tests.web.proof.process import REAL, Server
from tests.web.proof.recorder import Recorder
from tests.web.proof.trace import Judged

SEED, MOVES, TABLES = 1, 200, 6


def traced(tmp_path: Path, command: Sequence[str]) -> tuple[Recorder, Judged]:
    """Play some matches on a server, and judge its system calls."""
    calls = tmp_path / "calls"
    recorder = Recorder()
    server = Server(str(tmp_path / "store.db"), tmp_path / "log", [*trace.command(calls), *command])
    server.start()
    try:
        load = Load([server.port], recorder, SEED, lambda: recorder.moves < MOVES, by_http=0)
        asyncio.run(load.run(TABLES))
    finally:
        server.stop()
    keys = {entry.request: entry.key for entry in recorder.history if isinstance(entry, Sent)}
    with calls.open(encoding="latin-1") as lines:
        return recorder, trace.judge(lines, keys)


@pytest.fixture(autouse=True)
def _strace() -> None:
    if not shutil.which("strace") and not os.environ.get("CI"):
        pytest.skip("strace (Debian: apt-get install strace) is not on this machine.")


def test_every_answered_move_was_on_disk_before_its_answer_went_out(tmp_path: Path) -> None:
    recorder, judged = traced(tmp_path, REAL)
    acknowledged = sum(number for what, number in recorder.counts.items() if what.startswith("acknowledged"))
    assert judged.answers >= acknowledged >= MOVES
    assert judged.not_durable == []


def test_a_server_that_does_not_wait_for_the_disk_is_caught(tmp_path: Path) -> None:
    _, judged = traced(tmp_path, (sys.executable, "-m", "tests.web.proof.faulty", "synchronous-off"))
    assert len(judged.not_durable) >= MOVES
