"""The measures of a drawing of the pyramid: one plan for paper, one for a board in a page."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile, pyramid, split
from fathom.games.pyramid_puzzle.draw.geometry import gaps, place, side
from fathom.show.svg import Point

#: On paper: the distance from one square to the next, by levels. Tiles never touch; the smallest is a few units wide.
_PAPER_PITCH = {7: 96, 8: 128, 9: 192, 10: 384}
_USUAL_PAPER_PITCH = 72
_PAPER_FILLED = 0.64

#: In a page: the usual width, the margin around the pyramid, and the smallest touch target.
_PAGE_WIDTH = 440.0
EDGE = 8.0
_PAGE_FILLED = 0.86
_WIDEST_PITCH = 84.0
_SMALLEST_TILE = 38.0
_MOST_ROOM = 64.0
_HUNDREDTHS = 100


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

    def at(self, tile: Tile) -> Point:
        """The centre of a tile."""
        x, y = place(tile, self.levels, self.parts, self.parts)
        return Point(self.corner.x + x * self.pitch / self.parts, self.corner.y + y * self.pitch / self.parts)

    def tile_size(self, tile: Tile) -> float:
        level, _ = split(tile)
        apart = side(level) * self.pitch / gaps(level)
        return self.filled * min(self.pitch, apart or self.pitch, self.most_room)

    def terrace_width(self, level: int) -> float:
        """The side of the square along which the tiles of a level are."""
        return (side(level) + 1) * self.pitch


def paper_plan(levels: int) -> Plan:
    """The plan of a file or a sheet: as large as its tiles need."""
    pitch = _PAPER_PITCH.get(levels, _USUAL_PAPER_PITCH)
    margin = 0.6 * pitch
    size = side(levels) * pitch + 2 * margin
    return Plan(levels, size, size, pitch, Point(margin, margin), _PAPER_FILLED, inf, parts=pitch)


def page_plan(levels: int) -> Plan:
    """The plan of a board in a page: the usual width, unless its tiles would be too small to touch."""
    span, longest_name = side(levels), pyramid(levels).tiles[-1]
    fitting = (_PAGE_WIDTH - 2 * EDGE) / (span + 1)
    smallest = max(_SMALLEST_TILE, 9 * len(longest_name) + 6)
    least = smallest / _PAGE_FILLED * max(1.0, gaps(levels) / span)
    pitch = max(least, min(_WIDEST_PITCH, fitting))
    size = (span + 1) * pitch
    is_wide = size + 2 * EDGE > _PAGE_WIDTH + 1
    width = size + 2 * EDGE if is_wide else _PAGE_WIDTH
    corner = Point((width - size + pitch) / 2, EDGE + pitch / 2)
    return Plan(levels, width, size + 2 * EDGE, pitch, corner, _PAGE_FILLED, _MOST_ROOM, parts=_HUNDREDTHS)
