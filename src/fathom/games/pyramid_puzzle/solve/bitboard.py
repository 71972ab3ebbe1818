"""The pyramid and the things on it as integers, one bit for each tile, for the search.

tile   A1 B1 B2 B3 B4 C1 ...          a set of tiles   B2 and B4
bit     0  1  2  3  4  5 ...                           1 << 2 | 1 << 4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import INWARD, PEAK, Layout, Tile, pyramid

#: A set of tiles: bit t stands for tile t.
TileSet = int
#: The things taken and the blocked tiles opened: bit t stands for the thing on tile t.
Mode = int


class Bitboard(NamedTuple):
    """A pyramid as sets of tiles: those one move after and before each tile, for moves inward and all others."""

    tiles: tuple[Tile, ...]
    bit_of: dict[Tile, int]
    level: tuple[TileSet, ...]
    inward: tuple[TileSet, ...]
    from_level: tuple[TileSet, ...]
    from_inward: tuple[TileSet, ...]
    base: TileSet


@lru_cache(maxsize=16)
def bitboard(levels: int) -> Bitboard:
    """The pyramid of that many levels."""
    ground = pyramid(levels)
    index = {tile: i for i, tile in enumerate(ground.tiles)}
    level, inward = [], []
    for tile in ground.tiles:
        paths = ground.paths[tile] if tile != PEAK else ()  # a walk ends on the peak
        level.append(sum(1 << index[path.to] for path in paths if path.kind != INWARD))
        inward.append(sum(1 << index[path.to] for path in paths if path.kind == INWARD))
    base = sum(1 << index[tile] for tile in ground.base)
    return Bitboard(ground.tiles, index, tuple(level), tuple(inward), _reverse(level), _reverse(inward), base)


def _reverse(reached: list[TileSet]) -> tuple[TileSet, ...]:
    """For each tile, the tiles from which it is reached."""
    sources = [0] * len(reached)
    for tile, targets in enumerate(reached):
        for target in tile_numbers(targets):
            sources[target] |= 1 << tile
    return tuple(sources)


def tile_numbers(tiles: TileSet) -> Iterator[int]:
    """The numbers of the tiles in a set, rising."""
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        yield bit.bit_length() - 1


class ThingSets(NamedTuple):
    """The things on the pyramid, as sets of tiles."""

    key: TileSet
    ladder: TileSet
    sticks: TileSet
    blocked: TileSet

    @property
    def items(self) -> TileSet:
        return self.key | self.ladder | self.sticks

    def sticks_left(self, mode: Mode) -> int:
        return (mode & self.sticks).bit_count() - (mode & self.blocked).bit_count()

    def without(self, *, ladder: bool = False, dynamite: bool = False) -> ThingSets:
        """The same puzzle without its ladder, or without its dynamite."""
        return self._replace(ladder=0 if ladder else self.ladder, sticks=0 if dynamite else self.sticks)


def encode_layout(layout: Layout, levels: int) -> ThingSets:
    index = bitboard(levels).bit_of

    def bits(tiles: Iterable[Tile | None]) -> TileSet:
        return sum(1 << index[tile] for tile in tiles if tile)

    return ThingSets(bits([layout.key]), bits([layout.ladder]), bits(layout.dynamite), bits(layout.blocked))
