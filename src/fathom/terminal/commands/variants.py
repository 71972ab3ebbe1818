"""The command `variants`: audits every combination of some options, and names the fairest and the deepest."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Final, TypedDict

from fathom import games
from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption
from fathom.show.canvas import Canvas
from fathom.terminal.inputs import STANDARD_INPUT
from fathom.terminal.interrupts import Interrupts
from fathom.terminal.json_output import print_json
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import StatusLine
from fathom.terminal.screen import Screen
from fathom.workers import open_workers
from fathom.workshop.grid import Grid, read_grid
from fathom.workshop.heat_map import heat_maps, map_lines, scale_of
from fathom.workshop.ranking import METRICS, rank_by, rank_deep, rank_fair
from fathom.workshop.summary import findings
from fathom.workshop.variant import Figures, Variant, VariantDict
from fathom.workshop.variants import Rows, open_rows, run
from fathom.workshop.variants_page import variants_page

_LISTED: Final = 10
_MAPS_SHOWN: Final = 4
_COLUMNS: Final = ("unevenness", "openings", "plies", "length", "depth", "rungs")


def variants(arguments: argparse.Namespace) -> int:
    if arguments.metric not in METRICS:
        raise BadOption(
            f"There is no metric {quoted(arguments.metric)}; the metrics are: {', '.join(METRICS)}."
            f"{did_you_mean(arguments.metric, METRICS)}"
        )
    if arguments.output == STANDARD_INPUT:
        raise BadOption("-o keeps variants in a file, to go on from: for standard output there is --json.")
    if arguments.jobs == 0 or arguments.states == 0:
        raise BadOption("--jobs and --states are at least 1.")
    grid = read_grid(games.game(arguments.game), arguments.grid)
    with new_file(arguments.report) if arguments.report else nullcontext() as page:
        with open_rows(Path(arguments.output) if arguments.output else None, grid) as rows:
            was_stopped = _run(grid, rows, arguments)
            found = rows.of(grid)
        if page:
            page.write(variants_page(grid, found, arguments.metric))
    if arguments.json:
        print_json(_grid_dict(grid, found))
    else:
        screen = Screen()
        screen.say(report(grid, found, arguments.metric, screen.canvas))
        if was_stopped:
            kept = f"The same command goes on from {quoted(arguments.output)}." if arguments.output else ""
            screen.say([f"Stopped. {kept}".rstrip()])
    return 130 if was_stopped else 0


def _run(grid: Grid, rows: Rows, arguments: argparse.Namespace) -> bool:
    """Audit what is left; was it stopped by Ctrl+C?"""
    interrupts, line, started = Interrupts(), StatusLine(sys.stderr), monotonic()
    total = len(grid.codes)

    def on_done(_: Sequence[Variant]) -> bool:
        if sys.stderr.isatty():
            done = total - len(rows.left(grid, arguments.states))
            line.show(f"Auditing: {done:,} of {total:,} variants, {monotonic() - started:.0f} s")
        return not interrupts.came

    if not rows.left(grid, arguments.states):
        return False
    try:
        with open_workers(arguments.cluster, arguments.jobs) as workers, interrupts:
            run(grid, rows, workers, arguments.states, on_done, lambda: not interrupts.came)
    finally:
        if sys.stderr.isatty():
            line.show("")
    return interrupts.came


def report(grid: Grid, found: Sequence[Variant], metric: str, canvas: Canvas) -> list[str]:
    """The summary as lines that fit: findings, heat maps, and the best by the metric."""
    lines = [canvas.strong(f"Variants of {grid.game.title}")]
    for sentence in findings(grid, found):
        lines += canvas.wrap(sentence)
    scale = scale_of(metric, found)
    if scale is None:
        return lines
    lines += ["", *canvas.wrap(f"{metric.capitalize()}: {scale.metric.meaning}.")]
    maps = heat_maps(grid, {variant.code: variant for variant in found})
    for drawn in maps[:_MAPS_SHOWN]:
        lines += ["", *map_lines(drawn, scale, canvas)]
    lines += ["", *canvas.wrap(f"{scale.legend()}. ?? is unknown; an empty place is not allowed or not done.")]
    if len(maps) > _MAPS_SHOWN:
        lines += canvas.wrap(f"{len(maps) - _MAPS_SHOWN} more maps are in the page that --report writes.")
    return [*lines, "", *_best(found, metric, canvas)]


def _best(found: Sequence[Variant], metric: str, canvas: Canvas) -> list[str]:
    """A table of the best variants by the metric; on a narrow screen, without the other figures."""
    names = list(dict.fromkeys((metric, *_COLUMNS)))
    ranked = rank_by(metric, found)[:_LISTED]
    widest = max(len(variant.code) for variant in ranked)
    while len(names) > 1 and widest + sum(len(name) + 2 for name in names) > canvas.width:
        names.pop()
    lines = [canvas.strong("variant".ljust(widest) + "".join(f"  {name}" for name in names))]
    for variant in ranked:
        assert variant.figures
        cells = (f"  {_figure(name, variant.figures).rjust(len(name))}" for name in names)
        lines.append(f"{variant.code.ljust(widest)}{''.join(cells)}")
    return lines


def _figure(name: str, figures: Figures) -> str:
    value = METRICS[name].of(figures)
    return "" if value is None else METRICS[name].written(value)


class GridDict(TypedDict):
    """What `fathom variants --json` prints."""

    game: str
    grid: dict[str, list[str]]
    variants: list[VariantDict]
    fairest: list[str]
    deepest: list[str]


def _grid_dict(grid: Grid, found: Sequence[Variant]) -> GridDict:
    return {
        "game": grid.game.name,
        "grid": {axis.option: list(axis.values) for axis in grid.axes},
        "variants": [variant.as_dict() for variant in found],
        "fairest": [variant.code for variant in rank_fair(found)],
        "deepest": [variant.code for variant in rank_deep(found)],
    }
