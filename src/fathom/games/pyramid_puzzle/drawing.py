"""The pyramid in plain characters, from above or level by level, and a walk on it.

<E1> you   [D1] in reach   D1:d dynamite lies there   B2=5,7 the walk comes here with its moves 5 and 7
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from fathom.core.text import Canvas
from fathom.games.pyramid_puzzle.board import LEVELS, Tile, pyramid, size_of, split
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.games.pyramid_puzzle.walk import Leg, visits

LEGEND = "<you>  [in reach]  k key  l ladder  d dynamite  x blocked  o opened"
_ROUTE_LEGEND = "=5 move 5 of the route  k key  l ladder  d dynamite  x blocked  o opened"
_DRAWN_LEVELS = 5
_COLUMNS, _ROWS = 8, 2  # of text from one base tile to the next
_WIDEST = len("[E17:d]")
_STEPS_SHOWN = 200

#: For each tile the numbers of the moves that lead there.
Visits = Mapping[Tile, list[int]]


def pyramid_lines(position: Position, canvas: Canvas, route: Visits | None = None) -> list[str]:
    """The position, with a route on it; from above where the window is wide enough."""
    levels = position.options.levels
    wide = levels <= _DRAWN_LEVELS and canvas.width >= _COLUMNS * side(levels) + _WIDEST
    draw = _from_above if wide else _by_level
    return draw(position, canvas, route or {})


def walk_lines(start: Position, legs: list[Leg], canvas: Canvas) -> list[str]:
    """A walk: its moves marked on the pyramid as it was before, and each of them with its MP below."""
    drawn = pyramid_lines(start, canvas, visits(legs))
    return [*drawn, "", *canvas.wrap(_ROUTE_LEGEND), "", *step_lines(legs, canvas)]


def step_lines(legs: list[Leg], canvas: Canvas) -> list[str]:
    """`2. D1 +2 = 2 (dynamite)`, in as many columns as there is room for."""
    steps = [str(leg) for leg in legs[:_STEPS_SHOWN]]
    width = max(map(len, steps), default=0) + 3
    columns = max(1, min((canvas.width + 3) // width, 3))
    rows = -(-len(steps) // columns)
    lines = ["".join(step.ljust(width) for step in steps[row::rows]).rstrip() for row in range(rows)]
    if len(legs) > _STEPS_SHOWN:
        lines.append(f"... and {len(legs) - _STEPS_SHOWN:,} more.")
    return lines


def thing_on(position: Position, tile: Tile) -> str:
    """The letter of what is there now: k, l, d, x, `o` for an opened tile, or nothing."""
    if tile in position.taken:
        return ""
    if tile in position.opened:
        return "o"
    return next((letter for letter, at in position.options.layout.things() if at == tile), "")


def side(levels: int) -> int:
    """The side of the base, in steps from one square to the next: two for each level above it."""
    return 2 * (levels - 1)


def place(tile: Tile, levels: int, across: int, down: int) -> tuple[int, int]:
    """How far right and down a tile stands, when one square is so far inside the next.

    Each level is a square one step inside the one below it. Its corners are exact; the tiles between them stand
    evenly along its sides.
    """
    level, y = split(tile)
    inset, span, steps = levels - level, side(level), max(1, size_of(level) // 4)
    edge, along = divmod(y - 1, steps)
    x, up = {
        0: (0, along),
        1: (along, steps),
        2: (steps, steps - along),
        3: (steps - along, 0),
    }[edge]
    return across * inset + across * span * x // steps, down * inset + down * span * (steps - up) // steps


def _from_above(position: Position, canvas: Canvas, route: Visits) -> list[str]:
    """Concentric squares, every tile in its true place: number 1 bottom left, then clockwise."""
    levels = position.options.levels
    rows: list[dict[int, Tile]] = [{} for _ in range(_ROWS * side(levels) + 1)]
    for tile in pyramid(levels).tiles:
        column, row = place(tile, levels, _COLUMNS, _ROWS)
        rows[row][column] = tile
    return [_row(position, tiles, canvas, route) for tiles in rows]


def _row(position: Position, tiles: dict[int, Tile], canvas: Canvas, route: Visits) -> str:
    line = ""
    for column, following in pairwise([*sorted(tiles), canvas.width + 1]):
        line = canvas.pad(line, column) + _mark(position, tiles[column], canvas, route, following - 1 - column)
    return line


def _by_level(position: Position, canvas: Canvas, route: Visits) -> list[str]:
    """For narrow windows and high pyramids: one paragraph a level, from the peak down."""
    lines = []
    for level in range(1, position.options.levels + 1):
        tiles = (f"{LEVELS[level - 1]}{y}" for y in range(1, size_of(level) + 1))
        lines += canvas.flow(_mark(position, tile, canvas, route, canvas.width) for tile in tiles)
    return lines


def _mark(position: Position, tile: Tile, canvas: Canvas, route: Visits, room: int) -> str:
    """One tile: <E1> the walker, [D1] next to enter, after a colon what lies there, after `=` the moves of a route."""
    thing = thing_on(position, tile)
    name = f"{tile}:{thing}" if thing else tile
    if tile in route:
        return canvas.last(next(mark for mark in _route_marks(tile, name, route[tile]) if len(mark) <= room))
    if tile == position.tile:
        return canvas.last(f"<{tile}>")
    if position.tile and not route and position.violation(Move(tile)) is None:
        return canvas.choice(f"[{name}]")
    return canvas.strong(name) if thing else canvas.faint(name)


def _route_marks(tile: Tile, name: str, numbers: list[int]) -> Iterator[str]:
    """From the fullest to the shortest: `B2:x=5,7`, `B2=5,7`, `B2=5+` and `B2=+`, where there is little room."""
    every = ",".join(map(str, numbers))
    yield f"{name}={every}"
    yield f"{tile}={every}"
    yield f"{tile}={numbers[0]}{'+' if len(numbers) > 1 else ''}"
    yield f"{tile}=+"
