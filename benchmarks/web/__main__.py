"""``python -m benchmarks.web``: put load on our server and on boardgame.io in turns, and write down what happened.

A full run replaces its own part of docs/results.md. Exit codes: 0 every floor is met (or a quick run, which judges
none and writes nothing), 1 a floor is not met, 2 the run could not be made.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop

from benchmarks.measure import BenchmarkError, Effort, Section, in_turns
from benchmarks.report import LEGEND, aligned, machine_line, section_text, table
from benchmarks.results import PAGE, markdown, put_between
from benchmarks.web import servers
from benchmarks.web.boardgame_side import BoardgameSide
from benchmarks.web.fathom_side import FathomSide
from benchmarks.web.figures import Round, Steady, kept_table, missed, sections
from benchmarks.web.load import Tally, games, steady, wave
from benchmarks.web.sides import Side

BEGIN, END = "<!-- made by `make bench-web`: begin -->", "<!-- made by `make bench-web`: end -->"
MATCHES = 200
WAVES = 8
"""How often in a round MATCHES matches are set up and then, with the clock running, played to the end."""
ROUNDS = 5
STEADY_MATCHES, STEADY_SECONDS = 500, 120
QUICK_MATCHES, QUICK_SECONDS = 20, 3


def main(arguments: Sequence[str] | None = None, root: Path = servers.ROOT) -> int:
    """Measure, print, and unless the run is quick write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.web", description="Load on the server, beside boardgame.io.")
    parser.add_argument("--quick", action="store_true", help="a short run that judges no floor and writes nothing")
    effort = Effort(quick=parser.parse_args(arguments).quick)
    print(machine_line(), LEGEND, sep="\n")
    try:
        servers.allow_sockets()
        folder = root / "build"
        folder.mkdir(exist_ok=True)
        disk = servers.file_system(folder)
        with TemporaryDirectory(prefix="load-", dir=folder) as inside:
            both = side_by_side(Path(inside), effort)
            print(*("\n" + section_text(section, effort) for section in both), sep="\n", flush=True)
            pace = at_a_pace(Path(inside), effort)
            print(f"\n{pace.title}", *aligned(kept_table(pace, effort)), sep="\n")
            print(*(f"  {count} times: {what}" for what, count in Counter(pace.errors).most_common(5)), sep="\n")
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    if effort.quick:
        print("Quick run: the floors were not judged.")
        return 0
    put_between(root / PAGE, BEGIN, END, measured(both, pace, servers.peer_versions(), disk))
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


def at_a_pace(folder: Path, effort: Effort) -> Steady:
    """A steady load on a fresh server of ours."""
    matches, seconds = (QUICK_MATCHES, QUICK_SECONDS) if effort.quick else (STEADY_MATCHES, STEADY_SECONDS)
    tally = Tally()
    with servers.fathom(folder) as server:
        uvloop.run(steady(FathomSide(server.port), matches, seconds, tally))
        megabytes = server.peak_megabytes
    p50, p99 = tally.milliseconds(50), tally.milliseconds(99)
    return Steady(matches, seconds, len(tally.latencies), p50, p99, megabytes, tally.errors)


def measured(both: Sequence[Section], pace: Steady, peer: str, disk: str) -> str:
    """The part of the page that holds these figures."""
    effort = Effort()
    parts = [
        f"{machine_line()}, {peer}",
        f"Our store is a SQLite file on {disk}, with each move on disk before it is acknowledged; "
        "boardgame.io uses its default store, in memory.",
    ]
    for section in both:
        rounds = len(section.comparisons[0].ours.values)
        parts += [f"## {section.title}", f"{rounds} rounds.", markdown(table(section, effort))]
    parts += [f"## {pace.title}", markdown(kept_table(pace, effort))]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
