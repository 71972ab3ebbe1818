"""A position of Pyramid Puzzle as numbers: where the walker is, what it holds, and what lies on every tile."""

from __future__ import annotations

from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.rules import Options, Position
from fathom.show.observation import Observer

_EMPTY, _KEY, _LADDER, _DYNAMITE, _BLOCKED = range(5)


def observer(options: Options) -> Observer[Position]:
    """The number of the tile (0 before the start), key and ladder in hand, sticks in hand; then every tile."""
    tiles, layout = pyramid(options.levels).tiles, options.layout
    numbers = {tile: number for number, tile in enumerate(tiles, 1)}
    things = {layout.key: _KEY} | dict.fromkeys(layout.dynamite, _DYNAMITE)
    if layout.ladder:
        things[layout.ladder] = _LADDER

    def observe(position: Position) -> tuple[int, ...]:
        where = numbers[position.tile] if position.tile else 0
        blocked = set(position.still_blocked)
        lying = (
            _BLOCKED if tile in blocked else _EMPTY if tile in position.taken else things.get(tile, _EMPTY)
            for tile in tiles
        )
        return (where, int(position.has_key), int(position.has_ladder), position.sticks, *lying)

    hands = ("tile number, 0 before the start", "1 with the key", "1 with the ladder", "sticks of dynamite")
    labels = (*hands, *(f"{tile}: 0 empty, 1 key, 2 ladder, 3 dynamite, 4 blocked" for tile in tiles))
    return Observer(labels, len(tiles), observe)
