"""The growth of solving as a picture: seconds over states, both on logarithmic axes, readable without colours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape

from benchmarks.growth import Measured

WIDTH, HEIGHT = 800, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 290, 20, 60
DASHES = ("", "8 4", "2 3", "10 3 2 3", "14 5", "5 5", "1 4")
MARKS = ("circle", "square", "triangle", "diamond", "cross", "ring", "bar")
STYLE = (
    "text{font:13px sans-serif;fill:#000}.grid{stroke:#ccc}.axis,.line{stroke:#000;fill:none}.line{stroke-width:1.5}"
)


class Curve(NamedTuple):
    """One game solved in one way with growing options."""

    name: str
    points: list[tuple[int, float]]


class Scale(NamedTuple):
    """A logarithmic axis: powers of ten from `low` to `high` between two places of the picture."""

    low: int
    high: int
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value stands."""
        return self.start + (log10(value) - self.low) / (self.high - self.low) * (self.end - self.start)


def curves(results: Sequence[Measured]) -> list[Curve]:
    """Neighbours of one game, one way and the same options become a curve."""

    def kind(one: Measured) -> tuple[str, str, int]:
        return one.case.room, one.case.way, one.case.options.get("levels", 0)

    found = []
    for (room, way, levels), group in groupby(results, key=kind):
        short = way.removesuffix(" and count").removesuffix(" of all states")
        name = f"{room}, {levels} levels" if levels else f"{room}, {short}"
        found.append(Curve(name, [(one.states, one.seconds) for one in group]))
    return found


def picture(results: Sequence[Measured]) -> str:
    """The picture as SVG, with a text alternative that says the same."""
    lines = curves(results)
    states = [point[0] for line in lines for point in line.points]
    seconds = [point[1] for line in lines for point in line.points]
    across = Scale(floor(log10(min(states))), ceil(log10(max(states))), LEFT, WIDTH - RIGHT)
    up = Scale(floor(log10(min(seconds))), ceil(log10(max(seconds))), HEIGHT - BOTTOM, TOP)
    body = [*grid(across, up), *(part for number, line in enumerate(lines) for part in drawn(number, line, across, up))]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'aria-labelledby="title description">',
            '<title id="title">Seconds to solve, over the number of states</title>',
            f'<desc id="description">{escape(described(lines))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def described(lines: Sequence[Curve]) -> str:
    """The curves in words."""
    told = []
    for name, points in lines:
        (first, quick), (last, slow) = points[0], points[-1]
        told.append(f"{name}: from {first:,} states in {quick:.2g} s to {last:,} states in {slow:.2g} s.")
    return " ".join(["Both axes are logarithmic.", *told])


def grid(across: Scale, up: Scale) -> list[str]:
    """The axes with their powers of ten and what they measure."""
    parts = []
    for power in range(across.low, across.high + 1):
        x = across.place(10**power)
        parts.append(f'<path class="grid" d="M{x:.1f} {up.start}V{up.end}"/>')
        if (power - across.low) % 2 == 0:
            parts.append(f'<text x="{x:.1f}" y="{up.start + 20}" text-anchor="middle">{_power(power)}</text>')
    for power in range(up.low, up.high + 1):
        y = up.place(10.0**power)
        parts.append(f'<path class="grid" d="M{across.start} {y:.1f}H{across.end}"/>')
        parts.append(f'<text x="{across.start - 8}" y="{y + 4:.1f}" text-anchor="end">{_power(power)}</text>')
    middle = (across.start + across.end) / 2
    parts.append(f'<path class="axis" d="M{across.start} {up.end}V{up.start}H{across.end}"/>')
    parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">states</text>')
    y = (up.start + up.end) / 2
    parts.append(f'<text x="18" y="{y}" text-anchor="middle" transform="rotate(-90 18 {y})">seconds</text>')
    return parts


def drawn(number: int, line: Curve, across: Scale, up: Scale) -> list[str]:
    """A curve with its own dashes and marks, and its line in the legend."""
    dash, shape = look(number)
    places = [(across.place(states), up.place(seconds)) for states, seconds in line.points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    x, y = WIDTH - RIGHT + 20, TOP + 20 + 26 * number
    return [
        f'<path class="line" stroke-dasharray="{dash}" d="M{path}"/>' if dash else f'<path class="line" d="M{path}"/>',
        *(mark(shape, *place) for place in places),
        f'<path class="line" stroke-dasharray="{dash or "none"}" d="M{x} {y}h30"/>',
        mark(shape, x + 15, y),
        f'<text x="{x + 38}" y="{y + 4}">{escape(line.name)}</text>',
    ]


def look(number: int) -> tuple[str, str]:
    """The dashes and the mark of a curve; no two of a picture share both."""
    again, place = divmod(number, len(DASHES))
    return DASHES[place], MARKS[(place + again) % len(MARKS)]


def mark(shape: str, x: float, y: float) -> str:
    """A mark of four pixels around a place."""
    path = {
        "square": "m-4-4h8v8h-8z",
        "triangle": "m0-5l5 9h-10z",
        "diamond": "m0-5l5 5l-5 5l-5-5z",
        "cross": "m-4-4l8 8m0-8l-8 8",
        "bar": "m-5 0h10m-5-5v10",
    }.get(shape)
    if path is None:
        fill = "#000" if shape == "circle" else "#fff"
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="#000"/>'
    fill = "none" if shape in {"cross", "bar"} else "#000" if shape == "square" else "#fff"
    return f'<path d="M{x:.1f} {y:.1f}{path}" fill="{fill}" stroke="#000"/>'


def _power(power: int) -> str:
    return f'10<tspan dy="-5" font-size="10">{power}</tspan>'.replace(">-", ">−")
