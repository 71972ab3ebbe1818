"""The performance floors on the pages are those that the benchmarks judge by."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from benchmarks import environments, growth, ratings
from benchmarks.__main__ import BENCHMARKS
from benchmarks.measure import Floor
from benchmarks.report import VERDICTS
from benchmarks.store import figures as store
from benchmarks.web import figures

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")


def floors_of(module: str) -> set[str]:
    """Every floor that a benchmark makes, read from its source: some of them import OpenSpiel or numpy.

    `Floor(at_most=limit)` stands for one floor for each value of the module's ANALYZE.
    """
    tree = ast.parse((ROOT / "benchmarks" / f"{module}.py").read_text(encoding="utf-8"))
    constants = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    limits = ast.literal_eval(constants["ANALYZE"]).values() if "ANALYZE" in constants else [None]
    unit = next(node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "unit")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Floor"]
    floors = [eval(ast.unparse(call), {"Floor": Floor, "limit": limit}) for call in calls for limit in limits]
    return {f"{floor} {ast.literal_eval(unit)}" if floor.absolute else str(floor) for floor in floors}


def web_floors() -> set[str]:
    """Those of the server under load, beside the peer and on its own."""
    rounds = [figures.Round(1, 1, 1)] * 2
    compared = {str(one.floor) for section in figures.sections(rounds, rounds, 1) for one in section.comparisons}
    steady = figures.Steady(1, 1, 1, 1, 1, 1, ()).kept
    return compared - {"None"} | {f"<= {one.at_most:g}" for one in steady if one.at_most is not None}


def store_floors() -> set[str]:
    """Those of the server on a full store."""
    stores = [
        store.Stored(size, 1, 1, {}, [figures.Round(1, 1, 1)] * 2, [figures.Round(1, 1, 1)] * 2) for size in (1, 2)
    ]
    return {str(one.floor) for section in store.sections(stores, 1) for one in section.comparisons if one.floor}


def floors_in(table: str) -> list[str]:
    """The floors in the tables of the results: the cell before the verdict."""
    verdicts = "|".join(filter(None, VERDICTS.values()))
    return re.findall(rf"\| ([^|]+) \| (?:{verdicts}) \|$", table, re.MULTILINE)


def contributing() -> dict[str, set[str]]:
    """The floors of the table for contributors, by module."""
    section = CONTRIBUTING.partition("## Performance floors\n")[2].partition("\n## ")[0]
    found: dict[str, set[str]] = {}
    for module, floor in re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \|$", section, re.MULTILINE):
        found.setdefault(module, set()).add(floor)
    return found


def test_contributors_read_the_floors_of_every_benchmark():
    expected = {module: floors for module in BENCHMARKS if (floors := floors_of(module))}
    told = contributing()
    without_units = {floor.removesuffix(" ms").removesuffix(" MB") for floor in told.pop("web")}
    assert without_units == web_floors()
    assert told.pop("store") == store_floors()
    megabytes = {f"< {growth.MOST_MEGABYTES:,} MB", f"< {growth.REACH_MEGABYTES:,} MB"}
    assert told.pop("growth") == {*megabytes, f">= {growth.SMALLEST_SHARE}"}
    steps = {str(environments.PGX_FLOOR), str(environments.SYNC_FLOOR)}
    assert told.pop("environments") == {*steps, f"{environments.TABLE_FLOOR} s"}
    assert told.pop("ratings") == {f"{ratings.FLOOR} games/s"}
    assert told == expected


def test_the_results_were_judged_by_the_floors_of_today():
    measured, _, under_load = RESULTS.partition("<!-- made by `make bench-web`: begin -->")
    sections = measured.partition("## How solving grows")[0].split("\n## ")[1:]
    assert len(sections) == len(BENCHMARKS)
    for module, section in zip(BENCHMARKS, sections, strict=True):
        assert set(floors_in(section)) == floors_of(module), module
    under_load, _, on_full_stores = under_load.partition("<!-- made by `make bench-store`: begin -->")
    assert set(floors_in(under_load)) == web_floors()
    on_full_stores = on_full_stores.partition("<!-- made by `make bench-store`: end -->")[0]
    assert set(floors_in(on_full_stores)) == store_floors()
