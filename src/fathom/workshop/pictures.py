"""Pictures of an audit, as SVG elements for a page: the curve of slips, and the only moves by depth.

Colours come from the page, so that they follow its light or dark scheme. Every picture has a title, and the page has
its figures in a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final

_WIDTH, _HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 30, 14, 44
_INNER_WIDTH: Final = _WIDTH - _LEFT - _RIGHT
_INNER_HEIGHT: Final = _HEIGHT - _TOP - _BOTTOM
_TICKS: Final = (0, 25, 50, 75, 100)


def curve_picture(curve: Sequence[tuple[Fraction, Fraction]]) -> str:
    """The score of seat 1 over the chance of a slip; a dashed line marks an even game."""
    points = [(_x(float(slip)), _y(float(score))) for slip, score in curve]
    drawn = "".join(f'<circle class="point" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in points)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    even = f'<path class="grid" stroke-dasharray="6 4" d="M{_LEFT} {_y(0.5):.1f}H{_WIDTH - _RIGHT}"/>'
    ticks = "".join(_tick_below(_x(tick / 100), f"{tick}%") for tick in _TICKS)
    return _svg(
        "The score of seat 1 over the chance of a slip",
        _frame() + even + ticks + f'<polyline class="bar" points="{path}"/>' + drawn,
        "chance of a slip",
    )


def depths_picture(depths: Sequence[tuple[str, int]]) -> str:
    """A bar for each depth, as high as there are only moves of that depth."""
    most = max(count for _, count in depths)
    step = _INNER_WIDTH / len(depths)
    bars = []
    for place, (depth, count) in enumerate(depths):
        left, top = _LEFT + step * (place + 0.15), _TOP + _INNER_HEIGHT * (1 - count / most)
        bars.append(
            f'<rect class="point" x="{left:.1f}" y="{top:.1f}" width="{step * 0.7:.1f}" '
            f'height="{_TOP + _INNER_HEIGHT - top:.1f}"><title>{escape(depth)}: {count:,}</title></rect>'
        )
        bars.append(_tick_below(_LEFT + step * (place + 0.5), depth))
    axis = f'<path class="grid" d="M{_LEFT} {_TOP + _INNER_HEIGHT}H{_WIDTH - _RIGHT}"/>'
    top_label = f'<text class="tick" x="{_LEFT - 6}" y="{_TOP + 10}" text-anchor="end" font-size="13">{most:,}</text>'
    return _svg("Only moves by depth", axis + top_label + "".join(bars), "plies to the end with perfect play")


def _x(share: float) -> float:
    return _LEFT + _INNER_WIDTH * share


def _y(share: float) -> float:
    return _TOP + _INNER_HEIGHT * (1 - share)


def _frame() -> str:
    """The lines of the scores, each with its label."""
    parts = []
    for tick in _TICKS:
        y = _y(tick / 100)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(
            f'<text class="tick" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="13">{tick}%</text>'
        )
    return "".join(parts)


def _tick_below(x: float, text: str) -> str:
    y = _TOP + _INNER_HEIGHT + 18
    return f'<text class="tick" x="{x:.1f}" y="{y}" text-anchor="middle" font-size="13">{escape(text)}</text>'


def _svg(title: str, content: str, below: str) -> str:
    name = f'<text x="{_LEFT + _INNER_WIDTH / 2}" y="{_HEIGHT - 6}" text-anchor="middle" font-size="13">{below}</text>'
    return (
        f'<svg class="picture" role="img" viewBox="0 0 {_WIDTH} {_HEIGHT}" xmlns="http://www.w3.org/2000/svg" '
        f'aria-label="{title}"><title>{title}</title>{content}{name}</svg>'
    )
