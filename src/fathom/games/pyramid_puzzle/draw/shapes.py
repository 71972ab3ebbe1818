"""The strokes of the SVG: small shapes as text, each around a centre and of a size of its own.

Everything is black on white and told apart by shape. Nothing has an id, so that several pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from fathom.show.svg import Point, circle, element, label, lines, path

INK, PAPER, LINK, ROUTE = "#000", "#fff", "#9a9a9a", "#b3001b"


class Pen:
    """How shapes are inked: black on white, for paper. A page with a style sheet has a pen of its own."""

    def stroke(self, width: float) -> dict[str, object]:
        return {"fill": "none", "stroke": INK, "stroke_width": width}

    def solid(self) -> dict[str, object]:
        return {"fill": INK}

    def hollow(self, width: float) -> dict[str, object]:
        return {"fill": PAPER, "stroke": INK, "stroke_width": width}

    def band(self, width: float) -> dict[str, object]:
        """A stroke of paper on something solid."""
        return {"fill": "none", "stroke": PAPER, "stroke_width": width}


ON_PAPER = Pen()


def hatch(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """Slanting strokes that fill a square: the mark of a blocked tile on paper without colour."""
    half, count = size / 2, 7
    segments = []
    for i in range(1, 2 * count):
        near, far = max(0, i - count) * size / count, min(i, count) * size / count
        segments.append((Point(at.x - half + near, at.y + half - far), Point(at.x - half + far, at.y + half - near)))
    return lines(segments, **pen.stroke(size * 0.035))


def plate(text: str, at: Point, size: float) -> str:
    """A white plate under a name that stands on hatching."""
    width, height = (0.64 * len(text) + 0.5) * size, 1.25 * size
    return element(
        "rect", x=at.x - width / 2, y=at.y - height / 2, width=width, height=height, rx=size * 0.2, fill=PAPER
    )


def key(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """A ring, a shaft and two teeth."""
    unit, stroke = size / 10, pen.stroke(size * 0.13)
    bow = circle(Point(at.x - 2.6 * unit, at.y), 2 * unit, **stroke)
    x, y = at.x - 0.6 * unit, at.y
    shaft = path("M", x, y, "H", x + 5.6 * unit, "v", 2.4 * unit, "M", x + 3.2 * unit, y, "v", 1.9 * unit, **stroke)
    return bow + shaft


def ladder(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """Two rails and four rungs."""
    unit = size / 10
    rails = [
        (Point(at.x + s * 2.2 * unit, at.y - 5 * unit), Point(at.x + s * 2.2 * unit, at.y + 5 * unit)) for s in (-1, 1)
    ]
    heights = [at.y + y * unit for y in (-3.4, -1.15, 1.1, 3.35)]
    rungs = [(Point(at.x - 2.2 * unit, y), Point(at.x + 2.2 * unit, y)) for y in heights]
    return lines([*rails, *rungs], **pen.stroke(size * 0.12))


def dynamite(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """A stick with a band, a fuse and a spark."""
    unit = size / 10
    left, top, height = at.x - 5.2 * unit, at.y - 0.9 * unit, 4.2 * unit
    stick = element("rect", x=left, y=top, width=7 * unit, height=height, rx=0.7 * unit, **pen.solid())
    bands = [(Point(left + x * unit, top), Point(left + x * unit, top + height)) for x in (1.5, 5.5)]
    x, y = left + 7 * unit, top + height / 2
    fuse = path("M", x, y, "q", 2.4 * unit, 0, 1.9 * unit, -3 * unit, **pen.stroke(size * 0.09))
    drawn = stick + lines(bands, **pen.band(size * 0.06)) + fuse
    return drawn + spark(Point(x + 1.9 * unit, y - 4.4 * unit), 4 * unit, pen)


def spark(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """Four strokes through a point."""
    half, slant = size / 2, size / 3
    ends = [(half, 0), (0, half), (slant, slant), (slant, -slant)]
    segments = [(Point(at.x - x, at.y - y), Point(at.x + x, at.y + y)) for x, y in ends]
    return lines(segments, **pen.stroke(size * 0.14))


def walker(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """A pawn."""
    unit = size / 10
    body = path("M", at.x - 3 * unit, at.y + 4.6 * unit, "q", 3 * unit, -8 * unit, 6 * unit, 0, "z", **pen.solid())
    return circle(Point(at.x, at.y - 2.5 * unit), 2.1 * unit, **pen.solid()) + body


def rubble(at: Point, size: float, pen: Pen = ON_PAPER) -> str:
    """A few stones: here dynamite has opened the way."""
    unit = size / 10
    stones = [(-3.4, 2.4, 1.3), (-0.9, 3.1, 0.9), (1.1, 2.2, 1.4), (3.7, 3.0, 1.0), (-1.5, 0.4, 0.8)]
    style = pen.hollow(size * 0.06)
    return "".join(circle(Point(at.x + x * unit, at.y + y * unit), r * unit, **style) for x, y, r in stones)


#: How each thing is drawn, by its letter in a code; `x` is hatching and has no shape of its own.
ICONS: dict[str, Callable[[Point, float, Pen], str]] = {"k": key, "l": ladder, "d": dynamite, "o": rubble}


def badge(text: str, at: Point, size: float) -> str:
    """White numbers on a dark pill whose left end is at a point."""
    height = 1.3 * size
    width = max(height, (0.6 * len(text) + 0.6) * size)
    x = at.x - height / 2
    pill = element("rect", x=x, y=at.y - height / 2, width=width, height=height, rx=height / 2, fill=INK)
    return pill + label(text, Point(x + width / 2, at.y), size, fill=PAPER, font_weight="bold")


def arrow(start: Point, end: Point, width: float, colour: str = ROUTE) -> str:
    """A stroke with a head at its end."""
    length = hypot(end.x - start.x, end.y - start.y) or 1
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    head = min(3.4 * width, length * 0.7)
    neck = Point(end.x - ux * head, end.y - uy * head)
    wing = 0.6 * head
    shaft = path("M", *start, "L", *neck, fill="none", stroke=colour, stroke_width=width)
    left, right = Point(neck.x - uy * wing, neck.y + ux * wing), Point(neck.x + uy * wing, neck.y - ux * wing)
    return shaft + path("M", *end, "L", *left, "L", *right, "z", fill=colour)
