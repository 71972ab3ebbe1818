"""The pyramid from above, to be walked on: every tile in reach is a choice, with a dot for each MP on its near edge."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import OUTWARD, PEAK, Tile, pyramid, size_of, split
from fathom.games.pyramid_puzzle.directions import direction_to
from fathom.games.pyramid_puzzle.draw import shapes as parts
from fathom.games.pyramid_puzzle.draw.characters import place, side, thing_on
from fathom.games.pyramid_puzzle.draw.picture import describe
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.show.board import FINGER, TEXT, Board, grid
from fathom.show.svg import Point, box, circle, group, label, lines, path, rectangle

_WIDTH = 440.0
EDGE = 8.0
_FILLED = 0.86  # of the room that a tile has
_WIDEST_PITCH = 84.0
_SMALLEST_TILE = 38.0
_FINE = 100  # place() counts in whole numbers: hundredths of a unit
_PILL, _PILLS_IN_A_ROW = 96.0, 4
THINGS = {"k": "the key", "l": "the ladder", "d": "dynamite", "o": "opened", "x": "blocked"}


class _Pen(parts.Pen):
    """Inked by the style sheet of the page."""

    def stroke(self, width: float) -> dict[str, object]:
        return {"class_": "stroke", "stroke_width": width}

    def solid(self) -> dict[str, object]:
        return {"class_": "solid"}

    def hollow(self, width: float) -> dict[str, object]:
        return {"class_": "hollow", "stroke_width": width}

    def band(self, width: float) -> dict[str, object]:
        return {"class_": "band", "stroke_width": width}


_PEN = _Pen()


def drawing(match: Match[Position, Move], *, coach: bool = False, still: bool = False) -> str:  # noqa: ARG001
    """The board as one SVG element; a coach has nothing to add to it."""
    return Walkable(match, still=still).draw()


class Walkable(Board[Position, Move]):
    """The pyramid, its tiles and what lies on them."""

    def __init__(self, match: Match[Position, Move], *, still: bool = False) -> None:
        super().__init__(match, still=still)
        self.levels = self.position.options.levels
        self.ground = pyramid(self.levels)
        around = size_of(self.levels) // 4
        span = side(self.levels)
        fitting = (_WIDTH - 2 * EDGE) / (span + 1)
        smallest = max(_SMALLEST_TILE, 9 * len(self.ground.tiles[-1]) + 6)
        least = smallest / _FILLED * max(1.0, around / span)
        self.pitch = max(least, min(_WIDEST_PITCH, fitting))
        self.size = (span + 1) * self.pitch
        self.is_wide = self.size + 2 * EDGE > _WIDTH + 1
        self.width = self.size + 2 * EDGE if self.is_wide else _WIDTH
        self.walked: list[Tile] = [ply.move.tile for ply in match.plies if not ply.move.clears]
        self.in_reach = {path.to for path in self.ground.paths[self.position.tile]} if self.position.tile else set()
        if not self.position.tile:
            self.in_reach = set(self.ground.base)

    def draw(self) -> str:
        height = self.size + 2 * EDGE
        tiles = [self.tile(tile) for tile in self.ground.tiles]
        clears, height = self.clears(height)
        drawn = [*self.terraces(), self.links(), self.trail(), *tiles, *clears]
        return self.svg(height, describe(self.position), *drawn)

    # -------------------------------------------------------------- geometry

    def at(self, tile: Tile) -> Point:
        x, y = place(tile, self.levels, _FINE, _FINE)
        left = (self.width - self.size + self.pitch) / 2
        return Point(left + x * self.pitch / _FINE, EDGE + self.pitch / 2 + y * self.pitch / _FINE)

    def tile_size(self, tile: Tile) -> float:
        level, _ = split(tile)
        apart = side(level) * self.pitch / max(1, size_of(level) // 4)
        return _FILLED * min(self.pitch, apart or self.pitch, 64.0)

    # -------------------------------------------------------------- ground

    def terraces(self) -> Iterator[str]:
        """The steps of the pyramid, from the base up."""
        middle = self.at(PEAK)
        for level in range(self.levels, 0, -1):
            width = (side(level) + 1) * self.pitch
            shade = "terrace" if (self.levels - level) % 2 else "terrace dark"
            yield rectangle(middle, width, width, 10, class_=shade)

    def links(self) -> str:
        """A thin line for every path, drawn once."""
        pairs = {(t, p.to) for t in self.ground.tiles for p in self.ground.paths[t] if p.kind != OUTWARD}
        once = sorted({tuple(sorted(pair)) for pair in pairs})
        return lines([(self.at(a), self.at(b)) for a, b in once], class_="link")

    def trail(self) -> str:
        """Where the walker has been."""
        if len(self.walked) < 2:
            return ""
        points = [part for i, tile in enumerate(self.walked) for part in ("L" if i else "M", *self.at(tile))]
        return path(*points, class_="trail")

    # -------------------------------------------------------------- tiles

    def tile(self, tile: Tile) -> str:
        """One tile with its name and what is there; a choice when a path leads there now."""
        thing = thing_on(self.position, tile)
        drawn, marks = self.face(tile, thing), self._marks(tile, thing)
        if tile not in self.in_reach:
            return group(*drawn, class_=marks)
        return self.choice(Move(tile), self.said(tile, thing), *drawn, self.pips(tile), marks=marks)

    def face(self, tile: Tile, thing: str) -> list[str]:
        """What a tile looks like with a thing on it."""
        at, size = self.at(tile), self.tile_size(tile)
        is_here = tile == self.position.tile
        drawn = [box(at, size, class_="face")]
        if tile == PEAK:
            drawn.append(box(at, 0.82 * size, class_="inner"))
        if thing == "x":
            drawn.append(group(parts.hatch(at, 0.94 * size, _PEN), class_="hatch"))
        shape = parts.walker if is_here else parts.ICONS.get(thing)
        name_at = Point(at.x, at.y - 0.24 * size) if shape else at
        letters = max(14.0, min(TEXT, 0.34 * size))
        if thing == "x":
            drawn.append(rectangle(name_at, 0.66 * letters * len(tile) + 5, 1.3 * letters, 3, class_="plate"))
        if shape:
            icon_at = Point(at.x, at.y + 0.19 * size)
            drawn.append(group(shape(icon_at, 0.52 * size, _PEN), class_="walker" if is_here else "thing"))
        return [*drawn, label(tile, name_at, letters)]

    def _marks(self, tile: Tile, thing: str) -> str:
        marks = ["tile", *({"x": ["blocked"], "o": ["opened"]}.get(thing, []))]
        marks += ["walked"] if tile in self.walked else []
        if tile == self.position.tile:
            marks += ["here", "last"]
        elif self.last and self.last.move == Move(tile, clears=True):
            marks.append("last")
        if tile == self.position.tile and self.position.outcome:
            marks.append("decisive")
        return " ".join(marks)

    def pips(self, tile: Tile) -> str:
        """A dot for every MP, on the edge that is crossed; starting is free."""
        if not self.position.tile or self.is_over or self.position.violation(Move(tile)):
            return ""
        here, at, size = self.at(self.position.tile), self.at(tile), self.tile_size(tile)
        length = hypot(here.x - at.x, here.y - at.y)
        ux, uy = (here.x - at.x) / length, (here.y - at.y) / length
        edge = size / 2 / max(abs(ux), abs(uy))
        count = self.position.cost(tile)
        return "".join(
            circle(Point(at.x + ux * edge - uy * aside, at.y + uy * edge + ux * aside), 3.4, class_="pip")
            for aside in (9 * (i - (count - 1) / 2) for i in range(count))
        )

    def said(self, tile: Tile, thing: str) -> str:
        """`D1, in, 2 MP, dynamite`"""
        if not self.position.tile:
            words = [f"start on {tile}"]
        else:
            words = [tile, direction_to(self.position, tile), f"{self.position.cost(tile)} MP"]
        return ", ".join([*words, THINGS[thing]] if thing else words)

    # -------------------------------------------------------------- sticks

    def clears(self, top: float) -> tuple[list[str], float]:
        """A pill for every blocked tile that a stick could open from here, and where they end."""
        tiles = self.position.still_blocked if self.position.sticks and not self.is_over else ()
        if not tiles:
            return [], top
        count = int((self.width - 2 * EDGE) // (_PILL + 8)) if self.is_wide else _PILLS_IN_A_ROW
        middle = self.width / 2
        drawn = [label("spend a stick from here", Point(middle, top + 12), TEXT - 1, class_="remark")]
        points = grid(len(tiles), count, _PILL + 8, middle, 0)
        row = FINGER + 8
        for tile, point in zip(tiles, points, strict=True):
            at = Point(point.x, top + 30 + (point.y / (_PILL + 8)) * row)
            pill = rectangle(at, _PILL, FINGER, FINGER / 2, class_="face")
            words = label(f"clear {tile}", at, TEXT - 1)
            drawn.append(self.choice(Move(tile, clears=True), f"clear {tile}, 0 MP", pill, words, marks="pill"))
        return drawn, top + 30 + -(-len(tiles) // count) * row + 4
