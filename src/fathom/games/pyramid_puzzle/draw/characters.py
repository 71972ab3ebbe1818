"""The pyramid as text, from above or level by level, and a walk on it.

<E1> you   [D1] in reach   D1:d dynamite is there   B2=5,7 moves 5 and 7 of the walk lead there
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile, pyramid
from fathom.games.pyramid_puzzle.draw.geometry import place, side
from fathom.games.pyramid_puzzle.draw.links import link_strokes
from fathom.games.pyramid_puzzle.draw.things import find_things
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, number_visits
from fathom.show.canvas import Canvas

_WALKER, _MOVE = "<you>  [in reach]", "=5 move 5 of the route"
_THINGS = "k key  l ladder  d dynamite  x blocked  o opened"
_LIVE_THINGS = "K key  H ladder  ! dynamite  # blocked  _ opened"
#: What lies on a tile as a window shows it: each in a shape of its own, and in a colour.
_SHAPES = {"k": "K", "l": "H", "d": "!", "x": "#", "o": "_"}
_DRAWN_LEVELS = 5
_COLUMNS, _ROWS = 8, 2  # of text, from one base tile to the next
_WIDEST = len("[E17:d]")
_STEPS_SHOWN = 200

#: For each tile, the numbers of the moves that lead there.
Visits = Mapping[Tile, list[int]]


def pyramid_lines(position: Position, canvas: Canvas, route: Visits | None = None) -> list[str]:
    """The position, with a route on it; from above if the window is wide enough."""
    levels = position.options.levels
    wide = levels <= _DRAWN_LEVELS and canvas.width >= _COLUMNS * side(levels) + _WIDEST
    draw = _draw_from_above if wide else _draw_by_level
    return draw(_Scene.of(position, route or {}, canvas))


def walk_lines(start: Position, walk: list[WalkedMove], canvas: Canvas) -> list[str]:
    """A walk: its moves marked on the pyramid as it was at the start, and a list of them with their MP below."""
    drawn = pyramid_lines(start, canvas, number_visits(walk))
    return [*drawn, "", *legend(canvas, _MOVE), "", *step_lines(walk, canvas)]


def legend(canvas: Canvas, marks: str = _WALKER) -> list[str]:
    """What the signs on the board mean: letters on paper, shapes in a window."""
    return canvas.wrap(f"{marks}  {_LIVE_THINGS if canvas.live else _THINGS}")


def step_lines(walk: list[WalkedMove], canvas: Canvas) -> list[str]:
    """`2. D1 +2 = 2 (dynamite)`, in as many columns as fit."""
    steps = [str(move) for move in walk[:_STEPS_SHOWN]]
    width = max(map(len, steps), default=0) + 3
    columns = max(1, min((canvas.width + 3) // width, 3))
    rows = -(-len(steps) // columns)
    lines = ["".join(step.ljust(width) for step in steps[row::rows]).rstrip() for row in range(rows)]
    if len(walk) > _STEPS_SHOWN:
        lines.append(f"... and {len(walk) - _STEPS_SHOWN:,} more.")
    return lines


class _Scene(NamedTuple):
    """What to draw: the walker, the tiles in reach, what is on each tile, and a route."""

    levels: int
    walker: Tile | None
    in_reach: frozenset[Tile]
    things: Mapping[Tile, str]
    route: Visits
    canvas: Canvas

    @staticmethod
    def of(position: Position, route: Visits, canvas: Canvas) -> _Scene:
        steps = position.moves() if position.tile and not route else ()
        in_reach = frozenset(move.tile for move in steps if not move.clears)
        return _Scene(position.options.levels, position.tile, in_reach, find_things(position), route, canvas)

    def mark(self, tile: Tile, room: int) -> str:
        """One tile: <E1> the walker, [D1] next to enter, after a colon what is there, after `=` the moves of a walk."""
        canvas, thing = self.canvas, self.things.get(tile, "")
        name = f"{tile}:{_SHAPES[thing] if canvas.live else thing}" if thing else tile
        if tile in self.route:
            marks = _route_marks(tile, name, self.route[tile])
            return canvas.last(next(mark for mark in marks if len(mark) <= room))
        if tile == self.walker:
            return canvas.last(f"<{tile}>")
        if tile in self.in_reach:
            return f"{canvas.choice('[')}{canvas.item(thing, name)}{canvas.choice(']')}"
        return canvas.item(thing, name) if thing else canvas.faint(name)


def _draw_from_above(scene: _Scene) -> list[str]:
    """Concentric squares, every tile in its true place: number 1 bottom left, then clockwise."""
    rows: list[dict[int, Tile]] = [{} for _ in range(_ROWS * side(scene.levels) + 1)]
    places = {tile: place(tile, scene.levels, _COLUMNS, _ROWS) for tile in pyramid(scene.levels).tiles}
    for tile, (column, row) in places.items():
        rows[row][column] = tile
    strokes = link_strokes(scene.levels, places) if scene.canvas.live else {}
    return [_draw_row(scene, tiles, strokes.get(row, {})) for row, tiles in enumerate(rows)]


def _draw_row(scene: _Scene, tiles: dict[int, Tile], strokes: Mapping[int, str]) -> str:
    """The names of a row in their columns, with the strokes between them."""
    line, canvas = "", scene.canvas
    end = max([-1, *strokes])
    for column, following in pairwise([*sorted(tiles), canvas.width + 1]):
        line += _strokes_between(strokes, canvas.length(line), column, canvas)
        line += scene.mark(tiles[column], following - 1 - column)
    return line + _strokes_between(strokes, canvas.length(line), end + 1, canvas)


def _strokes_between(strokes: Mapping[int, str], start: int, end: int, canvas: Canvas) -> str:
    drawn = "".join(strokes.get(column, " ") for column in range(start, end))
    return canvas.faint(drawn) if drawn.strip() else drawn


def _draw_by_level(scene: _Scene) -> list[str]:
    """For narrow windows and high pyramids: one paragraph for each level, from the peak down."""
    lines, canvas = [], scene.canvas
    for _, tiles in groupby(pyramid(scene.levels).tiles, key=lambda tile: tile[0]):
        lines += canvas.flow(scene.mark(tile, canvas.width) for tile in tiles)
    return lines


def _route_marks(tile: Tile, name: str, numbers: list[int]) -> Iterator[str]:
    """The marks of a tile from the longest to the shortest: `B2:x=5,7`, `B2=5,7`, `B2=5+` and `B2=+`."""
    every = ",".join(map(str, numbers))
    yield f"{name}={every}"
    yield f"{tile}={every}"
    yield f"{tile}={numbers[0]}{'+' if len(numbers) > 1 else ''}"
    yield f"{tile}=+"
