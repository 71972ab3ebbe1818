"""``python -m benchmarks.web``: put load on our server and on boardgame.io in turns, and write down what happened.

A full run replaces its own part of docs/results.md. Exit codes: 0 every floor is met (or a quick run, which judges
none and writes nothing), 1 a floor is not met, 2 the run could not be made.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop

from benchmarks.measure import BenchmarkError, Effort, Section, in_turns
from benchmarks.postgresql import running as postgresql
from benchmarks.postgresql import server_programs
from benchmarks.report import LEGEND, aligned, machine_line, section_text, table
from benchmarks.results import PAGE, markdown, put_between
from benchmarks.web import servers
from benchmarks.web.boardgame_side import BoardgameSide
from benchmarks.web.fathom_side import FathomSide
from benchmarks.web.figures import Round, Steady, kept_table, missed, sections, workers_section
from benchmarks.web.load import Tally, games, steady, wave
from benchmarks.web.profile import Profile, profile
from benchmarks.web.sides import Side

BEGIN, END = "<!-- made by `make bench-web`: begin -->", "<!-- made by `make bench-web`: end -->"
MATCHES = 200
WAVES = 8
"""How often in a round MATCHES matches are set up and then, with the clock running, played to the end."""
ROUNDS = 5
WORKER_WAVES, WORKER_ROUNDS = 4, 3
STEADY_MATCHES, STEADY_SECONDS = 1000, 120
QUICK_MATCHES, QUICK_SECONDS = 20, 3


def main(arguments: Sequence[str] | None = None, root: Path = servers.ROOT) -> int:
    """Measure, print, and unless the run is quick write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.web", description="Load on the server, beside boardgame.io.")
    parser.add_argument("--quick", action="store_true", help="a short run that judges no floor and writes nothing")
    effort = Effort(quick=parser.parse_args(arguments).quick)
    print(machine_line(), LEGEND, sep="\n")
    others = os.getloadavg()[0]
    try:
        servers.allow_sockets()
        folder = root / "build"
        folder.mkdir(exist_ok=True)
        disk = servers.file_system(folder)
        with TemporaryDirectory(prefix="load-", dir=folder) as inside:
            both = side_by_side(Path(inside), effort)
            print(*("\n" + section_text(section, effort) for section in both), sep="\n", flush=True)
            workers = with_workers(Path(inside), effort)
            print("\n" + section_text(workers, effort), flush=True)
            pace = at_a_pace(Path(inside), effort)
            print(f"\n{pace.title}", *aligned(kept_table(pace, effort)), sep="\n")
            print(*(f"  {count} times: {what}" for what, count in Counter(pace.errors).most_common(5)), sep="\n")
            spent = profile(Path(inside), *((QUICK_MATCHES, 1) if effort.quick else ()))
            print(f"\n{spent.title}", *aligned(spent.table()), sep="\n")
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    if effort.quick:
        print("Quick run: the floors were not judged.")
        return 0
    put_between(root / PAGE, BEGIN, END, measured((*both, workers), pace, spent, servers.peer_versions(), disk, others))
    not_met = missed(both, pace)
    print(f"wrote {PAGE}", *(f"not met: {floor}" for floor in not_met), sep="\n")
    return 1 if not_met else 0


def side_by_side(folder: Path, effort: Effort) -> tuple[Section, Section]:
    """Every match as fast as it goes, on both servers in turns."""
    matches = QUICK_MATCHES if effort.quick else MATCHES
    rounds: tuple[list[Round], list[Round]] = ([], [])
    with servers.fathom(folder) as ours, servers.boardgame_io(folder) as peer:
        sides: tuple[Side[Any], Side[Any]] = (FathomSide(ours.port), BoardgameSide(peer.port))

        def play(index: int, number: int) -> float:
            waves = 1 if effort.quick else WAVES
            one = uvloop.run(as_fast_as_it_goes(sides[index], matches, waves, seed=number))
            if number:
                rounds[index].append(one)
            print(f"round {number}, {sides[index].name}: {one.rate:,.0f} moves/s, p99 {one.p99:.1f} ms", flush=True)
            return one.rate

        in_turns((lambda number: play(0, number), lambda number: play(1, number)), effort.rounds(ROUNDS))
    return sections(*rounds, matches)


async def as_fast_as_it_goes(side: Side[Any], matches: int, waves: int, seed: int) -> Round:
    """One round on one side; the same seed plays the same games."""
    tally, seconds, scripts = Tally(), 0.0, games(seed)
    for _ in range(waves):
        seconds += await wave(side, list(islice(scripts, matches)), tally)
        if tally.errors:
            raise BenchmarkError(f"{len(tally.errors)} matches on {side.name} failed; the first: {tally.errors[0]}.")
    return Round(len(tally.latencies) / seconds, tally.milliseconds(50), tally.milliseconds(99))


def with_workers(folder: Path, effort: Effort) -> Section:
    """Two workers and one over PostgreSQL, in turns."""
    programs = server_programs()
    if programs is None:
        raise BenchmarkError("There is no PostgreSQL on this machine (Debian: apt-get install postgresql).")
    matches, waves = (QUICK_MATCHES, 1) if effort.quick else (MATCHES, WORKER_WAVES)
    rounds: dict[int, list[Round]] = {2: [], 1: []}
    with postgresql(programs) as database, ExitStack() as stack:
        ports = {
            workers: stack.enter_context(servers.fathom(folder, database.fresh_database(), workers)).port
            for workers in rounds
        }

        def play(workers: int, number: int) -> float:
            one = uvloop.run(as_fast_as_it_goes(FathomSide(ports[workers]), matches, waves, seed=number))
            if number:
                rounds[workers].append(one)
            print(f"round {number}, workers {workers}: {one.rate:,.0f} moves/s, p99 {one.p99:.1f} ms", flush=True)
            return one.rate

        in_turns([partial(play, workers) for workers in rounds], effort.rounds(WORKER_ROUNDS))
    return workers_section(rounds[2], rounds[1], matches)


def at_a_pace(folder: Path, effort: Effort) -> Steady:
    """A steady load on a fresh server of ours."""
    matches, seconds = (QUICK_MATCHES, QUICK_SECONDS) if effort.quick else (STEADY_MATCHES, STEADY_SECONDS)
    tally = Tally()
    with servers.fathom(folder) as server:
        uvloop.run(steady(FathomSide(server.port), matches, seconds, tally))
        megabytes = server.peak_megabytes
    p50, p99 = tally.milliseconds(50), tally.milliseconds(99)
    return Steady(matches, seconds, len(tally.latencies), p50, p99, megabytes, tally.errors)


def measured(compared: Sequence[Section], pace: Steady, spent: Profile, peer: str, disk: str, others: float) -> str:
    """The part of the page that holds these figures; `others` is the load average before the run."""
    effort = Effort()
    parts = [
        f"{machine_line()}, {peer}. Load average before the run: {others:.1f}",
        f"Our store is a SQLite file on {disk}, with each move on disk before it is acknowledged; "
        "boardgame.io uses its default store, in memory. PostgreSQL runs on the same machine and commits as durably.",
    ]
    for section in compared:
        rounds = len(section.comparisons[0].ours.values)
        parts += [f"## {section.title}", f"{rounds} rounds.", markdown(table(section, effort))]
    parts += [f"## {pace.title}", markdown(kept_table(pace, effort))]
    parts += [f"## {spent.title}", markdown(spent.table())]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
