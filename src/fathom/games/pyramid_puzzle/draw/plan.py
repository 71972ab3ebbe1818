"""The measures of a drawing of the pyramid: one plan for paper, one for a board in a page."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import PEAK, Tile, pyramid, split
from fathom.games.pyramid_puzzle.draw.geometry import gaps, place, side
from fathom.show.svg import Point

#: On paper: the distance from one square to the next, by levels. Tiles never touch; the smallest is a few units wide.
_PAPER_PITCH = {7: 96, 8: 128, 9: 192, 10: 384}
_USUAL_PAPER_PITCH = 72
_PAPER_FILLED = 0.64

#: In a page: the usual width, the margin around the pyramid, and the smallest touch target.
PAGE_WIDTH = 440.0
EDGE = 8.0
_PAGE_FILLED = 0.86
_WIDEST_PITCH = 84.0
_SMALLEST_TILE = 38.0
#: Boards of up to so many levels have a layout of their own for phones; larger ones are touched as they are.
_MOST_LAID_OUT = 5
_FINGER = 45.0
_MOST_ROOM = 64.0
_HUNDREDTHS = 100
_NARROW_EDGE = 2.0


class Ring(NamedTuple):
    """Where the tiles of a level are in a plan that is not square, in tiles: its box, and the steps up and across."""

    left: float
    right: float
    top: float
    bottom: float
    up: int
    across: int

    def at(self, y: int) -> Point:
        """The place of the tile with a number: up the left side, along the top, down the right, and back."""
        along = y - 1
        for steps, start, end in (
            (self.up, Point(self.left, self.bottom), Point(self.left, self.top)),
            (self.across, Point(self.left, self.top), Point(self.right, self.top)),
            (self.up, Point(self.right, self.top), Point(self.right, self.bottom)),
            (self.across, Point(self.right, self.bottom), Point(self.left, self.bottom)),
        ):
            if along < steps:
                part = along / steps
                return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            along -= steps
        return Point(self.left, self.top)  # the peak, a ring without steps

    def turned(self) -> Ring:
        """The same level with its height for its width. Its first tile stays at the bottom left."""
        return Ring(self.top, self.bottom, self.left, self.right, self.across, self.up)


#: Five levels on seven columns and eleven rows, where a square would take nine columns. No two tiles are closer than
#: one column or one row, and each corner of D and C is the inner neighbour of a corner below.
NARROW_RINGS = (
    Ring(3, 3, 5, 5, 0, 0),
    Ring(2.5, 3.5, 4, 6, 1, 1),
    Ring(2, 4, 3, 7, 2, 2),
    Ring(1, 5, 1.5, 8.5, 5, 3),
    Ring(0, 6, 0, 10, 10, 6),
)
#: The same on eleven columns and seven rows, for a phone held sideways.
LOW_RINGS = tuple(ring.turned() for ring in NARROW_RINGS)


class Box(NamedTuple):
    """The outline of a terrace: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


class Plan(NamedTuple):
    """The place and size of every tile."""

    levels: int
    width: float
    height: float
    #: From one square to the next.
    pitch: float
    #: The top left corner of the base.
    corner: Point
    #: The share of its space that a tile fills, and the most space that it gets.
    filled: float
    most_room: float
    #: The number of grid steps in a pitch; tiles are placed on this grid.
    parts: int
    #: The rings of a plan that is not square, from the peak down.
    rings: tuple[Ring, ...] = ()

    def at(self, tile: Tile) -> Point:
        """The centre of a tile."""
        if self.rings:
            level, number = split(tile)
            place_in_ring = self.rings[level - 1].at(number)
            return Point(self.corner.x + place_in_ring.x * self.pitch, self.corner.y + place_in_ring.y * self.pitch)
        x, y = place(tile, self.levels, self.parts, self.parts)
        return Point(self.corner.x + x * self.pitch / self.parts, self.corner.y + y * self.pitch / self.parts)

    def tile_size(self, tile: Tile) -> float:
        level, _ = split(tile)
        apart = side(level) * self.pitch / gaps(level)
        return self.filled * min(self.pitch, apart or self.pitch, self.most_room)

    def terrace(self, level: int) -> Box:
        """The outline of a level: half a pitch around its tiles."""
        if self.rings:
            left, right, top, bottom, *_ = self.rings[level - 1]
            start = Point(self.corner.x + (left - 0.5) * self.pitch, self.corner.y + (top - 0.5) * self.pitch)
            return Box(*start, (right - left + 1) * self.pitch, (bottom - top + 1) * self.pitch)
        middle, width = self.at(PEAK), (side(level) + 1) * self.pitch
        return Box(middle.x - width / 2, middle.y - width / 2, width, width)


def paper_plan(levels: int) -> Plan:
    """The plan of a file or a sheet: as large as its tiles need."""
    pitch = _PAPER_PITCH.get(levels, _USUAL_PAPER_PITCH)
    margin = 0.6 * pitch
    size = side(levels) * pitch + 2 * margin
    return Plan(levels, size, size, pitch, Point(margin, margin), _PAPER_FILLED, inf, parts=pitch)


def page_plan(levels: int) -> Plan:
    """The plan of a board in a page: the usual width, unless its tiles would be too small to touch."""
    span, longest_name = side(levels), pyramid(levels).tiles[-1]
    fitting = (PAGE_WIDTH - 2 * EDGE) / (span + 1)
    smallest = max(_SMALLEST_TILE if levels <= _MOST_LAID_OUT else _FINGER, 9 * len(longest_name) + 6)
    least = smallest / _PAGE_FILLED * max(1.0, gaps(levels) / span)
    pitch = max(least, min(_WIDEST_PITCH, fitting))
    size = (span + 1) * pitch
    is_wide = size + 2 * EDGE > PAGE_WIDTH + 1
    width = size + 2 * EDGE if is_wide else PAGE_WIDTH
    corner = Point((width - size + pitch) / 2, EDGE + pitch / 2)
    return Plan(levels, width, size + 2 * EDGE, pitch, corner, _PAGE_FILLED, _MOST_ROOM, parts=_HUNDREDTHS)


def narrow_plan(plan: Plan) -> Plan | None:
    """The plan of the same board on a narrow screen, with tiles of the same size; None if that is the same plan."""
    return _plan_of_rings(plan, NARROW_RINGS)


def low_plan(plan: Plan) -> Plan | None:
    """The plan of the same board on a phone held sideways, with tiles of the same size; None if that is the same."""
    return _plan_of_rings(plan, LOW_RINGS)


def _plan_of_rings(plan: Plan, rings: tuple[Ring, ...]) -> Plan | None:
    if plan.levels != len(rings):
        return None
    pitch, base = plan.pitch, rings[-1]
    width, height = (base.right + 1) * pitch + 2 * _NARROW_EDGE, (base.bottom + 1) * pitch + 2 * _NARROW_EDGE
    corner = Point(_NARROW_EDGE + pitch / 2, _NARROW_EDGE + pitch / 2)
    return plan._replace(width=width, height=height, corner=corner, rings=rings)
