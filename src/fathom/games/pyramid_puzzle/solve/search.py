"""The least-cost routes of a puzzle, exactly.

A state is a tile and a *mode*: which things have been taken and which blocked tiles opened. A tile holds one thing at
most, so a mode is one whole number, in which bit t stands for the thing on tile t. A set of tiles is a number too:

    tile   A1 B1 B2 B3 B4 C1 ...          mode   dynamite of D1 taken, B2 opened
    bit     0  1  2  3  4  5 ...                 1 << 13 | 1 << 2

The search goes up in cost. All tiles reached in one mode at one cost are taken on together, and a state is dropped when
a mode that can do all it can do (more in hand, fewer sticks spent) has been on its tile more cheaply: no best route
goes through it. So what is left holds every best route.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import INWARD, PEAK, Layout, Tile, pyramid

Tiles = int
Mode = int
_PEAK: Tiles = 1
#: One set of tiles for each mode that was reached at a cost.
Layer = dict[Mode, Tiles]


class Ground(NamedTuple):
    """A pyramid as sets of tiles: where one move leads to, and where it comes from, on or down a level and inward."""

    tiles: tuple[Tile, ...]
    bit_of: dict[Tile, int]
    level: tuple[Tiles, ...]
    inward: tuple[Tiles, ...]
    from_level: tuple[Tiles, ...]
    from_inward: tuple[Tiles, ...]
    base: Tiles


@lru_cache(maxsize=16)
def ground(levels: int) -> Ground:
    board = pyramid(levels)
    index = {tile: i for i, tile in enumerate(board.tiles)}
    level, inward = [], []
    for tile in board.tiles:
        paths = board.paths[tile] if tile != PEAK else ()  # a walk ends on the peak
        level.append(sum(1 << index[path.to] for path in paths if path.kind != INWARD))
        inward.append(sum(1 << index[path.to] for path in paths if path.kind == INWARD))
    base = sum(1 << index[tile] for tile in board.base)
    return Ground(board.tiles, index, tuple(level), tuple(inward), _reversed(level), _reversed(inward), base)


def _reversed(reached: list[Tiles]) -> tuple[Tiles, ...]:
    """For each tile those from which it is reached."""
    sources = [0] * len(reached)
    for tile, targets in enumerate(reached):
        for target in each(targets):
            sources[target] |= 1 << tile
    return tuple(sources)


def each(tiles: Tiles) -> Iterator[int]:
    """The numbers of the tiles in a set, rising."""
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        yield bit.bit_length() - 1


class Things(NamedTuple):
    """What lies on the pyramid, as sets of tiles."""

    key: Tiles
    ladder: Tiles
    sticks: Tiles
    blocked: Tiles

    @property
    def items(self) -> Tiles:
        return self.key | self.ladder | self.sticks

    def sticks_left(self, mode: Mode) -> int:
        return (mode & self.sticks).bit_count() - (mode & self.blocked).bit_count()

    def without(self, *, ladder: bool = False, dynamite: bool = False) -> Things:
        """The same puzzle without its ladder, or without its dynamite."""
        return self._replace(ladder=0 if ladder else self.ladder, sticks=0 if dynamite else self.sticks)


def things_of(layout: Layout, levels: int) -> Things:
    index = ground(levels).bit_of

    def bits(tiles: Iterable[Tile | None]) -> Tiles:
        return sum(1 << index[tile] for tile in tiles if tile)

    return Things(bits([layout.key]), bits([layout.ladder]), bits(layout.dynamite), bits(layout.blocked))


class _Room(NamedTuple):
    """What a mode can do: tiles it may walk on, things it may come upon, blocked tiles it may open, its inward cost."""

    plain: Tiles
    found: Tiles
    inward_cost: int


class Search:
    """All best routes from some states: `Search(ground, things).run({mode: tiles})`.

    `cost` is the least MP to the peak, or None. `layers[c]` holds the states that can be reached for c MP and no less,
    as far as they may lie on a best route.
    """

    def __init__(self, field: Ground, things: Things) -> None:
        self.ground = field
        self.things = things
        self.cost: int | None = None
        self.layers: list[Layer] = []
        self._rooms: dict[Mode, _Room] = {}
        self._visited: dict[Mode, Tiles] = {}
        self._masters: dict[Mode, list[Mode]] = {}

    def run(self, start: Layer) -> Search:
        pending: list[Layer] = [dict(start), {}, {}]
        for mode in start:
            self._enter(mode, None)
        while any(pending):
            layer = self._kept(pending[0])
            self.layers.append(layer)
            if self._is_end(layer):
                self.cost = len(self.layers) - 1
                break
            for mode, tiles in layer.items():
                self._expand(mode, tiles, pending)
            pending = [pending[1], pending[2], {}]
        return self

    def _is_end(self, layer: Layer) -> bool:
        """Is the search over with these states? When the peak is among them."""
        return any(tiles & _PEAK for tiles in layer.values())

    def reached(self) -> Tiles:
        """Every tile that was stood on in some mode."""
        union = 0
        for tiles in self._visited.values():
            union |= tiles
        return union

    def _kept(self, reached: Layer) -> Layer:
        """Without what was reached before, here or in a mode that can do as much."""
        layer = {}
        for mode, tiles in reached.items():
            for master in self._masters[mode]:
                tiles &= ~self._visited[master]
            if tiles:
                layer[mode] = tiles
        for mode, tiles in layer.items():
            self._visited[mode] |= tiles
        return layer

    def _expand(self, mode: Mode, tiles: Tiles, pending: list[Layer]) -> None:
        level = inward = 0
        ground_level, ground_inward = self.ground.level, self.ground.inward
        while tiles:
            bit = tiles & -tiles
            tiles ^= bit
            i = bit.bit_length() - 1
            level |= ground_level[i]
            inward |= ground_inward[i]
        room = self._rooms[mode]
        self._move(mode, room, level, pending[1])
        self._move(mode, room, inward, pending[room.inward_cost])

    def _move(self, mode: Mode, room: _Room, tiles: Tiles, layer: Layer) -> None:
        """Reach tiles: plain ones in the same mode; a thing or a blocked tile changes the mode."""
        plain = tiles & room.plain
        if plain:
            layer[mode] = layer.get(mode, 0) | plain
        found = tiles & room.found
        while found:
            bit = found & -found
            found ^= bit
            following = mode | bit
            if following not in self._rooms:
                self._enter(following, mode)
            layer[following] = layer.get(following, 0) | bit

    def _enter(self, mode: Mode, before: Mode | None) -> None:
        """Get to know a mode, and who can do as much as whom.

        A stick in hand can do what the tile it opened can do, so the mode before an opening is a master of the mode
        after it; with something more in hand it is the other way round.
        """
        things = self.things
        left = things.items & ~mode
        closed = things.blocked & ~mode
        every = (1 << len(self.ground.tiles)) - 1
        plain = every & ~left & ~closed & ~(0 if mode & things.key else _PEAK)
        found = left | (closed if things.sticks_left(mode) > 0 else 0)
        self._rooms[mode] = _Room(plain, found, 1 if mode & things.ladder else 2)
        self._visited.setdefault(mode, 0)
        self._masters[mode] = [mode]
        if before is None:
            return
        if (mode ^ before) & things.blocked:
            self._masters[mode] += self._masters[before]
        else:
            self._masters[before].append(mode)


def search(field: Ground, things: Things, tiles: Tiles | None = None) -> Search:
    """All best routes from base tiles (every free one, unless told which)."""
    return Search(field, things).run(starting(field, things, tiles))


def starting(field: Ground, things: Things, tiles: Tiles | None = None) -> Layer:
    """The states in which a walk can begin: on free base tiles (every one, unless told which)."""
    starts = field.base & ~things.blocked & (field.base if tiles is None else tiles)
    start: Layer = {0: starts & ~things.items}
    bits = starts & things.items
    while bits:  # starting on a thing collects it
        bit = bits & -bits
        bits ^= bit
        start[bit] = bit
    return {mode: tiles for mode, tiles in start.items() if tiles}
