"""Candidates: random things on a pyramid, with what the solver says about them. Both generators use them.

If a candidate has several best routes, one of them is kept and the others are blocked, one tile each: a blocked tile
never helps, so the kept route stays the best.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile, make_layout, split
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import RouteFeatures, route_tiles, without_item
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, TileSet, tile_numbers
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.search import RouteSearch, search_routes

_WIDE_GAP = 2
_OTHERS_SEEN = 6
_REPAIRS = 4


class Candidate(NamedTuple):
    """A candidate with the result of the solver."""

    board: Bitboard
    things: ThingSets
    found: RouteSearch
    routes: BestRoutes

    @property
    def cost(self) -> int:
        assert self.found.cost is not None
        return self.found.cost

    @property
    def is_single(self) -> bool:
        """Is there exactly one best route, apart from the choice of the starting tile?"""
        return self.routes.count_apart_from_start() == 1

    @property
    def has_twist(self) -> bool:
        """Does the first best route move outward, or cross twice a tile that it opened?"""
        blocked = [self.board.tiles[tile] for tile in tile_numbers(self.things.blocked)]
        return RouteFeatures.of(self.routes.first(), blocked).has_twist

    @property
    def greedy_gap(self) -> int | None:
        """What greed costs over the best; None if the greedy walker never gets there."""
        greedy = greedy_mp(self.board, self.things)
        return None if greedy is None else greedy - self.cost

    @property
    def decoys(self) -> TileSet:
        """The items that no best route collects."""
        return self.things.items & ~self.things.key & ~route_tiles(self.board, self.routes)

    @property
    def has_needed_item(self) -> bool:
        """Is there an item without which the best route costs more? It must be one that a best route collects."""
        on_route = self.things.items & ~self.things.key & route_tiles(self.board, self.routes)
        return any(
            search_routes(self.board, without_item(self.things, 1 << tile)).cost != self.cost
            for tile in tile_numbers(on_route)
        )

    def to_options(self) -> Options:
        """The puzzle with these things: the inverse of `encode_layout`."""
        things, tiles = self.things, self.board.tiles
        sets = (("k", things.key), ("l", things.ladder), ("d", things.sticks), ("x", things.blocked))
        placed = [(letter, tiles[tile]) for letter, chosen in sets for tile in tile_numbers(chosen)]
        return Options(levels=split(tiles[-1])[0], layout=make_layout(placed))


def solve_candidate(board: Bitboard, things: ThingSets) -> Candidate | None:
    """The candidate with these things, or None if it has no solution."""
    found = search_routes(board, things)
    return None if found.cost is None else Candidate(board, things, found, BestRoutes(found))


def is_wide(gap: int | None) -> bool:
    """Is greed a bad idea? A walker who never gets there has the widest gap."""
    return gap is None or gap >= _WIDE_GAP


# ------------------------------------------------------------------ one best route


def make_single(candidate: Candidate, kept: list[Tile]) -> Candidate | None:
    """The candidate with tiles blocked so that the kept route is the only best one, if that is possible."""
    for _ in range(_REPAIRS):
        if candidate.is_single:
            return candidate
        tiles = _tiles_to_block(candidate, kept)
        if not tiles:
            return None
        again = solve_candidate(candidate.board, candidate.things._replace(blocked=candidate.things.blocked | tiles))
        assert again, "the kept route is still there"
        candidate = again
    return candidate if candidate.is_single else None


def _tiles_to_block(candidate: Candidate, kept: list[Tile]) -> TileSet:
    """One tile that can be blocked of each other best route."""
    index = candidate.board.bit_of
    taboo = occupied_tiles(candidate.things) | sum(1 << index[tile] for tile in set(kept))
    chosen = 0
    for route in candidate.routes.all(limit=_OTHERS_SEEN):
        if route[1:] == kept[1:] or any(chosen >> index[tile] & 1 for tile in route):
            continue
        open_tiles = [index[tile] for tile in route[1:] if not taboo >> index[tile] & 1]
        chosen |= 1 << open_tiles[0] if open_tiles else 0
    return chosen


# ------------------------------------------------------------------ random things


def occupied_tiles(things: ThingSets) -> TileSet:
    """The tiles where nothing can be put: the peak, and those with something on them."""
    return 1 | things.items | things.blocked


def wall_in(rng: Random, board: Bitboard, key: int, wanted: int) -> TileSet:
    """Some (`wanted`) of the tiles from which the key's tile can be entered."""
    around = [tile for tile in tile_numbers(board.from_level[key] | board.from_inward[key]) if tile]
    return take_set(rng, around, min(wanted, len(around)))


def take_set(rng: Random, tiles: list[int], wanted: int) -> TileSet:
    """Remove that many random tiles from the list, and return them as a set."""
    return sum(1 << take(rng, tiles) for _ in range(wanted))


def take(rng: Random, tiles: list[int]) -> int:
    """Remove a random tile from the list, and return it."""
    i = int(rng.random() * len(tiles))
    tiles[i], tiles[-1] = tiles[-1], tiles[i]
    return tiles.pop()


def pick(rng: Random, limits: tuple[int, int]) -> int:
    """A random number from an inclusive range."""
    low, high = limits
    return low + int(rng.random() * (high - low + 1))
