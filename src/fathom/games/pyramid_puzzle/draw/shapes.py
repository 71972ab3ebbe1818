"""Small SVG shapes, each drawn around a centre in a given size.

They all differ by shape, not only by colour. Nothing has an id, so that several drawings can share a page.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from fathom.games.pyramid_puzzle.draw.pen import INK, PAPER, ROUTE, Pen
from fathom.show.svg import Point, circle, element, label, lines, path


def draw_hatch(at: Point, size: float, pen: Pen) -> str:
    """Slanting lines that fill a square: the mark of a blocked tile in black and white.

    Only the first point says where it is: the rest is the same for every tile, and a page of them compresses well.
    """
    count = 7
    step = size / count
    parts: list[str | float] = ["M", at.x - size / 2, at.y + size / 2 - step]
    for i in range(1, 2 * count):
        length = min(i, 2 * count - i) * step
        parts += ["l", length, length]
        if i < count:
            parts += ["m", -length, -length - step]  # the next one begins further up the left side
        else:
            parts += ["m", step - length, -length]  # further along the top
    return path(*parts[:-3], **pen.stroke(size * 0.035))


def draw_key(at: Point, size: float, pen: Pen) -> str:
    """A ring, a shaft and two teeth."""
    unit, stroke = size / 10, pen.stroke(size * 0.13)
    bow = circle(Point(at.x - 2.6 * unit, at.y), 2 * unit, **stroke)
    x, y = at.x - 0.6 * unit, at.y
    shaft = path("M", x, y, "H", x + 5.6 * unit, "v", 2.4 * unit, "M", x + 3.2 * unit, y, "v", 1.9 * unit, **stroke)
    return bow + shaft


def draw_ladder(at: Point, size: float, pen: Pen) -> str:
    """Two rails and four rungs."""
    unit = size / 10
    rails = [
        (Point(at.x + s * 2.2 * unit, at.y - 5 * unit), Point(at.x + s * 2.2 * unit, at.y + 5 * unit)) for s in (-1, 1)
    ]
    heights = [at.y + y * unit for y in (-3.4, -1.15, 1.1, 3.35)]
    rungs = [(Point(at.x - 2.2 * unit, y), Point(at.x + 2.2 * unit, y)) for y in heights]
    return lines([*rails, *rungs], **pen.stroke(size * 0.12))


def draw_dynamite(at: Point, size: float, pen: Pen) -> str:
    """A stick with a band, a fuse and a spark."""
    unit = size / 10
    left, top, height = at.x - 5.2 * unit, at.y - 0.9 * unit, 4.2 * unit
    stick = element("rect", x=left, y=top, width=7 * unit, height=height, rx=0.7 * unit, **pen.solid())
    bands = [(Point(left + x * unit, top), Point(left + x * unit, top + height)) for x in (1.5, 5.5)]
    x, y = left + 7 * unit, top + height / 2
    fuse = path("M", x, y, "q", 2.4 * unit, 0, 1.9 * unit, -3 * unit, **pen.stroke(size * 0.09))
    drawn = stick + lines(bands, **pen.band(size * 0.06)) + fuse
    return drawn + draw_spark(Point(x + 1.9 * unit, y - 4.4 * unit), 4 * unit, pen)


def draw_spark(at: Point, size: float, pen: Pen) -> str:
    """Four strokes through a point."""
    half, slant = size / 2, size / 3
    ends = [(half, 0), (0, half), (slant, slant), (slant, -slant)]
    segments = [(Point(at.x - x, at.y - y), Point(at.x + x, at.y + y)) for x, y in ends]
    return lines(segments, **pen.stroke(size * 0.14))


def draw_walker(at: Point, size: float, pen: Pen) -> str:
    """A pawn."""
    unit = size / 10
    body = path("M", at.x - 3 * unit, at.y + 4.6 * unit, "q", 3 * unit, -8 * unit, 6 * unit, 0, "z", **pen.solid())
    return circle(Point(at.x, at.y - 2.5 * unit), 2.1 * unit, **pen.solid()) + body


def draw_peak(at: Point, size: float, pen: Pen) -> str:
    """A summit with a flag."""
    unit = size / 10
    rock = path(
        "M",
        at.x - 4.6 * unit,
        at.y + 4.6 * unit,
        "L",
        at.x,
        at.y - 1 * unit,
        "L",
        at.x + 4.6 * unit,
        at.y + 4.6 * unit,
        "z",
        **pen.solid(),
    )
    pole = lines([(Point(at.x, at.y), Point(at.x, at.y - 5 * unit))], **pen.stroke(size * 0.09))
    flag = path(
        "M", at.x, at.y - 5 * unit, "l", 4.2 * unit, 1.5 * unit, "l", -4.2 * unit, 1.5 * unit, "z", **pen.solid()
    )
    return rock + pole + flag


def draw_rubble(at: Point, size: float, pen: Pen) -> str:
    """A few stones, for a tile that dynamite has opened."""
    unit = size / 10
    stones = [(-3.4, 2.4, 1.3), (-0.9, 3.1, 0.9), (1.1, 2.2, 1.4), (3.7, 3.0, 1.0), (-1.5, 0.4, 0.8)]
    style = pen.hollow(size * 0.06)
    return "".join(circle(Point(at.x + x * unit, at.y + y * unit), r * unit, **style) for x, y, r in stones)


#: How each thing is drawn, by its letter in a code, and the peak (A); `x` is hatching and has no shape of its own.
ICONS: dict[str, Callable[[Point, float, Pen], str]] = {
    "k": draw_key,
    "l": draw_ladder,
    "d": draw_dynamite,
    "o": draw_rubble,
    "A": draw_peak,
}


def draw_badge(text: str, at: Point, size: float) -> str:
    """White numbers on a dark pill, whose left end is at the point."""
    height = 1.3 * size
    width = max(height, (0.6 * len(text) + 0.6) * size)
    x = at.x - height / 2
    pill = element("rect", x=x, y=at.y - height / 2, width=width, height=height, rx=height / 2, fill=INK)
    return pill + label(text, Point(x + width / 2, at.y), size, fill=PAPER, font_weight="bold")


def draw_arrow(start: Point, end: Point, width: float, colour: str = ROUTE) -> str:
    """A stroke with a head at its end."""
    length = hypot(end.x - start.x, end.y - start.y) or 1
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    head = min(3.4 * width, length * 0.7)
    neck = Point(end.x - ux * head, end.y - uy * head)
    wing = 0.6 * head
    shaft = path("M", *start, "L", *neck, fill="none", stroke=colour, stroke_width=width)
    left, right = Point(neck.x - uy * wing, neck.y + ux * wing), Point(neck.x + uy * wing, neck.y - ux * wing)
    return shaft + path("M", *end, "L", *left, "L", *right, "z", fill=colour)
