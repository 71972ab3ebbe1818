"""The least-cost routes of a puzzle, exactly.

A state is a tile and a *mode*: which things have been taken and which blocked tiles opened. A tile holds at most one
thing, so a mode is one integer, as a set of tiles is (see `bitboard`):

    mode   dynamite of D1 taken, B2 opened
           1 << 13 | 1 << 2

The search goes up in cost. All tiles reached in one mode at one cost are expanded together. A state is dropped if a
mode that dominates its own (more in hand, fewer sticks spent) has reached its tile at a lower cost: no best route goes
through it. So the remaining states contain every best route.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, Mode, ThingSets, TileSet

_PEAK: TileSet = 1
#: The tiles reached at some cost, by mode.
Layer = dict[Mode, TileSet]


class _Reach(NamedTuple):
    """What a mode can do: tiles it may walk on, things it may find, blocked tiles it may open, its inward cost."""

    plain: TileSet
    found: TileSet
    inward_cost: int


class RouteSearch:
    """All best routes from some states: `RouteSearch(board, things).run({mode: tiles})`.

    `cost` is the least MP to the peak, or None. `layers[c]` holds the states whose least cost is c MP, as far as they
    may be on a best route.
    """

    def __init__(self, board: Bitboard, things: ThingSets, meter: Meter = UNLIMITED) -> None:
        self.board = board
        self.things = things
        self._meter = meter
        self.cost: int | None = None
        self.layers: list[Layer] = []
        self._reach_of: dict[Mode, _Reach] = {}
        self._visited: dict[Mode, TileSet] = {}
        self._masters: dict[Mode, list[Mode]] = {}

    def run(self, start: Layer) -> RouteSearch:
        pending: list[Layer] = [dict(start), {}, {}]
        for mode in start:
            self._enter(mode, None)
        while any(pending):
            layer = self._keep_new(pending[0])
            self.layers.append(layer)
            self._meter.tick(len(layer))
            if self._is_end(layer):
                self.cost = len(self.layers) - 1
                break
            for mode, tiles in layer.items():
                self._expand(mode, tiles, pending)
            pending = [pending[1], pending[2], {}]
        return self

    def _is_end(self, layer: Layer) -> bool:
        """Does the search end with these states? It does if the peak is among them."""
        return any(tiles & _PEAK for tiles in layer.values())

    def reached_tiles(self) -> TileSet:
        """Every tile that was reached in any mode."""
        union = 0
        for tiles in self._visited.values():
            union |= tiles
        return union

    def _keep_new(self, reached: Layer) -> Layer:
        """The layer without tiles that were reached before, in the same mode or in one that dominates it."""
        layer = {}
        for mode, tiles in reached.items():
            for master in self._masters[mode]:
                tiles &= ~self._visited[master]
            if tiles:
                layer[mode] = tiles
        for mode, tiles in layer.items():
            self._visited[mode] |= tiles
        return layer

    def _expand(self, mode: Mode, tiles: TileSet, pending: list[Layer]) -> None:
        level = inward = 0
        level_of, inward_of = self.board.level, self.board.inward
        while tiles:
            bit = tiles & -tiles
            tiles ^= bit
            i = bit.bit_length() - 1
            level |= level_of[i]
            inward |= inward_of[i]
        reach = self._reach_of[mode]
        self._move(mode, reach, level, pending[1])
        self._move(mode, reach, inward, pending[reach.inward_cost])

    def _move(self, mode: Mode, reach: _Reach, tiles: TileSet, layer: Layer) -> None:
        """Reach tiles: plain ones in the same mode; a thing or a blocked tile changes the mode."""
        plain = tiles & reach.plain
        if plain:
            layer[mode] = layer.get(mode, 0) | plain
        found = tiles & reach.found
        while found:
            bit = found & -found
            found ^= bit
            following = mode | bit
            if following not in self._reach_of:
                self._enter(following, mode)
            layer[following] = layer.get(following, 0) | bit

    def _enter(self, mode: Mode, before: Mode | None) -> None:
        """Register a mode, and which modes dominate which.

        A stick in hand is as good as the tile it could open, so the mode before an opening dominates the mode after it;
        after collecting something, it is the other way round.
        """
        things = self.things
        left = things.items & ~mode
        closed = things.blocked & ~mode
        every = (1 << len(self.board.tiles)) - 1
        plain = every & ~left & ~closed & ~(0 if mode & things.key else _PEAK)
        found = left | (closed if things.sticks_left(mode) > 0 else 0)
        self._reach_of[mode] = _Reach(plain, found, 1 if mode & things.ladder else 2)
        self._visited.setdefault(mode, 0)
        self._masters[mode] = [mode]
        if before is None:
            return
        if (mode ^ before) & things.blocked:
            self._masters[mode] += self._masters[before]
        else:
            self._masters[before].append(mode)


def search_routes(
    board: Bitboard, things: ThingSets, tiles: TileSet | None = None, meter: Meter = UNLIMITED
) -> RouteSearch:
    """All best routes from base tiles (by default, every free one)."""
    return RouteSearch(board, things, meter).run(starting_layer(board, things, tiles))


def starting_layer(board: Bitboard, things: ThingSets, tiles: TileSet | None = None) -> Layer:
    """The states in which a walk can start: on free base tiles (by default, every one)."""
    starts = board.base & ~things.blocked & (board.base if tiles is None else tiles)
    start: Layer = {0: starts & ~things.items}
    bits = starts & things.items
    while bits:  # starting on a thing collects it
        bit = bits & -bits
        bits ^= bit
        start[bit] = bit
    return {mode: tiles for mode, tiles in start.items() if tiles}
