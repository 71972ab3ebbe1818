"""The coordinates of the tiles of a pyramid from above, in whole numbers."""

from __future__ import annotations

from fathom.games.pyramid_puzzle.board import Tile, size_of, split


def side(levels: int) -> int:
    """The side of the base, in steps from one square to the next: two for each level above it."""
    return 2 * (levels - 1)


def gaps(level: int) -> int:
    """The number of parts into which the tiles of a level divide each of its sides."""
    return max(1, size_of(level) // 4)


def place(tile: Tile, levels: int, across: int, down: int) -> tuple[int, int]:
    """The coordinates of a tile, if each square is `across` and `down` units inside the next.

    Each level is a square one step inside the one below it. Its corners are exact; the tiles between them are spaced
    evenly along its sides.
    """
    level, y = split(tile)
    inset, span, steps = levels - level, side(level), gaps(level)
    edge, along = divmod(y - 1, steps)
    x, up = {
        0: (0, along),
        1: (along, steps),
        2: (steps, steps - along),
        3: (steps - along, 0),
    }[edge]
    return across * inset + across * span * x // steps, down * inset + down * span * (steps - up) // steps
