"""The pyramid from above as SVG: its terraces, the lines that join tiles, and the tiles with what is on them.

Files, sheets, the board in a page and the editor all draw with this; each has its own plan and pen, and adds to the
drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from fathom.games.pyramid_puzzle.board import OUTWARD, PEAK, Tile, pyramid
from fathom.games.pyramid_puzzle.draw.pen import Pen
from fathom.games.pyramid_puzzle.draw.plan import Plan
from fathom.games.pyramid_puzzle.draw.shapes import ICONS, draw_hatch, draw_walker
from fathom.show.svg import Point, box, label, lines


class PyramidDrawing:
    """The parts of a drawing: `things` has the letter of what is on each tile, `walker` the tile of the walker."""

    def __init__(self, plan: Plan, pen: Pen, things: Mapping[Tile, str], walker: Tile | None = None) -> None:
        self.plan = plan
        self.pen = pen
        self.things = things
        self.walker = walker

    def draw_ground(self) -> tuple[str, ...]:
        """The background of the tiles: terraces and lines."""
        return _draw_ground(self.plan, self.pen)

    def draw_tile(self, tile: Tile) -> tuple[str, ...]:
        """A tile with its name, and the walker or the thing that is on it."""
        return _draw_tile(self.plan, self.pen, tile, self.things.get(tile, ""), tile == self.walker)


# A move changes two tiles of hundreds: everything else is drawn once for all pyramids of that size.


@lru_cache(maxsize=32)
def _draw_ground(plan: Plan, pen: Pen) -> tuple[str, ...]:
    return (*_draw_terraces(plan, pen), *_draw_links(plan, pen))


def _draw_terraces(plan: Plan, pen: Pen) -> Iterator[str]:
    """The steps of the pyramid, from the base up, every second one a shade darker."""
    levels = plan.levels
    for level in range(levels, 0, -1):
        yield pen.terrace(plan.terrace(level), is_dark=(levels - level) % 2 == 0, is_base=level == levels)


def _draw_links(plan: Plan, pen: Pen) -> Iterator[str]:
    """A thin line for every path between tiles, drawn once, level by level."""
    ground = pyramid(plan.levels)
    for _, tiles in groupby(ground.tiles, key=lambda tile: tile[0]):
        level = list(tiles)
        joined = [(tile, path.to) for tile in level for path in ground.paths[tile] if path.kind != OUTWARD]
        once = {frozenset(pair): pair for pair in joined}.values()
        yield lines([(plan.at(a), plan.at(b)) for a, b in once], **pen.link(plan.tile_size(level[0])))


@lru_cache(maxsize=8192)
def _draw_tile(plan: Plan, pen: Pen, tile: Tile, thing: str, is_here: bool) -> tuple[str, ...]:
    at, size = plan.at(tile), plan.tile_size(tile)
    drawn = [box(at, size, **pen.face(size, thing, is_here=is_here))]
    if tile == PEAK:
        drawn.append(box(at, pen.inner * size, **pen.inner_edge(size)))
    if thing == "x":
        drawn.append(pen.hatching(draw_hatch(at, pen.hatched * size, pen)))
    sign = pen.peak if tile == PEAK else thing
    draw_icon = draw_walker if is_here else ICONS.get(sign)
    name_at = Point(at.x, at.y - pen.name_above * size) if draw_icon else at
    letters = pen.letters(tile, size, has_icon=draw_icon is not None)
    if thing == "x":
        drawn.append(pen.plate(tile, name_at, letters))
    if draw_icon:
        icon_at = Point(at.x, at.y + pen.icon_below * size)
        drawn.append(pen.icon(draw_icon(icon_at, pen.icon_size * size, pen), sign, is_here=is_here))
    return (*drawn, label(tile, name_at, letters, **pen.name(thing)))
