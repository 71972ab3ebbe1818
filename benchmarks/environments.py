"""``python -m benchmarks.environments``: how fast environments play random games, beside pgx and ``SyncVectorEnv``.

All of them play legal moves at random and hand over observation and mask at every step. pgx and JAX run in an
environment of their own, `.venv-pgx`, which is made from pinned packages when it is missing. The figures go into
docs/results.md. Exit codes: 0 every floor is met, 1 one is not, 2 the run could not be made.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import gymnasium
import numpy as np

import fathom.adapters.gymnasium
from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.report import machine_line, section_text, table
from benchmarks.results import PAGE, ROOT, markdown, put_between
from fathom.adapters.numbering import read_options
from fathom.adapters.tables import make_table

GAME, ENVIRONMENT = "digit-dilemma", "fathom/DigitDilemma-v0"
BATCH, SYNC_BATCH = 4096, 64
ROUNDS = 5
PGX_FLOOR, SYNC_FLOOR, TABLE_FLOOR = Floor(at_least=2), Floor(at_least=100), Floor(at_most=1, absolute=True)
PEER = ROOT / "benchmarks" / "peers" / "pgx"
PEER_VENV = ROOT / ".venv-pgx"
PEER_PYTHON = str(PEER_VENV / "bin" / "python")
BEGIN, END = "<!-- made by `make bench-env`: begin -->", "<!-- made by `make bench-env`: end -->"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.environments", description="Measure the environments.")
    parser.add_argument("--quick", action="store_true", help="only show that it works; nothing is written")
    effort = Effort(quick=parser.parse_args(arguments).quick)
    try:
        sections = [measure_steps(effort), measure_table(effort)]
    except (BenchmarkError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    for section in sections:
        print(section_text(section, effort), flush=True)
    if effort.quick:
        return 0
    parts = [machine_line(), f"pgx and JAX in an environment of their own: {peer_versions()}."]
    for section in sections:
        parts += [f"## {section.title}", f"{ROUNDS} rounds.", markdown(table(section, effort))]
    put_between(root / PAGE, BEGIN, END, "\n\n".join(parts) + "\n")
    return 0 if all(one.met is not False for section in sections for one in section.comparisons) else 1


def measure_steps(effort: Effort) -> Section:
    """Steps per second in random legal play."""
    make_peer_venv()
    steps = 20 if effort.quick else 500
    table_steps = in_turns(
        [lambda _: play_table(steps), lambda _: play_peer(steps), lambda _: play_sync(steps // 10)],
        effort.rounds(ROUNDS),
    )
    ours = Series("fathom", table_steps[0])
    return Section(
        name="environments",
        title=f"Random legal play of Digit Dilemma, {BATCH:,} games at once, with observation and mask",
        unit="steps/s",
        comparisons=(
            Comparison("vector", ours, Series("pgx tic-tac-toe", table_steps[1]), PGX_FLOOR),
            Comparison("vector", ours, Series(f"SyncVectorEnv({SYNC_BATCH})", table_steps[2]), SYNC_FLOOR),
        ),
    )


def measure_table(effort: Effort) -> Section:
    """Seconds to make the table of the vector environment, beside a plain walk that only counts its positions."""
    options = read_options(GAME, {})

    def build(_: int) -> float:
        make_table.cache_clear()
        begun = perf_counter()
        make_table(GAME, options)
        return perf_counter() - begun

    def walk(_: int) -> float:
        begun = perf_counter()
        sum(1 for _ in fathom.positions(GAME))
        return perf_counter() - begun

    ours, theirs = in_turns([build, walk], effort.rounds(ROUNDS))
    return Section(
        name="environments",
        title="Making the table of Digit Dilemma",
        unit="s",
        comparisons=(Comparison("table", Series("fathom", ours), Series("plain walk", theirs), TABLE_FLOOR),),
    )


def play_table(steps: int) -> float:
    """Steps per second of the vector environment, the agent in both seats."""
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=BATCH, opponent=None, autoreset_mode="SameStep").unwrapped
    envs.reset(seed=1)
    begun = perf_counter()
    for _ in range(steps):
        envs.step(envs.sample_legal())
    return BATCH * steps / (perf_counter() - begun)


def play_sync(steps: int) -> float:
    """Steps per second of single environments one after the other."""
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=SYNC_BATCH, vectorization_mode="sync", opponent=None)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    begun = perf_counter()
    for _ in range(steps):
        draws = rng.random(infos["action_mask"].shape) * infos["action_mask"]  # the largest is a legal one
        *_, infos = envs.step(draws.argmax(axis=1))
    return SYNC_BATCH * steps / (perf_counter() - begun)


def play_peer(steps: int) -> float:
    """Steps per second of pgx's tic-tac-toe, compiled before the clock starts."""
    command = [PEER_PYTHON, str(PEER / "scan.py"), str(BATCH), str(steps), "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise BenchmarkError(f"pgx failed: {done.stderr.strip().splitlines()[-1]}")
    [rate] = json.loads(done.stdout)
    return float(rate)


def make_peer_venv() -> None:
    """The environment of pgx and JAX, made once."""
    if Path(PEER_PYTHON).exists():
        return
    print(f"installing pgx and JAX into {PEER_VENV.name}", flush=True)
    venv.create(PEER_VENV, with_pip=True)
    pip = [PEER_PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([*pip, "-r", str(PEER / "requirements.txt")], check=True, timeout=600)


def peer_versions() -> str:
    """`pgx 2.6.0, jax 0.10.2`."""
    asked = 'from importlib.metadata import version as v; print(f\'pgx {v("pgx")}, jax {v("jax")}\')'
    return subprocess.run([PEER_PYTHON, "-c", asked], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
