"""The links between tiles, as characters between their names: levels become squares, and steps up become strokes.

E9------E10-----E11          - and |   around a level
|  \\     |       \\           \\ and /   up to the level above, also - and | where it is straight above
E8------D5----------D6
"""

from __future__ import annotations

from collections.abc import Mapping

from fathom.games.pyramid_puzzle.board import AROUND, INWARD, Tile, pyramid

#: The column and the row of a tile's name.
Places = Mapping[Tile, tuple[int, int]]
#: The characters of links by row and column.
Strokes = dict[int, dict[int, str]]


def link_strokes(levels: int, places: Places) -> Strokes:
    """The strokes of every link; those around a level win where two cross, and names win over both."""
    strokes: Strokes = {}
    for wanted in (INWARD, AROUND):
        for tile, paths in pyramid(levels).paths.items():
            for path in paths:
                if path.kind == wanted:
                    _draw(strokes, places[tile], places[path.to])
    return strokes


def _draw(strokes: Strokes, outer: tuple[int, int], inner: tuple[int, int]) -> None:
    (x, y), (to_x, to_y) = sorted((outer, inner), key=lambda at: (at[1], at[0]))  # from the higher one down
    if to_y - y <= 1:
        for column in range(min(x, to_x) + 1, max(x, to_x) + 1):
            strokes.setdefault(inner[1], {})[column] = "-"
        return
    for row in range(y + 1, to_y):
        column = x + (to_x - x) * (row - y) // (to_y - y) + 1
        strokes.setdefault(row, {})[column] = "|" if x == to_x else "\\" if x < to_x else "/"
