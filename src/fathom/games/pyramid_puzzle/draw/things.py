"""What can be seen on a pyramid: letters for drawings, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove

#: The letters of what can be seen on a tile: those of a code, and `o` for a tile that dynamite has opened.
THING_NAMES = {"k": "key", "l": "ladder", "d": "dynamite", "x": "blocked", "o": "opened"}

#: The same within sentences: "D1, dynamite", "the key on C4".
THINGS_AS_SAID = {"k": "the key", "l": "the ladder", "d": "dynamite", "o": "opened", "x": "blocked"}


def find_things(position: Position) -> dict[Tile, str]:
    """The letter of what is on each tile now, without what has been collected."""
    seen = {tile: letter for letter, tile in position.options.layout.things() if tile not in position.taken}
    return seen | dict.fromkeys(position.opened, "o")


def describe(position: Position, walk: Sequence[WalkedMove] = ()) -> str:
    """The drawing of a position, and of a walk on it, in words."""
    found: dict[str, list[Tile]] = {}
    for tile, letter in find_things(position).items():
        found.setdefault(letter, []).append(tile)
    things = [f"{name}: {', '.join(found[letter])}" for letter, name in THING_NAMES.items() if letter in found]
    said = [f"A pyramid of {position.options.levels} levels seen from above", *things]
    if position.tile:
        said.append(f"the walker stands on {position.tile} after {position.mp} MP")
    text = "; ".join(said) + "."
    return f"{text} The route: {'; '.join(map(str, walk))}." if walk else text
