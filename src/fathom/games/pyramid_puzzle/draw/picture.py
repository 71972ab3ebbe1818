"""The pyramid as a stand-alone SVG: a layout or a position, and a walk on it.

It prints well in black and white: things are shapes, blocked tiles are hatched, the walk is an arrow for every move
with its MP beside it, and a dark badge on each tile holds the numbers of the moves that lead there. The title and the
description say the same in words. There are no scripts and no references.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import hypot

from fathom.games.pyramid_puzzle.board import OUTWARD, PEAK, Tile, pyramid, size_of, split
from fathom.games.pyramid_puzzle.draw import shapes as parts
from fathom.games.pyramid_puzzle.draw.characters import place, side, thing_on
from fathom.games.pyramid_puzzle.draw.shapes import INK, LINK, ON_PAPER, PAPER, ROUTE
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, number_visits
from fathom.show.svg import NAMESPACE, Point, box, element, label, lines, number, safe

#: From one square to the next, by levels: whole tiles apart on every side, and the smallest still a few units wide.
_PITCH = {7: 96, 8: 128, 9: 192, 10: 384}
_USUAL_PITCH = 72
_TILE = 0.64  # of the room that a tile has
_LINE = 20
_FONT = 13
_MONO = 0.61  # the width of a letter, in its size
_STEPS_SHOWN = 120
_NARROWEST, _WIDEST_TEXT = 460, 720
_NAMES = {"k": "key", "l": "ladder", "d": "dynamite", "x": "blocked", "o": "opened"}


def svg(position: Position, legs: Sequence[WalkedMove] = (), title: str = "Pyramid Puzzle", code: str = "") -> str:
    """A file of its own, ending in a newline: the picture under its title and code, the legend and the moves below."""
    picture = Picture(position, legs)
    width = max(picture.size, _NARROWEST)
    scale = width / min(width, _WIDEST_TEXT)  # text grows with a large picture
    head = _Rows(_heading(title, code, width / scale), scale)
    below = _Rows([*_legend(position, legs, width / scale), *_step_texts(legs, width / scale)], scale)
    height = head.height + picture.size + below.height
    drawn = [
        element("rect", width=width, height=height, fill=PAPER),
        head.draw(0),
        _moved((width - picture.size) / 2, head.height, "\n".join(picture.draw())),
        below.draw(head.height + picture.size),
    ]
    body = "\n".join([*_told(position, legs, title), *drawn])
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_root(body, width, height)}\n'


def svg_element(position: Position, legs: Sequence[WalkedMove] = (), title: str = "Pyramid Puzzle") -> str:
    """Only the picture, with its text alternative, to stand in a page."""
    picture = Picture(position, legs)
    return _root("\n".join([*_told(position, legs, title), *picture.draw()]), picture.size, picture.size)


def describe(position: Position, legs: Sequence[WalkedMove] = ()) -> str:
    """The picture in words."""
    layout = position.options.layout
    found: dict[str, list[Tile]] = {}
    for _, tile in layout.things():
        found.setdefault(thing_on(position, tile), []).append(tile)
    things = [f"{name}: {', '.join(found[letter])}" for letter, name in _NAMES.items() if letter in found]
    said = [f"A pyramid of {position.options.levels} levels seen from above", *things]
    if position.tile:
        said.append(f"the walker stands on {position.tile} after {position.mp} MP")
    text = "; ".join(said) + "."
    return f"{text} The route: {'; '.join(map(str, legs))}." if legs else text


def _told(position: Position, legs: Sequence[WalkedMove], title: str) -> list[str]:
    return [element("title", safe(title)), element("desc", safe(describe(position, legs)))]


def _root(body: str, width: float, height: float) -> str:
    size = f"0 0 {number(width)} {number(height)}"
    family = "DejaVu Sans, Verdana, Arial, sans-serif"
    head = {"viewBox": size, "width": width, "height": height, "role": "img", "font_family": family, "fill": INK}
    return element("svg", f"\n{body}\n", xmlns=NAMESPACE, **head)


class Picture:
    """The pyramid itself, a square of `size`: `Picture(position, legs).draw()`."""

    def __init__(self, position: Position, legs: Sequence[WalkedMove] = ()) -> None:
        self.position = position
        self.legs = legs
        self.levels = position.options.levels
        self.pitch = _PITCH.get(self.levels, _USUAL_PITCH)
        self._margin = 0.6 * self.pitch
        self.size = side(self.levels) * self.pitch + 2 * self._margin

    def draw(self) -> Iterator[str]:
        yield from self._terraces()
        yield from self._links()
        yield from (self._tile(tile) for tile in pyramid(self.levels).tiles)
        yield from self._arrows()
        yield from (self._badge(tile, numbers) for tile, numbers in number_visits(self.legs).items())

    def _at(self, tile: Tile) -> Point:
        x, y = place(tile, self.levels, self.pitch, self.pitch)
        return Point(x + self._margin, y + self._margin)

    def _tile_size(self, tile: Tile) -> float:
        level, _ = split(tile)
        apart = side(level) * self.pitch / max(1, size_of(level) // 4)
        return _TILE * min(self.pitch, apart or self.pitch)

    def _terraces(self) -> Iterator[str]:
        """The steps of the pyramid, from the base up, every second one a shade darker."""
        middle = self.size / 2
        for level in range(self.levels, 0, -1):
            width = side(level) * self.pitch + self.pitch
            fill = PAPER if (self.levels - level) % 2 else "#f3f3f3"
            yield element(
                "rect",
                x=middle - width / 2,
                y=middle - width / 2,
                width=width,
                height=width,
                fill=fill,
                stroke="#c4c4c4",
                stroke_width=1,
            )

    def _links(self) -> Iterator[str]:
        """Where tiles join, level by level: a thin line for every path, drawn once."""
        board = pyramid(self.levels)
        for _, tiles in groupby(board.tiles, key=lambda tile: tile[0]):
            named = list(tiles)
            joined = [(tile, p.to) for tile in named for p in board.paths[tile] if p.kind != OUTWARD]
            once = {frozenset(pair): pair for pair in joined}.values()
            segments = [(self._at(a), self._at(b)) for a, b in once]
            yield lines(segments, fill="none", stroke=LINK, stroke_width=0.03 * self._tile_size(named[0]))

    def _tile(self, tile: Tile) -> str:
        at, size, thing = self._at(tile), self._tile_size(tile), thing_on(self.position, tile)
        is_here = tile == self.position.tile
        edge = {"fill": PAPER, "stroke": INK, "stroke_width": size * (0.07 if thing or is_here else 0.03)}
        if thing == "o":
            edge["stroke_dasharray"] = f"{number(size * 0.12)} {number(size * 0.09)}"
        drawn = [box(at, size, **edge)]
        if tile == PEAK:
            drawn.append(box(at, 0.84 * size, fill="none", stroke=INK, stroke_width=size * 0.03))
        if thing == "x":
            drawn.append(parts.hatch(at, size))
        shape = parts.walker if is_here else parts.ICONS.get(thing)
        letters = size * (0.27 if len(tile) < 5 else 0.24)
        name_at = Point(at.x, at.y - 0.25 * size) if shape else at
        if thing == "x":
            drawn.append(parts.plate(tile, name_at, letters))
        if shape:
            drawn.append(shape(Point(at.x, at.y + 0.17 * size), 0.56 * size, ON_PAPER))
        return "".join([*drawn, label(tile, name_at, letters, font_weight="bold" if thing else "normal")])

    def _badge(self, tile: Tile, numbers: list[int]) -> str:
        at, size = self._at(tile), self._tile_size(tile)
        shown = [str(n) for n in numbers] if len(numbers) < 5 else [*map(str, numbers[:3]), "…", str(numbers[-1])]
        return parts.badge("·".join(shown), Point(at.x - 0.5 * size, at.y - 0.5 * size), 0.25 * size)

    def _arrows(self) -> Iterator[str]:
        """One arrow for each step; where the walk comes along the same path again, it gets a lane of its own."""
        steps = [leg for leg in self.legs if leg.before.tile and not leg.move.clears]
        uses: dict[frozenset[Tile], int] = {}
        for leg in steps:
            uses[_pair(leg)] = uses.get(_pair(leg), 0) + 1
        lanes: dict[frozenset[Tile], int] = {}
        for leg in steps:
            pair = _pair(leg)
            lane = lanes[pair] = lanes.get(pair, 0) + 1
            yield self._arrow(leg, (lane - (uses[pair] + 1) / 2) / max(1, uses[pair] - 1))

    def _arrow(self, leg: WalkedMove, lane: float) -> str:
        """From edge to edge of two tiles, up to half a tile to the side: `lane` goes from -1/2 to 1/2."""
        assert leg.before.tile
        here, there = leg.before.tile, leg.move.tile
        small = min(self._tile_size(here), self._tile_size(there))
        a, b = self._at(here), self._at(there)
        length = hypot(b.x - a.x, b.y - a.y)
        ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
        turn = 1 if here < there else -1  # one side for both directions
        aside = Point(-uy * turn * lane * 0.5 * small, ux * turn * lane * 0.5 * small)
        start = _edge(a, self._tile_size(here), ux, uy, 0.03 * small, aside)
        end = _edge(b, self._tile_size(there), -ux, -uy, 0.05 * small, aside)
        outside = -1 if lane * turn > 0 else 1
        beside = Point(
            (start.x + end.x) / 2 + outside * uy * 0.27 * small, (start.y + end.y) / 2 - outside * ux * 0.27 * small
        )
        cost = label(str(leg.mp), beside, 0.27 * small, fill=ROUTE, font_weight="bold")
        return parts.arrow(start, end, 0.09 * small) + cost


def _pair(leg: WalkedMove) -> frozenset[Tile]:
    assert leg.before.tile
    return frozenset((leg.before.tile, leg.move.tile))


def _edge(at: Point, size: float, ux: float, uy: float, gap: float, aside: Point) -> Point:
    """Where a ray from beside the middle of a square in direction (ux, uy) leaves it, and a little further."""
    half = size / 2
    reach = min(
        (half - aside.x * (1 if ux > 0 else -1)) / abs(ux) if abs(ux) > 1e-9 else size * 9,
        (half - aside.y * (1 if uy > 0 else -1)) / abs(uy) if abs(uy) > 1e-9 else size * 9,
    )
    return Point(at.x + aside.x + ux * (reach + gap), at.y + aside.y + uy * (reach + gap))


class _Rows:
    """Rows of drawn text, one under the other."""

    def __init__(self, rows: list[str], scale: float) -> None:
        self.rows = rows
        self.scale = scale

    @property
    def height(self) -> float:
        return self.scale * _LINE * (len(self.rows) + 0.6)

    def draw(self, top: float) -> str:
        drawn = "\n".join(_moved(0, _LINE * (i + 0.8), row) for i, row in enumerate(self.rows) if row)
        return element("g", drawn, transform=f"translate(0 {number(top)}) scale({number(self.scale)})")


def _moved(x: float, y: float, drawn: str) -> str:
    return element("g", drawn, transform=f"translate({number(x)} {number(y)})")


def _heading(title: str, code: str, width: float) -> list[str]:
    """The title, and the code broken at its dots."""
    at = Point(_LINE, 0)
    style = {"text_anchor": "start"}
    letters = int((width - 2 * _LINE) / (_FONT * _MONO))
    titles = textwrap.wrap(title, int(letters * 0.65)) or [""]
    rows = [label(row, at, 1.4 * _FONT, font_weight="bold", **style) for row in titles]
    codes = textwrap.wrap(code.replace(".", ". "), letters) if code else []
    mono = {"font_family": "DejaVu Sans Mono, Menlo, Consolas, monospace"}
    return rows + [label(row.replace(". ", "."), at, _FONT, **style, **mono) for row in codes]


def _legend(position: Position, legs: Sequence[WalkedMove], width: float) -> list[str]:
    """Every sign that the picture uses, drawn and named, in as many rows as it takes."""
    used = {thing_on(position, tile) for _, tile in position.options.layout.things()}
    entries = [(letter, name) for letter, name in _NAMES.items() if letter in used]
    entries += [("you", "you")] if position.tile else []
    entries += [("route", "move, MP")] if legs else []
    entries += [("badge", "its number")] if legs else []
    rows, x = [""], float(_LINE)
    for sign, name in entries:
        room = 2 * _LINE + 0.56 * _FONT * len(name)
        if x + room > width and rows[-1]:
            rows, x = [*rows, ""], float(_LINE)
        rows[-1] += _sign(sign, Point(x + _LINE / 2, 0))
        rows[-1] += label(name, Point(x + 1.25 * _LINE, 0), _FONT, text_anchor="start")
        x += room
    return rows


def _sign(sign: str, at: Point) -> str:
    if sign == "route":
        return parts.arrow(Point(at.x - 10, at.y), Point(at.x + 10, at.y), 4)
    if sign == "badge":
        return parts.badge("5", at, 0.8 * _FONT)
    if sign == "x":
        return box(at, 15, fill=PAPER, stroke=INK, stroke_width=1) + parts.hatch(at, 15)
    shape = parts.walker if sign == "you" else parts.ICONS[sign]
    return shape(at, 17, ON_PAPER)


def _step_texts(legs: Sequence[WalkedMove], width: float) -> list[str]:
    """`2. D1 +2 = 2 (dynamite)`, in columns."""
    steps = [str(leg) for leg in legs[:_STEPS_SHOWN]]
    if not steps:
        return []
    room = (max(map(len, steps)) + 2) * _FONT * 0.6
    columns = max(1, min(int((width - _LINE) / room), 3))
    rows = -(-len(steps) // columns)
    texts = [
        "".join(label(step, Point(_LINE + i * room, 0), _FONT, text_anchor="start") for i, step in enumerate(row))
        for row in (steps[start::rows] for start in range(rows))
    ]
    if len(legs) > _STEPS_SHOWN:
        texts.append(
            label(f"… and {len(legs) - _STEPS_SHOWN:,} more moves", Point(_LINE, 0), _FONT, text_anchor="start")
        )
    return ["", *texts]
