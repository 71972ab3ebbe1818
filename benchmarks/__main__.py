"""``python -m benchmarks``: measure, print the tables, and say whether every floor is met.

Exit codes: 0 every floor is met (or a quick run, which judges none), 1 a floor is not met, 2 the run could
not be made.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.measure import BenchmarkError, Effort, Section
from benchmarks.report import LEGEND, as_json, machine_line, section_text

BENCHMARKS = (
    "games",
    "matches",
    "minimax",
    "solving",
    "tables",
    "variants",
    "levels",
    "lookups",
    "analyses",
    "pipe",
    "rewards",
    "programs",
    "puzzles",
    "puzzle_growth",
    "making",
    "startup",
)
"""Modules of this package in the order they run; each has ``run(effort) -> Section``."""

NEEDED = {
    "pyspiel": "OpenSpiel is not installed in this environment; `pip install open_spiel` provides it.",
    "networkx": "networkx is not installed in this environment; `pip install networkx` provides it.",
    "numpy": "numpy is not installed in this environment; `pip install numpy` provides it.",
    "fathom": "The package fathom is not installed in this environment; `pip install -e .` provides it.",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks asked for and return the exit code."""
    asked = parse(arguments)
    effort = Effort(quick=asked.quick)
    print(machine_line(), LEGEND, sep="\n")
    sections = []
    try:
        for name in asked.only or BENCHMARKS:
            section = measure(name, effort)
            print(f"\n{section_text(section, effort)}", flush=True)
            sections.append(section)
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    if asked.json is not None:
        text = json.dumps(as_json(sections, effort), indent=2, allow_nan=False)
        asked.json.write_text(text + "\n", encoding="utf-8")
    return verdict(sections, effort)


def parse(arguments: Sequence[str] | None) -> Namespace:
    """The options of the command line."""
    parser = ArgumentParser(prog="python -m benchmarks", description="Measure fathom beside its peers.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE as JSON")
    parser.add_argument("--quick", action="store_true", help="a short run that shows it works and judges no floor")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, help="run only this benchmark; may be repeated")
    asked = parser.parse_args(arguments)
    if asked.json is not None and not asked.json.absolute().parent.is_dir():
        parser.error(f"there is no folder {asked.json.parent} to write {asked.json.name} in")
    return asked


def measure(name: str, effort: Effort) -> Section:
    """Run one benchmark; raise BenchmarkError when something it needs is missing or wrong."""
    try:
        section: Section = import_module(f"benchmarks.{name}").run(effort)
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        raise BenchmarkError(NEEDED[error.name]) from error
    return section


def verdict(sections: Sequence[Section], effort: Effort) -> int:
    """Print the last line, about the floors, and return the exit code."""
    if effort.quick:
        print("\nQuick run: the floors were not judged.")
        return 0
    missed = [f"{section.name} {one.name}" for section in sections for one in section.comparisons if one.met is False]
    if missed:
        print(f"\nFloors not met: {', '.join(missed)}.")
        return 1
    print("\nEvery floor is met.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
