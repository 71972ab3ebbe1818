"""Pictures of results as SVG elements for a page: scores by depth, calibration, and which moves were mistakes.

Colours come from the page, so that they follow its light or dark scheme. Every picture has a title and says in words
what it shows, and the page has the same figures in a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fathom.bench.results import Bin
from fathom.bench.statistics import Estimate
from fathom.show.svg import Point, circle, element, label, lines, path, safe

_WIDTH, _HEIGHT = 440, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 20, 14, 44
_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_CELL, _ROW = 72, 46
_CELLS: Final = 6
#: How dark the cell of a move is that was always a mistake; words must be readable on it.
_DARKEST: Final = 0.4


def depth_plot(name: str, by_depth: Mapping[str, Estimate]) -> str:
    """A point for each depth, with its interval as a line."""
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(by_depth))
    drawn = [_frame()]
    for place, (depth, found) in enumerate(by_depth.items()):
        x = _LEFT + step * (place + 0.5)
        ends = [_y(found.low), _y(found.high)]
        drawn += [
            lines([(Point(x, ends[0]), Point(x, ends[1]))], class_="bar"),
            lines([(Point(x - 6, end), Point(x + 6, end)) for end in ends], class_="bar"),
            circle(Point(x, _y(found.value)), 5, class_="point"),
            label(depth.removeprefix("depth "), Point(x, _HEIGHT - 28), 13, class_="tick"),
        ]
    drawn.append(label("plies to the end with perfect play", Point(_WIDTH / 2, _HEIGHT - 8), 13, class_="tick"))
    told = "; ".join(f"{depth}: {100 * found.value:.1f}%" for depth, found in by_depth.items())
    return _picture(f"depth-{name}", f"Score of {name} by depth", told, _HEIGHT, drawn)


def calibration_plot(bins: Sequence[Bin]) -> str:
    """What was true over what was stated; on the diagonal, both are the same."""
    across = _WIDTH - _LEFT - _RIGHT
    points = [Point(_LEFT + across * each.stated, _y(each.true)) for each in bins]
    parts = [part for i, point in enumerate(points) for part in ("L" if i else "M", *point)]
    drawn = [
        _frame(),
        lines([(Point(_LEFT, _y(0)), Point(_WIDTH - _RIGHT, _y(1)))], class_="grid", stroke_dasharray="6 4"),
        path(*parts, class_="bar"),
        *(circle(point, 3 + min(9, each.items**0.5), class_="point") for point, each in zip(points, bins, strict=True)),
        *(label(f"{tick:g}", Point(_LEFT + across * tick, _HEIGHT - 28), 13, class_="tick") for tick in _TICKS),
        label("stated probability; larger points are more answers", Point(_WIDTH / 2, _HEIGHT - 8), 13, class_="tick"),
    ]
    told = "; ".join(f"stated {each.stated:.2f}, true {each.true:.2f}, {each.items} answers" for each in bins)
    return _picture("calibration", "What was true over what was stated", told, _HEIGHT, drawn)


def mistakes_plot(game: str, counts: Mapping[str, tuple[int, int]]) -> str:
    """A cell for each move of a game: how often it was played, and how often that was a mistake."""
    rows = -(-len(counts) // _CELLS)
    drawn = []
    for place, (move, (played, mistakes)) in enumerate(counts.items()):
        left, top = 4 + _CELL * (place % _CELLS), 4 + _ROW * (place // _CELLS)
        share = mistakes / played if played else 0
        drawn += [
            element("rect", "", x=left, y=top, width=_CELL - 4, height=_ROW - 4, rx=5, class_="cell"),
            element(
                "rect",
                "",
                x=left,
                y=top,
                width=_CELL - 4,
                height=_ROW - 4,
                rx=5,
                class_="wrong",
                fill_opacity=share * _DARKEST,
            ),
            label(move, Point(left + _CELL / 2 - 2, top + 14), 14, class_="name"),
            label(
                f"{mistakes} of {played}" if played else "–", Point(left + _CELL / 2 - 2, top + 31), 13, class_="name"
            ),
        ]
    told = "; ".join(f"{move}: {wrong} of {played}" for move, (played, wrong) in counts.items() if played)
    return _picture(f"mistakes-{game}", f"Mistakes by move in {game}", told or "none", rows * _ROW + 8, drawn)


def _y(share: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share)


def _frame() -> str:
    """The lines of the scores, each with its label."""
    drawn = [lines([(Point(_LEFT, _y(tick)), Point(_WIDTH - _RIGHT, _y(tick))) for tick in _TICKS], class_="grid")]
    drawn += [
        label(f"{100 * tick:g}%", Point(_LEFT - 8, _y(tick)), 13, text_anchor="end", class_="tick") for tick in _TICKS
    ]
    return "".join(drawn)


def _picture(name: str, title: str, told: str, height: float, drawn: Sequence[str]) -> str:
    head = element("title", safe(title), id=f"{name}-title") + element("desc", safe(told), id=f"{name}-desc")
    return element(
        "svg",
        head + "".join(drawn),
        viewBox=f"0 0 {_WIDTH} {height:.0f}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_="picture",
    )
