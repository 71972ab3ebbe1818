"""Is a candidate of a grade? The cheapest questions first; near misses are repaired.

Where a candidate has several best routes, one of them is kept and the others are blocked, one tile each: a blocked tile
never helps, so the kept route stays the best. Where greed would do too well, a decoy is moved about.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, MEDIUM, Walk, is_wide, less, tiles_of
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.search import Ground, Search, Things, Tiles, each, search

_OTHERS_SEEN = 6
_REPAIRS = 4
_BAITS = 4


class Draft(NamedTuple):
    """A candidate with what the solver says about it."""

    field: Ground
    things: Things
    found: Search
    routes: BestRoutes

    @property
    def cost(self) -> int:
        assert self.found.cost is not None
        return self.found.cost

    @property
    def is_single(self) -> bool:
        """Is there one best route, apart from the choice of the starting tile?"""
        return self.routes.count_apart_from_start() == 1


def solved(field: Ground, things: Things) -> Draft | None:
    """The draft of these things, unless it has no solution."""
    found = search(field, things)
    return None if found.cost is None else Draft(field, things, found, BestRoutes(found))


def certified(rng: Random, draft: Draft, grade: str, *, greed_must_fail: bool) -> Draft | None:
    """The draft, perhaps a little changed, if it is of that grade; asked for more, greed costs at least two MP."""
    if grade == EASY:
        return _easy(draft)
    if grade == MEDIUM:
        return _medium(draft)
    route = draft.routes.first()
    if _has_twist(draft, route) != (grade == FIENDISH):
        return None
    single = _demanding(draft, route)
    if not single or (_decoys(single) and not greed_must_fail) or is_wide(_gap(single)):
        return single
    return _with_bait(rng, single) if greed_must_fail else None


def _easy(draft: Draft) -> Draft | None:
    """Greed is good enough, and there are several best routes or no item is needed."""
    if _gap(draft) != 0:
        return None
    return draft if not draft.is_single or not _is_item_needed(draft) else None


def _medium(draft: Draft) -> Draft | None:
    """One best route, and something to think about, but not as much as in a hard puzzle."""
    single = _made_single(draft, draft.routes.first())
    if not single:
        return None
    gap = _gap(single)
    if _is_item_needed(single):
        return single if not _decoys(single) and not is_wide(gap) else None
    return single if gap != 0 else None


def _demanding(draft: Draft, route: list[Tile]) -> Draft | None:
    """With this as the one best route, which needs an item."""
    items = draft.things.ladder | draft.things.sticks
    if not any(items >> draft.field.bit_of[tile] & 1 for tile in route):
        return None
    single = _made_single(draft, route)
    return single if single and _is_item_needed(single) else None


# ------------------------------------------------------------------ asking


def _gap(draft: Draft) -> int | None:
    greedy = greedy_mp(draft.field, draft.things)
    return None if greedy is None else greedy - draft.cost


def _has_twist(draft: Draft, route: list[Tile]) -> bool:
    blocked = tuple(draft.field.tiles[tile] for tile in each(draft.things.blocked))
    walk = Walk.along(route, blocked)
    return bool(walk.outward or walk.opened_twice)


def _decoys(draft: Draft) -> Tiles:
    """The items that no best route collects."""
    things = draft.things
    return things.items & ~things.key & ~tiles_of(draft.field, draft.routes)


def _is_item_needed(draft: Draft) -> bool:
    """Is there an item without which the best would be worse? Only one that a best route collects can be."""
    things = draft.things
    on_route = things.items & ~things.key & tiles_of(draft.field, draft.routes)
    return any(search(draft.field, less(things, 1 << tile)).cost != draft.cost for tile in each(on_route))


# ------------------------------------------------------------------ repairing


def _made_single(draft: Draft, kept: list[Tile]) -> Draft | None:
    """The same with tiles blocked until the kept route is the only best one, if that can be done."""
    for _ in range(_REPAIRS):
        if draft.is_single:
            return draft
        tiles = _in_the_way(draft, kept)
        if not tiles:
            return None
        again = solved(draft.field, draft.things._replace(blocked=draft.things.blocked | tiles))
        assert again, "the kept route is still there"
        draft = again
    return draft if draft.is_single else None


def _in_the_way(draft: Draft, kept: list[Tile]) -> Tiles:
    """Of each other best route one tile that can be blocked."""
    index = draft.field.bit_of
    taboo = _occupied(draft.things) | sum(1 << index[tile] for tile in set(kept))
    chosen = 0
    for route in draft.routes.all(limit=_OTHERS_SEEN):
        if route[1:] == kept[1:] or any(chosen >> index[tile] & 1 for tile in route):
            continue
        open_tiles = [index[tile] for tile in route[1:] if not taboo >> index[tile] & 1]
        chosen |= 1 << open_tiles[0] if open_tiles else 0
    return chosen


def _with_bait(rng: Random, draft: Draft) -> Draft | None:
    """The same with a decoy elsewhere, where greed runs after it at a cost."""
    decoys, things, taboo = _decoys(draft), draft.things, _occupied(draft.things) | tiles_of(draft.field, draft.routes)
    free = [tile for tile in range(1, len(draft.field.tiles)) if not taboo >> tile & 1]
    decoy = decoys & -decoys
    for _ in range(min(_BAITS, len(free)) if decoy else 0):
        moved = _moved(things, decoy, 1 << taken(rng, free))
        greedy = greedy_mp(draft.field, moved)
        if not is_wide(None if greedy is None else greedy - draft.cost):
            continue
        again = solved(draft.field, moved)
        if again and again.cost == draft.cost and again.is_single and _is_item_needed(again):
            return again
    return None


def _moved(things: Things, item: Tiles, to: Tiles) -> Things:
    """With an item on another tile."""
    if item == things.ladder:
        return things._replace(ladder=to)
    return things._replace(sticks=things.sticks & ~item | to)


def _occupied(things: Things) -> Tiles:
    """Where nothing more can be put: the peak, and tiles with something on them."""
    return 1 | things.items | things.blocked


def taken(rng: Random, tiles: list[int]) -> int:
    """One of them, which is then no longer among them."""
    i = int(rng.random() * len(tiles))
    tiles[i], tiles[-1] = tiles[-1], tiles[i]
    return tiles.pop()
