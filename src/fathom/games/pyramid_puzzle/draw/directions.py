"""Directions: where to go without naming the tile, from the walker's point of view.

    cw   c    clockwise, one number up           in         i    up to the level above
    ccw  cc   counter-clockwise, one down        out-left   ol   down to tile 2Y-1
                                                 out-right  or   down to tile 2Y

Left and right are for a walker who looks outward.
"""

from __future__ import annotations

from fathom.errors import IllegalMove, UnreadableMove
from fathom.games.pyramid_puzzle.board import AROUND, INWARD, OUTWARD, Tile, pyramid
from fathom.games.pyramid_puzzle.rules import GAME, Position

CLOCKWISE, COUNTER, IN, OUT_LEFT, OUT_RIGHT = "cw", "ccw", "in", "out-left", "out-right"
ABOUT = (
    "A move is a tile such as D1, clear:B2 to spend a stick on a tile from afar, or a direction: cw (or c) clockwise, "
    "ccw (cc) counter-clockwise, in (i), out-left (ol) and out-right (or), as you look outward. Several may be typed "
    "in one line, such as E1 in in, or a route such as E1|D1|C1."
)
_SPELLINGS = {
    CLOCKWISE: ("c", "clockwise"),
    COUNTER: ("cc", "counterclockwise", "counter-clockwise", "anticlockwise"),
    IN: ("i", "inward", "inwards"),
    OUT_LEFT: ("ol", "outleft", "out left"),
    OUT_RIGHT: ("or", "outright", "out right"),
}
#: Words that need the next one, and what comes between the two.
_JOINED = {"clear": ":", "out": "-"}
_THINGS = {"key", "ladder", "dynamite"}
_WORDS = {word: direction for direction, words in _SPELLINGS.items() for word in (direction, *words)}
_NAMES = {AROUND: (CLOCKWISE, COUNTER), INWARD: (IN,), OUTWARD: (OUT_LEFT, OUT_RIGHT)}


def moves_in(line: str) -> list[str]:
    """The moves typed in one line, between spaces, commas or bars: `E1 in clear B2`, `E1|D1:dynamite|C1`."""
    words = line.replace(",", " ").replace("|", " ").split()
    moves: list[str] = []
    while words:
        word = words.pop(0)
        joined = _JOINED.get(word.lower())
        if joined and words:
            word = f"{word}{joined}{words.pop(0)}"
        tile, _, thing = word.partition(":")
        moves.append(tile if thing.lower() in _THINGS else word)
    return moves


def ways_from(tile: Tile, levels: int) -> dict[str, Tile]:
    """`{"cw": "E2", "ccw": "E32", "in": "D1"}`: where each direction leads, open or not."""
    paths = pyramid(levels).paths[tile]
    ways: dict[str, Tile] = {}
    for kind, names in _NAMES.items():
        there = (path.to for path in paths if path.kind == kind)
        ways |= dict(zip(names, there, strict=False))
    return ways


def direction_to(position: Position, tile: Tile) -> str:
    """The direction of a neighbouring tile; empty if there is none, as at the start."""
    if position.tile is None:
        return ""
    ways = ways_from(position.tile, position.options.levels)
    return next((direction for direction, to in ways.items() if to == tile), "")


def tile_towards(position: Position, typed: str) -> Tile | None:
    """The tile that a direction names here; None for text that is not a direction.

    Raises `UnreadableMove` if it is ambiguous or the walk has not started, and `IllegalMove` if no tile is there.
    """
    word = " ".join(typed.lower().split())
    if word in {"out", "o", "outward", "outwards"}:
        raise UnreadableMove(f"There are two ways out: {OUT_LEFT} (ol) and {OUT_RIGHT} (or).")
    if word not in _WORDS:
        return None
    if position.tile is None:
        raise UnreadableMove("A direction needs a tile to go from: choose where to start first.")
    direction = _WORDS[word]
    ways = ways_from(position.tile, position.options.levels)
    if direction not in ways:
        reason = f"No path leads {direction} from {position.tile}, which is on the base"
        raise IllegalMove(2, reason, GAME.allowed(position))
    return ways[direction]
