"""Two pens for one drawing: black on white for paper, and classes for the style sheet of a page.

A pen decides how each part of the pyramid looks, and where the parts of a tile are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.draw.plan import Box
from fathom.show.svg import Point, element, group, number, path, rectangle

INK, PAPER, LINK, ROUTE = "#000", "#fff", "#9a9a9a", "#b3001b"
_TERRACE, _DARK_TERRACE, _TERRACE_EDGE = PAPER, "#f3f3f3", "#c4c4c4"
_SMALLEST_LETTERS = 14.0
_EDGE, _SHADOW = 4.0, 5.0  # of a terrace in relief

Style = dict[str, object]


class Pen(ABC):
    """The style of shapes. Measures are relative to the size of a tile."""

    #: The second edge of the peak, and the hatching of a blocked tile.
    inner: float
    hatched: float
    #: How far the name is above the centre and the icon below it, and the size of the icon.
    name_above: float
    icon_below: float
    icon_size: float
    #: The letter of the sign on the peak, if there is one.
    peak: str

    # -------------------------------------------------------------- strokes

    @abstractmethod
    def stroke(self, width: float) -> Style:
        """A line."""

    @abstractmethod
    def solid(self) -> Style:
        """A filled shape."""

    @abstractmethod
    def hollow(self, width: float) -> Style:
        """An outline filled with the background."""

    @abstractmethod
    def band(self, width: float) -> Style:
        """A stroke in the colour of the background, on something solid."""

    # -------------------------------------------------------------- parts of the pyramid

    @abstractmethod
    def terrace(self, outline: Box, *, is_dark: bool, is_base: bool) -> str:
        """A step of the pyramid; every second one is darker."""

    @abstractmethod
    def link(self, tile_size: float) -> Style:
        """The lines that join tiles."""

    @abstractmethod
    def face(self, size: float, thing: str, *, is_here: bool) -> Style:
        """A tile, by what is on it."""

    @abstractmethod
    def inner_edge(self, size: float) -> Style:
        """The second edge of the peak."""

    @abstractmethod
    def hatching(self, drawn: str) -> str:
        """The hatching of a blocked tile, as one group."""

    @abstractmethod
    def icon(self, drawn: str, sign: str, *, is_here: bool) -> str:
        """A thing or the walker, as one group; `sign` is the letter of the thing."""

    @abstractmethod
    def letters(self, tile: Tile, size: float, *, has_icon: bool) -> float:
        """The size of the name of a tile, which may have an icon below it."""

    @abstractmethod
    def name(self, thing: str) -> Style:
        """The name of a tile, by what is on it."""

    @abstractmethod
    def plate(self, tile: Tile, at: Point, letters: float) -> str:
        """A plate behind a name that is on hatching."""


class PaperPen(Pen):
    """Black on white: everything differs by shape."""

    inner, hatched = 0.84, 1.0
    name_above, icon_below, icon_size = 0.25, 0.17, 0.56
    peak = ""

    def stroke(self, width: float) -> Style:
        return {"fill": "none", "stroke": INK, "stroke_width": width}

    def solid(self) -> Style:
        return {"fill": INK}

    def hollow(self, width: float) -> Style:
        return {"fill": PAPER, "stroke": INK, "stroke_width": width}

    def band(self, width: float) -> Style:
        return {"fill": "none", "stroke": PAPER, "stroke_width": width}

    def terrace(self, outline: Box, *, is_dark: bool, is_base: bool) -> str:
        fill = _DARK_TERRACE if is_dark else _TERRACE
        return element("rect", **outline._asdict(), fill=fill, stroke=_TERRACE_EDGE, stroke_width=1)

    def link(self, tile_size: float) -> Style:
        return {"fill": "none", "stroke": LINK, "stroke_width": 0.03 * tile_size}

    def face(self, size: float, thing: str, *, is_here: bool) -> Style:
        edge = self.hollow(size * (0.07 if thing or is_here else 0.03))
        if thing == "o":
            edge["stroke_dasharray"] = f"{number(size * 0.12)} {number(size * 0.09)}"
        return edge

    def inner_edge(self, size: float) -> Style:
        return self.stroke(size * 0.03)

    def hatching(self, drawn: str) -> str:
        return drawn

    def icon(self, drawn: str, sign: str, *, is_here: bool) -> str:
        return drawn

    def letters(self, tile: Tile, size: float, *, has_icon: bool) -> float:
        return size * (0.27 if len(tile) < 5 else 0.24)

    def name(self, thing: str) -> Style:
        return {"font_weight": "bold" if thing else "normal"}

    def plate(self, tile: Tile, at: Point, letters: float) -> str:
        width = (0.64 * len(tile) + 0.5) * letters
        return rectangle(at, width, 1.25 * letters, letters * 0.2, fill=PAPER)


class PagePen(Pen):
    """CSS classes, for the style sheet of the page."""

    inner, hatched = 0.9, 0.94
    name_above, icon_below, icon_size = 0.27, 0.19, 0.5
    peak = "A"

    def stroke(self, width: float) -> Style:
        return {"class_": "stroke", "stroke_width": width}

    def solid(self) -> Style:
        return {"class_": "solid"}

    def hollow(self, width: float) -> Style:
        return {"class_": "hollow", "stroke_width": width}

    def band(self, width: float) -> Style:
        return {"class_": "band", "stroke_width": width}

    def terrace(self, outline: Box, *, is_dark: bool, is_base: bool) -> str:
        """A step in relief: it throws a shadow on the one below, and its near edges are lit and its far ones dark."""
        x, y, width, height = outline
        right, bottom = x + width, y + height
        shadow = Box(x + _SHADOW, y + _SHADOW, width, height)
        lit = path(
            "M",
            x,
            bottom,
            "V",
            y,
            "H",
            right,
            "l",
            -_EDGE,
            _EDGE,
            "H",
            x + _EDGE,
            "V",
            bottom - _EDGE,
            "z",
            class_="lit",
        )
        dark = path(
            "M",
            right,
            y,
            "V",
            bottom,
            "H",
            x,
            "l",
            _EDGE,
            -_EDGE,
            "H",
            right - _EDGE,
            "V",
            y + _EDGE,
            "z",
            class_="shaded",
        )
        under = "" if is_base else element("rect", **shadow._asdict(), class_="shadow")
        return under + element("rect", **outline._asdict(), class_="terrace") + lit + dark

    def link(self, tile_size: float) -> Style:
        return {"class_": "link"}

    def face(self, size: float, thing: str, *, is_here: bool) -> Style:
        return {"class_": "face"}

    def inner_edge(self, size: float) -> Style:
        return {"class_": "inner"}

    def hatching(self, drawn: str) -> str:
        return group(drawn, class_="hatch")

    def icon(self, drawn: str, sign: str, *, is_here: bool) -> str:
        kind = "walker" if is_here else "summit" if sign == self.peak else f"thing thing-{sign}"
        return group(drawn, class_=kind)

    def letters(self, tile: Tile, size: float, *, has_icon: bool) -> float:
        return max(_SMALLEST_LETTERS, (0.28 if has_icon else 0.34) * size)  # an icon needs room, too

    def name(self, thing: str) -> Style:
        return {"class_": "coordinate"}

    def plate(self, tile: Tile, at: Point, letters: float) -> str:
        return rectangle(at, 0.66 * letters * len(tile) + 5, 1.3 * letters, 3, class_="plate")


ON_PAPER, ON_PAGE = PaperPen(), PagePen()
