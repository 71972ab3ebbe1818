"""Turned and mirrored puzzles: the same puzzle under other names of tiles.

A quarter turn adds a quarter of its tiles to every number of a level, and a mirror counts them from the other end. Both
keep every path: the tiles outside tile Y, 2Y-1 and 2Y, are those outside its picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from fathom.core.options import Options as AnyOptions
from fathom.games.pyramid_puzzle.board import Layout, Tile, size_of, split
from fathom.games.pyramid_puzzle.rules import Options

_QUARTERS = 4


def shape(options: AnyOptions) -> str:
    """A text that turned and mirrored puzzles share, and no others."""
    assert isinstance(options, Options)
    return f"{options.levels} " + min(map(_write, pictures(options.layout)))


def pictures(layout: Layout) -> Iterator[Layout]:
    """The layout in its eight pictures, itself among them."""
    for turns, is_mirrored in product(range(_QUARTERS), (False, True)):
        place = partial(_place, turns, is_mirrored)
        ladder = place(layout.ladder) if layout.ladder else None
        yield Layout(place(layout.key), ladder, tuple(map(place, layout.dynamite)), tuple(map(place, layout.blocked)))


def _place(turns: int, is_mirrored: bool, tile: Tile) -> Tile:
    """Where a tile comes to lie."""
    level, y = split(tile)
    size = size_of(level)
    turned = (y - 1 + turns * size // _QUARTERS) % size + 1
    return f"{tile[0]}{size + 1 - turned if is_mirrored else turned}"


def _write(layout: Layout) -> str:
    return ".".join(sorted(letter + tile for letter, tile in layout.things()))
