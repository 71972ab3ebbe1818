"""Repeated `kill -9` under load: no acknowledged move is lost, none happens twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.proof import history
from tests.web.proof.killing import Killing
from tests.web.proof.process import ROOT, Server

KILLS, MOVES = 20, 5000
SOAK = [sys.executable, "-m", "tests.web.proof.soak"]


@pytest.mark.slow
def test_a_server_killed_twenty_times_under_load_loses_no_move(tmp_path: Path) -> None:
    seed = int(os.environ.get("FATHOM_SEED") or random.SystemRandom().randrange(1_000_000))
    print(f"To repeat this run: FATHOM_SEED={seed}")
    killing = Killing(Server(str(tmp_path / "store.db"), tmp_path / "log"), seed, KILLS, MOVES)
    asyncio.run(killing.run())
    judged = killing.judged()
    if judged.wrong:
        history.write(tmp_path / "history", killing.recorder.history)
    assert judged.wrong == []
    assert judged.kills == KILLS
    assert judged.moves >= MOVES
    for kind in ("nudged", "take-back-asked", "take-back-refused", "taken-back"):
        assert killing.recorder.counts[f"acknowledged {kind}"] > 0


@pytest.mark.slow
def test_a_soak_tells_how_it_ended() -> None:
    run = subprocess.run(
        [*SOAK, "--kills", "2", "--moves", "100", "--seed", "7"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "seed 7" in run.stdout
    assert run.stdout.splitlines()[-1].startswith("Done: 2 kills, ")
    assert run.stdout.splitlines()[-1].endswith(" acknowledged moves, nothing wrong.")


@pytest.mark.slow
def test_an_interrupted_soak_tells_how_far_it_came() -> None:
    with subprocess.Popen(SOAK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as soak:
        assert soak.stdout
        seen = [soak.stdout.readline() for _ in range(3)]
        soak.send_signal(signal.SIGINT)
        seen += soak.stdout.readlines()
    assert soak.returncode == 130, seen
    assert "of 200 kills" in seen[2]
    assert seen[-1].startswith("Interrupted: ")
    assert seen[-1].endswith(" acknowledged moves, nothing wrong.\n")
