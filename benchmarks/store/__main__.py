"""``python -m benchmarks.store``: the same load on servers with a thousand, a hundred thousand and a million matches.

A full run replaces its own part of docs/results.md. Exit codes: 0 every floor is met (or a quick run, which judges
none and writes nothing), 1 a floor is not met, 2 the run could not be made.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import uvloop

from benchmarks.measure import BenchmarkError, Effort, Section, in_turns
from benchmarks.report import LEGEND, aligned, machine_line, section_text, table
from benchmarks.results import PAGE, markdown, put_between
from benchmarks.store.figures import VISITORS, Stored, lists_table, missed, sections
from benchmarks.store.filling import fill
from benchmarks.store.lists import ask_lists, keep_asking
from benchmarks.web import servers
from benchmarks.web.__main__ import as_fast_as_it_goes
from benchmarks.web.fathom_side import FathomSide
from benchmarks.web.figures import Round

BEGIN, END = "<!-- made by `make bench-store`: begin -->", "<!-- made by `make bench-store`: end -->"
STORED, QUICK_STORED = (1_000, 100_000, 1_000_000), (100, 1_000, 2_000)
MATCHES, QUICK_MATCHES = 200, 20
WAVES = 2
ROUNDS = 11
TIMES, QUICK_TIMES = 300, 20
"""How often each list is asked for."""
SETTLED = 0.05
"""CPU seconds within a second: a server that takes less has finished its check of the file."""
PATIENCE = 600.0


def main(arguments: Sequence[str] | None = None, root: Path = servers.ROOT) -> int:
    """Measure, print, and unless the run is quick write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.store", description="The server on stores of growing size.")
    parser.add_argument("--quick", action="store_true", help="a short run that judges no floor and writes nothing")
    effort = Effort(quick=parser.parse_args(arguments).quick)
    print(machine_line(), LEGEND, sep="\n")
    try:
        servers.allow_sockets()
        folder = root / "build"
        folder.mkdir(exist_ok=True)
        disk = servers.file_system(folder)
        with TemporaryDirectory(prefix="store-", dir=folder) as inside:
            stores = measure(Path(inside), effort)
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    found = sections(stores, QUICK_MATCHES if effort.quick else MATCHES)
    print(*("\n" + section_text(section, effort) for section in found), sep="\n")
    print("\nLists, start and size", *aligned(lists_table(stores)), sep="\n")
    if effort.quick:
        print("Quick run: the floors were not judged.")
        return 0
    put_between(root / PAGE, BEGIN, END, measured(found, stores, disk))
    not_met = missed(found)
    print(f"wrote {PAGE}", *(f"not met: {floor}" for floor in not_met), sep="\n")
    return 1 if not_met else 0


def measure(folder: Path, effort: Effort) -> list[Stored]:
    """Fill the stores, start a server on each, and put the same load on them in turns."""
    sizes = QUICK_STORED if effort.quick else STORED
    paths = [folder / f"{size}.db" for size in sizes]
    for path, size in zip(paths, sizes, strict=True):
        print(f"filling a store with {size:,} matches", flush=True)
        fill(path, size)
    with ExitStack() as running:
        ports, starts, lists = [], [], []
        for path in paths:
            start = perf_counter()
            server = running.enter_context(servers.fathom_on(path))
            starts.append(perf_counter() - start)
            settle(server)
            ports.append(server.port)
        for port in ports:
            lists.append(uvloop.run(ask_lists(port, QUICK_TIMES if effort.quick else TIMES)))
        alone = rounds(ports, sizes, effort, visitors=0)
        asked = rounds(ports, sizes, effort, visitors=VISITORS)
        megabytes = [path.stat().st_size / 2**20 for path in paths]
    return [Stored(*one) for one in zip(sizes, megabytes, starts, lists, alone, asked, strict=True)]


def settle(server: servers.Server) -> None:
    """Wait until the server has nothing to do: at its start it reads the whole file, to find damage."""
    end, before = perf_counter() + PATIENCE, server.cpu_seconds
    while perf_counter() < end:
        sleep(1)
        before, now = server.cpu_seconds, before
        if before - now < SETTLED:
            return
    raise BenchmarkError(f"The server was still busy {PATIENCE:g} s after its start.")


def rounds(ports: Sequence[int], sizes: Sequence[int], effort: Effort, visitors: int) -> list[list[Round]]:
    """The same rounds on each server in turns, while visitors ask for lists."""
    played: list[list[Round]] = [[] for _ in ports]

    def play(index: int, number: int) -> float:
        one = uvloop.run(play_round(ports[index], effort, number, visitors))
        if number:
            played[index].append(one)
        where = f"{sizes[index]:,} stored{f', {visitors} visitors' if visitors else ''}"
        print(f"round {number}, {where}: {one.rate:,.0f} moves/s, p99 {one.p99:.1f} ms", flush=True)
        return one.rate

    in_turns([partial(play, index) for index in range(len(ports))], effort.rounds(ROUNDS))
    return played


async def play_round(port: int, effort: Effort, number: int, visitors: int) -> Round:
    """One round on one server; the same number plays the same games."""
    matches, waves = (QUICK_MATCHES, 1) if effort.quick else (MATCHES, WAVES)
    asking = asyncio.create_task(keep_asking(port, visitors)) if visitors else None
    try:
        return await as_fast_as_it_goes(FathomSide(port), matches, waves, seed=number)
    finally:
        if asking:
            if asking.done():
                asking.result()  # it never ends by itself: this raises what went wrong
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking


def measured(found: Sequence[Section], stores: Sequence[Stored], disk: str) -> str:
    """The part of the page that holds these figures."""
    parts = [
        machine_line(),
        f"The store is a SQLite file on {disk} with matches of Pocket Addition, one in twenty of them unfinished, and "
        "a result in the table of the daily puzzle for every tenth. The same games are played on each store, in turns.",
    ]
    for section in found:
        count = len(section.comparisons[0].ours.values)
        parts += [f"## {section.title}", f"{count} rounds.", markdown(table(section, Effort()))]
    parts += ["## Lists, start and size of a full store", markdown(lists_table(stores))]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
