"""The pyramid from above: every tile in reach is a control, with a dot for each MP on its near edge."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import Tile, pyramid
from fathom.games.pyramid_puzzle.draw.directions import direction_to
from fathom.games.pyramid_puzzle.draw.pen import ON_PAGE
from fathom.games.pyramid_puzzle.draw.plan import EDGE, page_plan
from fathom.games.pyramid_puzzle.draw.pyramid import PyramidDrawing
from fathom.games.pyramid_puzzle.draw.things import THINGS_AS_SAID, describe, find_things
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.show.board import FINGER, TEXT, Board, grid
from fathom.show.svg import Point, circle, group, label, path, rectangle

_PILL, _PILL_PITCH = 96.0, 104.0
_PIP, _PIP_PITCH = 3.4, 9


def drawing(match: Match[Position, Move], *, coach: bool = False, still: bool = False) -> str:  # noqa: ARG001
    """The board as one SVG element; a coach has nothing to add to it."""
    return WalkBoard(match, still=still).draw()


class WalkBoard(Board[Position, Move]):
    """The pyramid with a walker on it, or with every tile where a walk can start."""

    def __init__(self, match: Match[Position, Move], *, still: bool) -> None:
        position = match.position
        levels = position.options.levels
        self.plan = page_plan(levels)
        super().__init__(match, self.plan.width, still=still)
        self.things = find_things(position)
        self.drawing = PyramidDrawing(self.plan, ON_PAGE, self.things, position.tile)
        self.walked: list[Tile] = [ply.move.tile for ply in match.plies if not ply.move.clears]
        ground = pyramid(levels)
        self.tiles = ground.tiles
        self.in_reach = {path.to for path in ground.paths[position.tile]} if position.tile else set(ground.base)

    def draw(self) -> str:
        tiles = [self._draw_tile(tile) for tile in self.tiles]
        clears, height = self._draw_clears(self.plan.height)
        drawn = [*self.drawing.draw_ground(), self._draw_trail(), *tiles, *clears]
        return self.svg(height, describe(self.position), *drawn)

    def _draw_trail(self) -> str:
        """Where the walker has been."""
        if len(self.walked) < 2:
            return ""
        points = [part for i, tile in enumerate(self.walked) for part in ("L" if i else "M", *self.plan.at(tile))]
        return path(*points, class_="trail")

    # -------------------------------------------------------------- tiles

    def _draw_tile(self, tile: Tile) -> str:
        """One tile; a control if a path leads there now."""
        drawn, marks = self.drawing.draw_tile(tile), self._marks(tile)
        if tile not in self.in_reach:
            return group(*drawn, class_=marks)
        return self.choice(Move(tile), self._say(tile), *drawn, "".join(self._draw_pips(tile)), marks=marks)

    def _marks(self, tile: Tile) -> str:
        """The classes of a tile."""
        marks = ["tile", *({"x": ["blocked"], "o": ["opened"]}.get(self.things.get(tile, ""), []))]
        marks += ["walked"] if tile in self.walked else []
        if tile == self.position.tile:
            marks += ["here", "last"]
        elif self.last and self.last.move == Move(tile, clears=True):
            marks.append("last")
        if tile == self.position.tile and self.position.outcome:
            marks.append("decisive")
        return " ".join(marks)

    def _draw_pips(self, tile: Tile) -> Iterator[str]:
        """A dot for every MP, on the edge that is crossed; starting is free."""
        if not self.position.tile or self.is_over or self.position.violation(Move(tile)):
            return
        here, at, size = self.plan.at(self.position.tile), self.plan.at(tile), self.plan.tile_size(tile)
        length = hypot(here.x - at.x, here.y - at.y)
        ux, uy = (here.x - at.x) / length, (here.y - at.y) / length
        edge = size / 2 / max(abs(ux), abs(uy))
        count = self.position.cost(tile)
        for i in range(count):
            aside = _PIP_PITCH * (i - (count - 1) / 2)
            yield circle(Point(at.x + ux * edge - uy * aside, at.y + uy * edge + ux * aside), _PIP, class_="pip")

    def _say(self, tile: Tile) -> str:
        """`D1, in, 2 MP, dynamite`"""
        if not self.position.tile:
            words = [f"start on {tile}"]
        else:
            words = [tile, direction_to(self.position, tile), f"{self.position.cost(tile)} MP"]
        if tile in self.things:
            words.append(THINGS_AS_SAID[self.things[tile]])
        return ", ".join(words)

    # -------------------------------------------------------------- sticks

    def _draw_clears(self, top: float) -> tuple[list[str], float]:
        """A pill for every blocked tile that a stick could open from here, and where they end."""
        tiles = self.position.still_blocked if self.position.sticks and not self.is_over else ()
        if not tiles:
            return [], top
        columns, middle = int((self.width - 2 * EDGE) // _PILL_PITCH), self.width / 2
        drawn = [label("spend a stick from here", Point(middle, top + 12), TEXT - 1, class_="remark")]
        row = FINGER + 8
        for tile, point in zip(tiles, grid(len(tiles), columns, _PILL_PITCH, middle, 0), strict=True):
            at = Point(point.x, top + 30 + (point.y / _PILL_PITCH) * row)
            pill = rectangle(at, _PILL, FINGER, FINGER / 2, class_="face")
            words = label(f"clear {tile}", at, TEXT - 1)
            drawn.append(self.choice(Move(tile, clears=True), f"clear {tile}, 0 MP", pill, words, marks="pill"))
        return drawn, top + 30 + -(-len(tiles) // columns) * row + 4
