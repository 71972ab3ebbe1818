"""SVG, written element by element: every picture and every board of Fathom is made of these.

    element("rect", x=1, width=20, class_="face")   ->   <rect x="1" width="20" class="face"/>

Text is escaped; numbers are rounded to hundredths, so that the same drawing is always the same text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

NAMESPACE = "http://www.w3.org/2000/svg"


class Point(NamedTuple):
    x: float
    y: float


def printable(text: str) -> str:
    """The text with unprintable characters replaced; line ends stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def safe(text: str) -> str:
    """The text, escaped for XML."""
    return escape(printable(text))


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """`element("rect", x=1, stroke_width=2)`; underscores become hyphens, and attributes that are None are left out."""
    written = "".join([f" {_name(key)}={_value(value)}" for key, value in attributes.items() if value is not None])
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


# Cached, because a board has hundreds of attributes, most of them repeated.


@lru_cache(maxsize=256)
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=8192)
def _value(value: object) -> str:
    return f'"{number(value)}"' if isinstance(value, int | float) else quoteattr(printable(str(value)))


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Without trailing zeros: `0.5`, `12`."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def path(*parts: str | float, **attributes: object) -> str:
    """`path("M", 0, 0, "L", 5, 5, stroke="#000")`"""
    drawn = " ".join(part if isinstance(part, str) else number(part) for part in parts)
    return element("path", d=drawn, **attributes)


def lines(segments: Iterable[tuple[Point, Point]], **attributes: object) -> str:
    """Many straight lines as one path; empty if there are none."""
    parts = [part for a, b in segments for part in ("M", *a, "L", *b)]
    return path(*parts, **attributes) if parts else ""


def label(text: str, at: Point, size: float, **attributes: object) -> str:
    """Text with its middle at a point."""
    chosen = {"text_anchor": "middle"} | attributes
    return element("text", safe(text), x=at.x, y=at.y + 0.35 * size, font_size=size, **chosen)


def box(at: Point, size: float, **attributes: object) -> str:
    """A square around a point, with slightly rounded corners."""
    return rectangle(at, size, size, size * 0.1, **attributes)


def rectangle(at: Point, width: float, height: float, corner: float, **attributes: object) -> str:
    """A rectangle around a point, with rounded corners."""
    x, y = at.x - width / 2, at.y - height / 2
    return element("rect", x=x, y=y, width=width, height=height, rx=corner, **attributes)


def circle(at: Point, radius: float, **attributes: object) -> str:
    return element("circle", cx=at.x, cy=at.y, r=radius, **attributes)


def group(*drawn: str, **attributes: object) -> str:
    return element("g", "".join(drawn), **attributes)
