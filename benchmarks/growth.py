"""How solving grows with the options: the cases, each measured in a process of its own, and their floors.

Every case reports the states that were valued, the CPU seconds, and the most memory that its process had, which
includes Python itself. ``python -m benchmarks.growth CASE`` is such a process; `make growth` measures every case and
writes the page.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from time import process_time
from typing import Any

from benchmarks.measure import BenchmarkError
from fathom import games
from fathom.core.budget import Meter
from fathom.core.footprint import peak_megabytes
from fathom.solver.search import solve

MOST_MEGABYTES = 4096
SMALLEST_SHARE = 0.5
"""Of the rate of a game's first table with LEAST_STATES."""
LEAST_STATES = 80_000
#: The ways that fill a table of every state.
TABLES = ("table", "table of all states")
#: The games that have large tables, of which `steadiness` tells.
GROWING = ("digit-dilemma", "range-war", "pocket-addition")
#: The memory for Range War with a reach and this many numbers.
REACH_HIGHEST, REACH_MEGABYTES = 24, 1000


@dataclass(frozen=True, slots=True)
class Case:
    """One game with its options, and the way in which it is solved: a key of WAYS."""

    room: str
    way: str
    options: Mapping[str, Any]

    @property
    def label(self) -> str:
        """``slots=4``"""
        return ", ".join(f"{name}={value}" for name, value in self.options.items())


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a case."""

    case: Case
    states: int
    seconds: float
    megabytes: int

    @property
    def rate(self) -> float:
        """States per second."""
        return self.states / self.seconds


def closed_form(room: str, options: Any) -> Callable[[], int]:
    """The start and every opening move valued."""
    oracle: Any = games.room(room).oracle(options)
    start = games.game(room).start(options)
    return lambda: len([oracle.value(start), *oracle.values_after(start)])


def generic(room: str, options: Any) -> Callable[[], int]:
    """Every state that can be reached, by the solver that knows nothing of the game."""
    start = games.game(room).start(options)
    return lambda: len(solve(start))


def load_numpy() -> None:
    """Loading it is not solving."""
    with suppress(ImportError):
        import numpy  # noqa: F401


def table(room: str, options: Any) -> Callable[[], int]:
    """Every state of the table that the value of the start takes, as the table counts them itself."""
    start, meter = games.game(room).start(options), Meter()
    load_numpy()

    def work() -> int:
        oracle: Any = games.room(room).oracle(options, meter)
        oracle.value(start, meter)
        return meter.positions

    return work


def sweep(room: str, options: Any) -> Callable[[], int]:
    """Every position, by the sweep over sets of boards; counting them is part of it."""

    def work() -> int:
        oracle: Any = games.room(room).oracle(options)
        positions: int = oracle.census().positions
        return positions

    return work


def made(room: str, options: Any) -> Callable[[], int]:
    """Every state of a table that is filled when it is made."""
    load_numpy()

    def work() -> int:
        oracle: Any = games.room(room).oracle(options)
        states: int = oracle.states
        return states

    return work


WAYS: dict[str, Callable[[str, Any], Callable[[], int]]] = {
    "closed form": closed_form,
    "generic solver": generic,
    "table": table,
    "sweep and count": sweep,
    "race and count": sweep,
    "table of all states": made,
}


def cases(room: str, way: str, many: Iterable[Mapping[str, Any]]) -> list[Case]:
    """The same way with growing options."""
    return [Case(room, way, options) for options in many]


CASES = [
    *cases("range-war", "closed form", ({"highest": 10**power} for power in range(1, 7))),
    *cases("range-war", "generic solver", ({"highest": highest} for highest in (10, 20, 50, 100, 200))),
    *cases("pocket-addition", "table", ({"highest": n, "target": n * 5 // 3} for n in range(9, 40, 3))),
    *cases("pocket-addition", "generic solver", ({"highest": n, "target": n * 5 // 3} for n in (9, 12, 15, 18))),
    *cases("digit-dilemma", "sweep and count", ({"slots": slots} for slots in (2, 3, 4))),
    *cases("digit-dilemma", "table", ({"slots": 3}, {"base": 16}, {"slots": 4}, {"slots": 4, "base": 16})),
    *cases("digit-dilemma", "table", ({"slots": 5, "base": base} for base in (10, 11, 12, 13))),
    *cases("pyramid-challenge", "race and count", ({"highest": highest} for highest in (3, 9, 15, 27))),
    *cases("pyramid-challenge", "race and count", ({"levels": 4, "highest": highest} for highest in (3, 6, 11))),
    *cases(
        "range-war", "table of all states", ({"highest": n, "reach": 8} for n in (13, 16, 20, REACH_HIGHEST, 26, 27))
    ),
    *cases("pyramid-challenge", "table of all states", ({"copies": copies} for copies in (1, 2, 6))),
]


def measure(case: Case) -> Measured:
    """Measure a case in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.growth", json.dumps(asdict(case))]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode != 0:
        raise BenchmarkError(f"{case.room} with {case.label} was not solved: {process.stderr.strip()}")
    return Measured(case, **json.loads(process.stdout))


def measure_here(case: Case) -> dict[str, float]:
    """Measure a case in this process."""
    work = WAYS[case.way](case.room, games.game(case.room).options_type(**case.options))
    start = process_time()
    states = work()
    seconds = process_time() - start
    return {"states": states, "seconds": seconds, "megabytes": peak_megabytes()}


def cells(results: Sequence[Measured]) -> list[list[str]]:
    """The results as a table, the head first."""
    head = ["game", "options", "way", "states", "seconds", "states/s", "peak MB"]
    return [
        head,
        *(
            [
                one.case.room,
                one.case.label,
                one.case.way,
                f"{one.states:,}",
                f"{one.seconds:.2g}" if one.seconds < 1 else f"{one.seconds:.1f}",
                f"{one.rate:,.0f}",
                f"{one.megabytes:,}",
            ]
            for one in results
        ),
    ]


def large_tables(results: Sequence[Measured], room: str) -> list[Measured]:
    """The tables of a game with at least LEAST_STATES, in the order in which they were measured."""
    tables = (one for one in results if one.case.room == room and one.case.way in TABLES)
    return [one for one in tables if one.states >= LEAST_STATES]


def steadiness(results: Sequence[Measured]) -> str:
    """How the rates of each game compare with that of its first large table, in one paragraph."""
    said = []
    for room in GROWING:
        large = large_tables(results, room)
        if large:
            shares = [one.rate / large[0].rate for one in large]
            most = max(large, key=lambda one: one.megabytes)
            said.append(
                f"{room} from {large[0].states:,} to {max(one.states for one in large):,} states, the last in "
                f"{most.megabytes:,} MB: {min(shares):.2f} to {max(shares):.2f}"
            )
    return (
        f"The rate of a game's tables from {LEAST_STATES:,} states on, as a multiple of the first of them: "
        f"{'; '.join(said)}. It may not fall below {SMALLEST_SHARE}. It rises because a small table is mostly fixed "
        "costs, some microseconds for each of its steps, however few states a step has; and it depends on how many "
        "moves a state has, which are more in a larger base."
    )


def missed(results: Sequence[Measured]) -> list[str]:
    """One sentence for each floor that is not met."""
    return [*(said for room in GROWING for said in missed_by_tables(results, room)), *missed_by_reach(results)]


def missed_by_reach(results: Sequence[Measured]) -> list[str]:
    """Range War with a reach: its memory, and the longest line beside the quickest one."""
    lines = [one for one in results if "reach" in one.case.options]
    found = [
        f"{REACH_HIGHEST} numbers with a reach need {one.megabytes:,} MB, not less than {REACH_MEGABYTES:,}."
        for one in lines
        if one.case.options["highest"] == REACH_HIGHEST and one.megabytes >= REACH_MEGABYTES
    ]
    share = lines[-1].rate / max(one.rate for one in lines) if lines else 1
    if share < SMALLEST_SHARE:
        found.append(
            f"The longest line with a reach is solved at {share:.2f} of the best rate, not at {SMALLEST_SHARE}."
        )
    return found


def missed_by_tables(results: Sequence[Measured], room: str) -> list[str]:
    """No table may take too much memory or be much slower than the first large one."""
    found, large = [], large_tables(results, room)
    for one in large:
        name, share = f"{room} with {one.case.label}", one.rate / large[0].rate
        if one.megabytes >= MOST_MEGABYTES:
            found.append(f"{name} needs {one.megabytes:,} MB, not less than {MOST_MEGABYTES:,}.")
        if share < SMALLEST_SHARE:
            found.append(f"{name} is solved at {share:.2f} of the rate of its first table, not at {SMALLEST_SHARE}.")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one case in this process and print it as JSON."""
    parser = ArgumentParser(prog="python -m benchmarks.growth", description="Measure one case; `make growth` does all.")
    parser.add_argument("case", metavar="CASE", help="a case as JSON")
    print(json.dumps(measure_here(Case(**json.loads(parser.parse_args(arguments).case)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
