"""Heat maps of a grid: a metric over two options, in shades; one map for each combination of the other options.

In a terminal a shade is a pair of block characters, in a picture it is a tint with the figure written on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from fathom.show.canvas import Canvas
from fathom.show.svg import Point, element, group, label, rectangle, safe
from fathom.workshop.grid import Axis, Grid
from fathom.workshop.ranking import METRICS, Metric
from fathom.workshop.variant import Variant

SHADES: Final = ("··", "░░", "▒▒", "▓▓", "██")
UNKNOWN: Final = "??"
_NONE: Final = "  "
_CELL: Final = Point(46, 26)
_SIZE: Final = 12


class HeatMap(NamedTuple):
    """The figures over two axes, by row and column; `where` says which values the other options have."""

    where: str
    rows: Axis
    columns: Axis
    #: None: the rules do not allow it. A variant without figures is unknown.
    cells: tuple[tuple[Variant | None, ...], ...]


def heat_maps(grid: Grid, done: Mapping[str, Variant]) -> list[HeatMap]:
    """The maps of a grid. The last two axes are the sides of each; a grid of one option has one row."""
    *others, rows, columns = (Axis("", ("",)), *grid.axes) if len(grid.axes) == 1 else grid.axes
    codes = iter(grid.cells)
    maps = []
    for values in product(*(axis.values for axis in others)):
        where = ", ".join(f"{axis.option}={value}" for axis, value in zip(others, values, strict=True))
        cells = tuple(tuple(done.get(next(codes).code or "") for _ in columns.values) for _ in rows.values)
        maps.append(HeatMap(where, rows, columns, cells))
    return maps


class Scale(NamedTuple):
    """The least and the greatest figure of all maps."""

    metric: Metric
    low: float
    high: float

    def shade(self, value: float) -> int:
        span = self.high - self.low
        return 0 if span == 0 else min(len(SHADES) - 1, int(len(SHADES) * (value - self.low) / span))

    def legend(self) -> str:
        """What each shade means."""
        if self.low == self.high:
            return f"{SHADES[0]} {self.metric.written(self.low)} everywhere"
        step = (self.high - self.low) / len(SHADES)
        bounds = [self.metric.written(self.low + step * number) for number in range(len(SHADES) + 1)]
        return "  ".join(f"{shade} {bounds[at]} to {bounds[at + 1]}" for at, shade in enumerate(SHADES))


def scale_of(name: str, variants: Sequence[Variant]) -> Scale | None:
    """The scale of a metric; None if no variant has the figure."""
    metric = METRICS[name]
    found = [value for each in variants if each.figures and (value := metric.of(each.figures)) is not None]
    return Scale(metric, min(found), max(found)) if found else None


def map_lines(drawn: HeatMap, scale: Scale, canvas: Canvas) -> list[str]:
    """A map as text; columns that do not fit follow below."""
    labels = [drawn.rows.option, *drawn.rows.values]
    side = max(map(len, labels))
    width = max(2, *(len(value) for value in drawn.columns.values)) + 1
    across = max(1, (canvas.width - side) // width)
    lines = [drawn.where] if drawn.where else []
    for start in range(0, len(drawn.columns.values), across):
        part = slice(start, start + across)
        lines.append(f"{'':{side}} {drawn.columns.option}")
        lines.append(
            f"{drawn.rows.option:{side}}" + "".join(value.rjust(width) for value in drawn.columns.values[part])
        )
        for value, cells in zip(drawn.rows.values, drawn.cells, strict=True):
            shown = "".join(_shade(cell, scale).rjust(width) for cell in cells[part])
            lines.append(f"{value:>{side}}{shown}".rstrip())
    return lines


def _shade(cell: Variant | None, scale: Scale) -> str:
    if cell is None:
        return _NONE
    value = scale.metric.of(cell.figures) if cell.figures else None
    return UNKNOWN if value is None else SHADES[scale.shade(value)]


def map_picture(drawn: HeatMap, scale: Scale) -> str:
    """A map as an SVG element that takes its colours from the page; every cell has its figure written on it."""
    side = 12 + 8 * max(map(len, [drawn.rows.option, *drawn.rows.values]))
    width = side + _CELL.x * len(drawn.columns.values)
    height = _CELL.y * (len(drawn.rows.values) + 2)
    title = f"{drawn.columns.option} across, {drawn.rows.option or 'one row'} down"
    parts = [
        element("title", safe(f"{drawn.where}: {title}" if drawn.where else title)),
        label(drawn.columns.option, Point(side + (width - side) / 2, _CELL.y / 2), _SIZE, class_="tick"),
        label(drawn.rows.option, Point(side / 2, _CELL.y * 1.5), _SIZE, class_="tick"),
    ]
    for column, value in enumerate(drawn.columns.values):
        parts.append(label(value, Point(side + _CELL.x * (column + 0.5), _CELL.y * 1.5), _SIZE, class_="tick"))
    for row, (value, cells) in enumerate(zip(drawn.rows.values, drawn.cells, strict=True)):
        y = _CELL.y * (row + 2.5)
        parts.append(label(value, Point(side / 2, y), _SIZE, class_="tick"))
        parts += [
            _square(cell, scale, Point(side + _CELL.x * (column + 0.5), y)) for column, cell in enumerate(cells) if cell
        ]
    return element("svg", "".join(parts), class_="map", role="img", viewBox=f"0 0 {width} {height}", width=width)


def _square(cell: Variant, scale: Scale, at: Point) -> str:
    value = scale.metric.of(cell.figures) if cell.figures else None
    written = "?" if value is None else scale.metric.written(value)
    tint = None if value is None else f"t{scale.shade(value)}"
    return group(
        element("title", safe(f"{cell.code}: {written}")),
        rectangle(at, _CELL.x - 2, _CELL.y - 2, 2, class_=tint or "unknown"),
        label(written, at, _SIZE),
    )
