"""The pyramid from above: every tile in reach is a control, with a dot for each MP on its near edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import Tile, pyramid
from fathom.games.pyramid_puzzle.draw.directions import direction_to
from fathom.games.pyramid_puzzle.draw.pen import ON_PAGE
from fathom.games.pyramid_puzzle.draw.plan import EDGE, PAGE_WIDTH, Plan, low_plan, narrow_plan, page_plan
from fathom.games.pyramid_puzzle.draw.pyramid import PyramidDrawing
from fathom.games.pyramid_puzzle.draw.things import THINGS_AS_SAID, describe, find_things
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.show.board import Board, shift
from fathom.show.svg import Point, circle, group, number, path

_PIP, _PIP_PITCH = 3.4, 9
_ROOMY = 5  # the most levels with a whole pitch between two tiles


def drawing(match: Match[Position, Move], *, coach: bool = False, still: bool = False) -> str:  # noqa: ARG001
    """The board as one SVG element; a coach has nothing to add to it."""
    return WalkBoard(match, still=still).draw()


class WalkBoard(Board[Position, Move]):
    """The pyramid with a walker on it, or with every tile where a walk can start."""

    def __init__(self, match: Match[Position, Move], *, still: bool) -> None:
        position = match.position
        levels = position.options.levels
        self.plan = page_plan(levels)
        self.narrow = narrow_plan(self.plan)
        self.low = low_plan(self.plan)
        super().__init__(match, self.plan.width, still=still)
        self.things = find_things(position)
        self.drawing = PyramidDrawing(self.plan, ON_PAGE, self.things, position.tile)
        self.walked: list[Tile] = [ply.move.tile for ply in match.plies if not ply.move.clears]
        ground = pyramid(levels)
        self.tiles = ground.tiles
        self.in_reach = {path.to for path in ground.paths[position.tile]} if position.tile else set(ground.base)

    def draw(self) -> str:
        tiles = [self._draw_tile(tile) for tile in self.tiles]
        drawn = [*self._draw_ground(), *tiles]
        can_clear = self.position.sticks and self.position.still_blocked and not self.is_over
        partial = {"data_partial": "true"} if can_clear else {}  # a page offers `clear:TILE` apart from the pyramid
        narrow, low = self._narrow_box(), _box_of(self.low) if self.low else None
        return self.svg(self.plan.height, describe(self.position), *drawn, narrow=narrow, low=low, **partial)

    def _draw_ground(self) -> list[str]:
        """What the tiles lie on, and where the walker has been: once for each layout."""
        return self._in_each_layout(self._draw_ground_of)

    def _draw_ground_of(self, plan: Plan) -> Iterator[str]:
        yield from PyramidDrawing(plan, ON_PAGE, self.things).draw_ground()
        yield self._draw_trail(plan)

    def _in_each_layout(self, draw: Callable[[Plan], Iterable[str]]) -> list[str]:
        """What is drawn once for each plan, each shown in its own layout."""
        wide = list(draw(self.plan))
        if self.narrow is None or self.low is None:
            return wide
        return [self.when_wide(*wide), self.when_narrow(*draw(self.narrow)), self.when_low(*draw(self.low))]

    def _narrow_box(self) -> str | None:
        """The view box of the layout for narrow screens, which has hardly a margin."""
        if self.plan.width > PAGE_WIDTH + 1:
            return None  # it scrolls
        if self.narrow:
            return _box_of(self.narrow)
        trim = EDGE - 2
        return f"{number(trim)} {number(trim)} {number(self.width - 2 * trim)} {number(self.plan.height - 2 * trim)}"

    def _draw_trail(self, plan: Plan) -> str:
        """Where the walker has been."""
        if len(self.walked) < 2:
            return ""
        points = [part for i, tile in enumerate(self.walked) for part in ("L" if i else "M", *plan.at(tile))]
        return path(*points, class_="trail")

    # -------------------------------------------------------------- tiles

    def _draw_tile(self, tile: Tile) -> str:
        """One tile; a control if a path leads there now."""
        drawn, marks = self.drawing.draw_tile(tile), self._marks(tile)
        narrow, low = self._place_in(self.narrow, tile), self._place_in(self.low, tile)
        if tile not in self.in_reach:
            return group(*drawn, class_=marks, data_narrow=narrow, data_low=low)
        room = self.room(self.plan.at(tile), self.plan.pitch, self.plan.pitch) if self.plan.levels <= _ROOMY else ""
        pips = self._in_each_layout(lambda plan: self._draw_pips(tile, plan))
        return self.choice(Move(tile), self._say(tile), room, *drawn, *pips, marks=marks, narrow=narrow, low=low)

    def _place_in(self, plan: Plan | None, tile: Tile) -> str | None:
        """The transform that moves a tile to its place in another plan."""
        return shift(self.plan.at(tile), plan.at(tile)) if plan and not self.still else None

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

    def _draw_pips(self, tile: Tile, plan: Plan) -> Iterator[str]:
        """A dot for every MP, on the edge that is crossed in a plan; starting is free."""
        if not self.position.tile or self.is_over or self.position.violation(Move(tile)):
            return
        here, there, size = plan.at(self.position.tile), plan.at(tile), plan.tile_size(tile)
        length = hypot(here.x - there.x, here.y - there.y)
        ux, uy = (here.x - there.x) / length, (here.y - there.y) / length
        at = self.plan.at(tile)
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


def _box_of(plan: Plan) -> str:
    """The view box of a plan."""
    return f"0 0 {number(plan.width)} {number(plan.height)}"
