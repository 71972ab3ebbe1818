"""A move is on disk before it is answered: seen in the system calls that the server makes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.web.proof import trace
from tests.web.proof.history import Answered, Sent
from tests.web.proof.load import Load
from tests.web.proof.process import REAL, Server
from tests.web.proof.recorder import Recorder
from tests.web.proof.trace import Judged

SEED, MOVES = 1, 150
SOCKETS, HTTP = {"tables": 6, "by_http": 0.0}, {"tables": 1, "by_http": 1.0}


def traced(tmp_path: Path, command: Sequence[str], tables: int, by_http: float) -> tuple[int, Judged]:
    """Play some matches on a server; the number of acknowledgements, and the judgement of the system calls."""
    calls = tmp_path / "calls"
    recorder = Recorder()
    server = Server(str(tmp_path / "store.db"), tmp_path / "log", [*trace.command(calls), *command])
    server.start()
    try:
        load = Load([server.port], recorder, SEED, lambda: recorder.moves < MOVES, by_http=by_http)
        asyncio.run(load.run(tables))
    finally:
        server.stop()
    with calls.open(encoding="latin-1") as lines:
        return recorder.acknowledged, trace.judge(lines, answer_keys(recorder))


def answer_keys(recorder: Recorder) -> dict[str, str]:
    """The key of every answer with an event, by the id of its request, and by number and time."""
    sent = {entry.request: entry.key for entry in recorder.history if isinstance(entry, Sent)}
    told = [entry for entry in recorder.history if isinstance(entry, Answered) and entry.event]
    by_time = {f"{entry.event['sequence']} {entry.event['at']}": sent[entry.request] for entry in told if entry.event}
    return by_time | {str(request): key for request, key in sent.items()}


@pytest.fixture(autouse=True)
def _strace() -> None:
    if not shutil.which("strace") and not os.environ.get("CI"):
        pytest.skip("strace (Debian: apt-get install strace) is not on this machine.")


@pytest.mark.parametrize("load", [SOCKETS, HTTP], ids=["sockets", "http"])
def test_every_answered_move_was_on_disk_before_its_answer_went_out(tmp_path: Path, load: dict[str, Any]) -> None:
    acknowledged, judged = traced(tmp_path, REAL, **load)
    assert judged.answers >= acknowledged >= MOVES
    assert judged.not_durable == []


@pytest.mark.parametrize("load", [SOCKETS, HTTP], ids=["sockets", "http"])
def test_a_server_that_does_not_wait_for_the_disk_is_caught(tmp_path: Path, load: dict[str, Any]) -> None:
    _, judged = traced(tmp_path, (sys.executable, "-m", "tests.web.proof.faulty", "synchronous-off"), **load)
    assert len(judged.not_durable) >= MOVES
