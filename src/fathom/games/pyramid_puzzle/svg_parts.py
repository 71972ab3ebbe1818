"""The strokes of the SVG: small shapes as text, each around a centre and of a size of its own.

Everything is black on white and told apart by shape. Nothing has an id, so that several pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

INK, PAPER, LINK, ROUTE = "#000", "#fff", "#9a9a9a", "#b3001b"


class Point(NamedTuple):
    x: float
    y: float


def safe(text: str) -> str:
    """Text that XML can carry, whatever it holds."""
    return escape("".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text))


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """`element("rect", x=1, stroke_width=2)`; numbers are rounded, underscores become hyphens."""
    written = "".join(f" {key.rstrip('_').replace('_', '-')}={_value(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f'"{number(value)}"' if isinstance(value, int | float) else quoteattr(str(value))


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(*parts: str | float, **attributes: object) -> str:
    """`path("M", 0, 0, "L", 5, 5, stroke="#000")`"""
    drawn = " ".join(part if isinstance(part, str) else number(part) for part in parts)
    return element("path", d=drawn, **attributes)


def lines(segments: Iterable[tuple[Point, Point]], **attributes: object) -> str:
    """Many straight strokes as one shape."""
    parts = [part for a, b in segments for part in ("M", *a, "L", *b)]
    return path(*parts, fill="none", **attributes) if parts else ""


def label(text: str, at: Point, size: float, **attributes: object) -> str:
    """Text with its middle at a point."""
    chosen = {"text_anchor": "middle"} | attributes
    return element("text", safe(text), x=at.x, y=at.y + 0.35 * size, font_size=size, **chosen)


def box(at: Point, size: float, **attributes: object) -> str:
    """A square around a point, with corners a little round."""
    x, y = at.x - size / 2, at.y - size / 2
    return element("rect", x=x, y=y, width=size, height=size, rx=size * 0.1, **attributes)


def hatch(at: Point, size: float) -> str:
    """Slanting strokes that fill a square: the mark of a blocked tile on paper without colour."""
    half, count = size / 2, 7
    segments = []
    for i in range(1, 2 * count):
        near, far = max(0, i - count) * size / count, min(i, count) * size / count
        segments.append((Point(at.x - half + near, at.y + half - far), Point(at.x - half + far, at.y + half - near)))
    return lines(segments, stroke=INK, stroke_width=size * 0.035)


def plate(text: str, at: Point, size: float) -> str:
    """A white plate under a name that stands on hatching."""
    width, height = (0.64 * len(text) + 0.5) * size, 1.25 * size
    return element(
        "rect", x=at.x - width / 2, y=at.y - height / 2, width=width, height=height, rx=size * 0.2, fill=PAPER
    )


def key(at: Point, size: float) -> str:
    """A ring, a shaft and two teeth."""
    unit, stroke = size / 10, {"fill": "none", "stroke": INK, "stroke_width": size * 0.13}
    bow = element("circle", cx=at.x - 2.6 * unit, cy=at.y, r=2 * unit, **stroke)
    x, y = at.x - 0.6 * unit, at.y
    shaft = path("M", x, y, "H", x + 5.6 * unit, "v", 2.4 * unit, "M", x + 3.2 * unit, y, "v", 1.9 * unit, **stroke)
    return bow + shaft


def ladder(at: Point, size: float) -> str:
    """Two rails and four rungs."""
    unit = size / 10
    rails = [
        (Point(at.x + s * 2.2 * unit, at.y - 5 * unit), Point(at.x + s * 2.2 * unit, at.y + 5 * unit)) for s in (-1, 1)
    ]
    heights = [at.y + y * unit for y in (-3.4, -1.15, 1.1, 3.35)]
    rungs = [(Point(at.x - 2.2 * unit, y), Point(at.x + 2.2 * unit, y)) for y in heights]
    return lines([*rails, *rungs], stroke=INK, stroke_width=size * 0.12)


def dynamite(at: Point, size: float) -> str:
    """A stick with a band, a fuse and a spark."""
    unit = size / 10
    left, top, height = at.x - 5.2 * unit, at.y - 0.9 * unit, 4.2 * unit
    stick = element("rect", x=left, y=top, width=7 * unit, height=height, rx=0.7 * unit, fill=INK)
    bands = [(Point(left + x * unit, top), Point(left + x * unit, top + height)) for x in (1.5, 5.5)]
    x, y = left + 7 * unit, top + height / 2
    fuse = path("M", x, y, "q", 2.4 * unit, 0, 1.9 * unit, -3 * unit, fill="none", stroke=INK, stroke_width=size * 0.09)
    drawn = stick + lines(bands, stroke=PAPER, stroke_width=size * 0.06) + fuse
    return drawn + spark(Point(x + 1.9 * unit, y - 4.4 * unit), 4 * unit)


def spark(at: Point, size: float) -> str:
    """Four strokes through a point."""
    half, slant = size / 2, size / 3
    ends = [(half, 0), (0, half), (slant, slant), (slant, -slant)]
    segments = [(Point(at.x - x, at.y - y), Point(at.x + x, at.y + y)) for x, y in ends]
    return lines(segments, stroke=INK, stroke_width=size * 0.14)


def walker(at: Point, size: float) -> str:
    """A pawn."""
    unit = size / 10
    body = path("M", at.x - 3 * unit, at.y + 4.6 * unit, "q", 3 * unit, -8 * unit, 6 * unit, 0, "z", fill=INK)
    return element("circle", cx=at.x, cy=at.y - 2.5 * unit, r=2.1 * unit, fill=INK) + body


def rubble(at: Point, size: float) -> str:
    """A few stones: here dynamite has opened the way."""
    unit = size / 10
    stones = [(-3.4, 2.4, 1.3), (-0.9, 3.1, 0.9), (1.1, 2.2, 1.4), (3.7, 3.0, 1.0), (-1.5, 0.4, 0.8)]
    style = {"fill": PAPER, "stroke": INK, "stroke_width": size * 0.06}
    return "".join(element("circle", cx=at.x + x * unit, cy=at.y + y * unit, r=r * unit, **style) for x, y, r in stones)


#: How each thing is drawn, by its letter in a code; `x` is hatching and has no shape of its own.
ICONS: dict[str, Callable[[Point, float], str]] = {"k": key, "l": ladder, "d": dynamite, "o": rubble}


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
