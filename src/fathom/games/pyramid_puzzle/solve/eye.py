"""What the rest of a walk costs *by eye*: what it would cost if no tile were blocked.

That is never more than it really costs, so it tells a search which states cannot lead to the peak for a given number
of MP. Without blocked tiles, the best way fetches the key, perhaps the ladder, and goes to the peak.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import split
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, Mode, ThingSets, TileSet, bitboard, tile_numbers
from fathom.games.pyramid_puzzle.solve.routes import PEAK_NUMBER
from fathom.games.pyramid_puzzle.solve.search import Layer, RouteSearch

#: Distances to a tile: for each number of MP, the tiles at most that far from it.
_Rings = list[TileSet]


class _Leg(NamedTuple):
    """A way to a tile, and what follows costs from there."""

    rings: _Rings
    then: int


class Eye:
    """What the rest of a walk costs by eye, as sets of tiles."""

    def __init__(self, board: Bitboard, things: ThingSets) -> None:
        levels = split(board.tiles[-1])[0]
        key = things.key.bit_length() - 1
        peak_on_foot, peak_with_ladder = _rings(levels, PEAK_NUMBER, 2), _rings(levels, PEAK_NUMBER, 1)
        key_on_foot, key_with_ladder = _rings(levels, key, 2), _rings(levels, key, 1)
        from_key = _distance(peak_with_ladder, key)
        with_key, without = [_Leg(peak_on_foot, 0)], [_Leg(key_on_foot, _distance(peak_on_foot, key))]
        if things.ladder:
            ladder = things.ladder.bit_length() - 1
            ladder_on_foot, from_ladder = _rings(levels, ladder, 2), _distance(peak_with_ladder, ladder)
            with_key += [_Leg(ladder_on_foot, from_ladder)]
            without += [
                _Leg(ladder_on_foot, _distance(key_with_ladder, ladder) + from_key),
                _Leg(key_on_foot, _distance(ladder_on_foot, key) + from_ladder),
            ]
        self._things = things
        #: The ways to go on, by what is in hand: on foot first, then with the ladder.
        self._with_key = (with_key, [_Leg(peak_with_ladder, 0)])
        self._without_key = (without, [_Leg(key_with_ladder, from_key)])

    def tiles_within(self, mode: Mode, mp: int) -> TileSet:
        """The tiles from which the rest seems to cost at most so much, in this mode."""
        on_foot, with_ladder = self._with_key if mode & self._things.key else self._without_key
        tiles = 0
        for rings, then in with_ladder if mode & self._things.ladder else on_foot:
            if mp >= then:
                tiles |= rings[min(mp - then, len(rings) - 1)]
        return tiles


def _distance(rings: _Rings, tile: int) -> int:
    return next(mp for mp, tiles in enumerate(rings) if tiles >> tile & 1)


@lru_cache(maxsize=256)
def _rings(levels: int, target: int, inward: int) -> _Rings:
    """The distances to a tile if nothing were blocked and a step inward cost so much."""
    board = bitboard(levels)
    rings = [1 << target]
    while len(rings) < 3 or rings[-1] != rings[-3]:
        one_before, inward_before = rings[-1], rings[-inward] if len(rings) >= inward else 0
        ring = one_before
        for tile in tile_numbers(one_before):
            ring |= board.from_level[tile]
        for tile in tile_numbers(inward_before):
            ring |= board.from_inward[tile]
        rings.append(ring)
    return rings


class BoundedSearch(RouteSearch):
    """A search that gives up where the rest would cost more than `most` by eye; `cost` is None if it is more."""

    def __init__(self, board: Bitboard, things: ThingSets, most: int, meter: Meter = UNLIMITED) -> None:
        super().__init__(board, things, meter)
        self._eye = Eye(board, things)
        self._most = most

    def _keep_new(self, reached: Layer) -> Layer:
        left = self._most - len(self.layers)
        layer = super()._keep_new(reached)
        near = {mode: tiles & self._eye.tiles_within(mode, left) for mode, tiles in layer.items()}
        return {mode: tiles for mode, tiles in near.items() if tiles}
