"""The text around a drawing in a file: the heading, the legend, and the moves of a walk, in rows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fathom.games.pyramid_puzzle.draw.pen import INK, ON_PAPER, PAPER
from fathom.games.pyramid_puzzle.draw.shapes import ICONS, draw_arrow, draw_badge, draw_hatch, draw_walker
from fathom.games.pyramid_puzzle.draw.things import THING_NAMES, find_things
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove
from fathom.show.svg import Point, box, element, label, number

_LINE = 20
_FONT = 13
_MONO = 0.61  # the width of a letter, relative to its size
_MOVES_SHOWN = 120


class Caption:
    """Rows of drawn text."""

    def __init__(self, rows: list[str], scale: float) -> None:
        self.rows = rows
        self.scale = scale

    @property
    def height(self) -> float:
        return self.scale * _LINE * (len(self.rows) + 0.6)

    def draw(self, top: float) -> str:
        drawn = "\n".join(shift(0, _LINE * (i + 0.8), row) for i, row in enumerate(self.rows) if row)
        return element("g", drawn, transform=f"translate(0 {number(top)}) scale({number(self.scale)})")


def shift(x: float, y: float, drawn: str) -> str:
    """The drawing, moved right and down."""
    return element("g", drawn, transform=f"translate({number(x)} {number(y)})")


def draw_heading(title: str, code: str, width: float) -> list[str]:
    """The title, and the code broken at its dots."""
    at = Point(_LINE, 0)
    style = {"text_anchor": "start"}
    letters = int((width - 2 * _LINE) / (_FONT * _MONO))
    titles = textwrap.wrap(title, int(letters * 0.65)) or [""]
    rows = [label(row, at, 1.4 * _FONT, font_weight="bold", **style) for row in titles]
    codes = textwrap.wrap(code.replace(".", ". "), letters) if code else []
    mono = {"font_family": "DejaVu Sans Mono, Menlo, Consolas, monospace"}
    return rows + [label(row.replace(". ", "."), at, _FONT, **style, **mono) for row in codes]


def draw_legend(position: Position, walk: Sequence[WalkedMove], width: float) -> list[str]:
    """Every sign in the drawing with its name, in as many rows as needed."""
    used = set(find_things(position).values())
    entries = [(letter, name) for letter, name in THING_NAMES.items() if letter in used]
    entries += [("you", "you")] if position.tile else []
    entries += [("route", "move, MP")] if walk else []
    entries += [("badge", "its number")] if walk else []
    rows, x = [""], float(_LINE)
    for sign, name in entries:
        room = 2 * _LINE + 0.56 * _FONT * len(name)
        if x + room > width and rows[-1]:
            rows, x = [*rows, ""], float(_LINE)
        rows[-1] += _draw_sign(sign, Point(x + _LINE / 2, 0))
        rows[-1] += label(name, Point(x + 1.25 * _LINE, 0), _FONT, text_anchor="start")
        x += room
    return rows


def _draw_sign(sign: str, at: Point) -> str:
    if sign == "route":
        return draw_arrow(Point(at.x - 10, at.y), Point(at.x + 10, at.y), 4)
    if sign == "badge":
        return draw_badge("5", at, 0.8 * _FONT)
    if sign == "x":
        return box(at, 15, fill=PAPER, stroke=INK, stroke_width=1) + draw_hatch(at, 15, ON_PAPER)
    draw = draw_walker if sign == "you" else ICONS[sign]
    return draw(at, 17, ON_PAPER)


def draw_moves(walk: Sequence[WalkedMove], width: float) -> list[str]:
    """`2. D1 +2 = 2 (dynamite)`, in columns."""
    steps = [str(move) for move in walk[:_MOVES_SHOWN]]
    if not steps:
        return []
    room = (max(map(len, steps)) + 2) * _FONT * 0.6
    columns = max(1, min(int((width - _LINE) / room), 3))
    rows = -(-len(steps) // columns)
    texts = [
        "".join(label(step, Point(_LINE + i * room, 0), _FONT, text_anchor="start") for i, step in enumerate(row))
        for row in (steps[start::rows] for start in range(rows))
    ]
    if len(walk) > _MOVES_SHOWN:
        texts.append(
            label(f"… and {len(walk) - _MOVES_SHOWN:,} more moves", Point(_LINE, 0), _FONT, text_anchor="start")
        )
    return ["", *texts]
