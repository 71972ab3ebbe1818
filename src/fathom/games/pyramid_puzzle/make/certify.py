"""Checks whether a candidate has a grade, the cheapest checks first, and repairs near misses.

If a candidate has several best routes, one of them is kept and the others are blocked, one tile each: a blocked tile
never helps, so the kept route stays the best. If greed would do too well, a decoy is moved.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import (
    EASY,
    FIENDISH,
    MEDIUM,
    Grade,
    RouteFeatures,
    is_wide,
    route_tiles,
    without_item,
)
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, TileSet, tile_numbers
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.search import RouteSearch, search_routes

_OTHERS_SEEN = 6
_REPAIRS = 4
_BAITS = 4


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


def solve_candidate(board: Bitboard, things: ThingSets) -> Candidate | None:
    """The candidate with these things, or None if it has no solution."""
    found = search_routes(board, things)
    return None if found.cost is None else Candidate(board, things, found, BestRoutes(found))


def certify(rng: Random, candidate: Candidate, grade: Grade, *, greed_must_fail: bool) -> Candidate | None:
    """The candidate, perhaps slightly changed, if it has that grade and, on request, greed costs two MP or more."""
    if grade == EASY:
        return _certify_easy(candidate)
    if grade == MEDIUM:
        return _certify_medium(candidate)
    route = candidate.routes.first()
    if _has_twist(candidate, route) != (grade == FIENDISH):
        return None
    single = _make_demanding(candidate, route)
    if not single or (_decoys(single) and not greed_must_fail) or is_wide(_greedy_gap(single)):
        return single
    return _set_bait(rng, single) if greed_must_fail else None


def _certify_easy(candidate: Candidate) -> Candidate | None:
    """Greed is good enough, and there are several best routes or no item is needed."""
    if _greedy_gap(candidate) != 0:
        return None
    return candidate if not candidate.is_single or not _is_item_needed(candidate) else None


def _certify_medium(candidate: Candidate) -> Candidate | None:
    """Exactly one best route that takes some thought, but less than in a hard puzzle."""
    single = _make_single(candidate, candidate.routes.first())
    if not single:
        return None
    gap = _greedy_gap(single)
    if _is_item_needed(single):
        return single if not _decoys(single) and not is_wide(gap) else None
    return single if gap != 0 else None


def _make_demanding(candidate: Candidate, route: list[Tile]) -> Candidate | None:
    """The candidate with this as its only best route, and with an item that is needed."""
    items = candidate.things.ladder | candidate.things.sticks
    if not any(items >> candidate.board.bit_of[tile] & 1 for tile in route):
        return None
    single = _make_single(candidate, route)
    return single if single and _is_item_needed(single) else None


# ------------------------------------------------------------------ checks


def _greedy_gap(candidate: Candidate) -> int | None:
    greedy = greedy_mp(candidate.board, candidate.things)
    return None if greedy is None else greedy - candidate.cost


def _has_twist(candidate: Candidate, route: list[Tile]) -> bool:
    blocked = tuple(candidate.board.tiles[tile] for tile in tile_numbers(candidate.things.blocked))
    features = RouteFeatures.of(route, blocked)
    return bool(features.outward or features.opened_twice)


def _decoys(candidate: Candidate) -> TileSet:
    """The items that no best route collects."""
    things = candidate.things
    return things.items & ~things.key & ~route_tiles(candidate.board, candidate.routes)


def _is_item_needed(candidate: Candidate) -> bool:
    """Is there an item without which the best route costs more? It must be one that a best route collects."""
    things = candidate.things
    on_route = things.items & ~things.key & route_tiles(candidate.board, candidate.routes)
    return any(
        search_routes(candidate.board, without_item(things, 1 << tile)).cost != candidate.cost
        for tile in tile_numbers(on_route)
    )


# ------------------------------------------------------------------ repairs


def _make_single(candidate: Candidate, kept: list[Tile]) -> Candidate | None:
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
    taboo = _occupied_tiles(candidate.things) | sum(1 << index[tile] for tile in set(kept))
    chosen = 0
    for route in candidate.routes.all(limit=_OTHERS_SEEN):
        if route[1:] == kept[1:] or any(chosen >> index[tile] & 1 for tile in route):
            continue
        open_tiles = [index[tile] for tile in route[1:] if not taboo >> index[tile] & 1]
        chosen |= 1 << open_tiles[0] if open_tiles else 0
    return chosen


def _set_bait(rng: Random, candidate: Candidate) -> Candidate | None:
    """The candidate with a decoy moved to where it misleads the greedy walker."""
    decoys, things = _decoys(candidate), candidate.things
    taboo = _occupied_tiles(things) | route_tiles(candidate.board, candidate.routes)
    free = [tile for tile in range(1, len(candidate.board.tiles)) if not taboo >> tile & 1]
    decoy = decoys & -decoys
    for _ in range(min(_BAITS, len(free)) if decoy else 0):
        moved = _move_item(things, decoy, 1 << take(rng, free))
        greedy = greedy_mp(candidate.board, moved)
        if not is_wide(None if greedy is None else greedy - candidate.cost):
            continue
        again = solve_candidate(candidate.board, moved)
        if again and again.cost == candidate.cost and again.is_single and _is_item_needed(again):
            return again
    return None


def _move_item(things: ThingSets, item: TileSet, to: TileSet) -> ThingSets:
    """The things, with an item moved to another tile."""
    if item == things.ladder:
        return things._replace(ladder=to)
    return things._replace(sticks=things.sticks & ~item | to)


def _occupied_tiles(things: ThingSets) -> TileSet:
    """The tiles where nothing can be put: the peak, and those with something on them."""
    return 1 | things.items | things.blocked


def take(rng: Random, tiles: list[int]) -> int:
    """Remove a random tile from the list, and return it."""
    i = int(rng.random() * len(tiles))
    tiles[i], tiles[-1] = tiles[-1], tiles[i]
    return tiles.pop()
