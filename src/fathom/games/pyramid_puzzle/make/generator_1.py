"""The first generator, kept so that its seeds and the daily puzzles of its time stay what they were.

A random candidate is made so that it is likely to have the grade: a few items, some blocked tiles, and for the hardest
grade a key that is walled in on most sides. It is then accepted, repaired or rejected, the cheapest checks first. If
greed would do too well, a decoy is moved. Its grades do not look at the panel, so `rate` may see a puzzle differently.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.make.candidates import (
    Candidate,
    is_wide,
    make_single,
    occupied_tiles,
    pick,
    solve_candidate,
    take,
    take_set,
    wall_in,
)
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, HARD, MEDIUM, Grade, route_tiles
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, TileSet

_BAITS = 4


class Recipe(NamedTuple):
    """How candidates are made, each number from an inclusive range, and what else they must meet."""

    ladders: tuple[int, int]
    sticks: tuple[int, int]
    blocked: tuple[int, int]
    walls_round_key: tuple[int, int]
    #: Must greed fail, even if there is a decoy?
    greed_must_fail: bool = False


#: A puzzle is made by a random recipe of its grade.
_RECIPES = {
    EASY: (Recipe((0, 1), (0, 1), (3, 8), (0, 0)),),
    MEDIUM: (Recipe((1, 1), (0, 0), (8, 14), (0, 3)), Recipe((0, 0), (1, 1), (10, 16), (2, 5))),
    HARD: (
        Recipe((1, 1), (1, 1), (8, 14), (1, 3)),
        Recipe((1, 1), (1, 1), (6, 10), (0, 3), greed_must_fail=True),
    ),
    FIENDISH: (
        Recipe((1, 1), (1, 1), (6, 12), (4, 5)),
        Recipe((1, 1), (1, 2), (8, 14), (3, 5), greed_must_fail=True),
    ),
}
#: After this many failed candidates, the next recipe is tried: with few levels, not every recipe works.
_PATIENCE = 200
#: A recipe is for five levels; each further level gets this many more blocked tiles.
_BLOCKED_PER_LEVEL = 4


def make(rng: Random, board: Bitboard, levels: int, grade: Grade) -> Candidate:
    """A certified candidate of the grade."""
    recipes = _RECIPES[grade]
    turn = int(rng.random() * len(recipes))
    for attempt in count():
        recipe = recipes[(turn + attempt // _PATIENCE) % len(recipes)]
        candidate = solve_candidate(board, _draw_things(rng, board, levels, recipe))
        kept = candidate and _certify(rng, candidate, grade, greed_must_fail=recipe.greed_must_fail)
        if kept:
            return kept
    raise AssertionError("the candidates never end")


def _draw_things(rng: Random, board: Bitboard, levels: int, recipe: Recipe) -> ThingSets:
    """Random things on tiles, none on the peak and no two on one tile."""
    free = list(range(1, len(board.tiles)))
    key = take(rng, free)
    walls = wall_in(rng, board, key, pick(rng, recipe.walls_round_key))
    free = [tile for tile in free if not walls >> tile & 1]
    ladder, sticks = (take_set(rng, free, pick(rng, limits)) for limits in (recipe.ladders, recipe.sticks))
    wanted = pick(rng, recipe.blocked) + _BLOCKED_PER_LEVEL * max(0, levels - 5)
    further = min(wanted - walls.bit_count(), len(free) // 3)
    return ThingSets(1 << key, ladder, sticks, walls | take_set(rng, free, further))


def _certify(rng: Random, candidate: Candidate, grade: Grade, *, greed_must_fail: bool) -> Candidate | None:
    """The candidate, perhaps slightly changed, if it has that grade and, on request, greed costs two MP or more."""
    if grade == EASY:
        return _certify_easy(candidate)
    if grade == MEDIUM:
        return _certify_medium(candidate)
    route = candidate.routes.first()
    if candidate.has_twist != (grade == FIENDISH):
        return None
    single = _make_demanding(candidate, route)
    if not single or (single.decoys and not greed_must_fail) or is_wide(single.greedy_gap):
        return single
    return _set_bait(rng, single) if greed_must_fail else None


def _certify_easy(candidate: Candidate) -> Candidate | None:
    """Greed is good enough, and there are several best routes or no item is needed."""
    if candidate.greedy_gap != 0:
        return None
    return candidate if not candidate.is_single or not candidate.has_needed_item else None


def _certify_medium(candidate: Candidate) -> Candidate | None:
    """Exactly one best route that takes some thought, but less than in a hard puzzle."""
    single = make_single(candidate, candidate.routes.first())
    if not single:
        return None
    gap = single.greedy_gap
    if single.has_needed_item:
        return single if not single.decoys and not is_wide(gap) else None
    return single if gap != 0 else None


def _make_demanding(candidate: Candidate, route: list[Tile]) -> Candidate | None:
    """The candidate with this as its only best route, and with an item that is needed."""
    items = candidate.things.ladder | candidate.things.sticks
    if not any(items >> candidate.board.bit_of[tile] & 1 for tile in route):
        return None
    single = make_single(candidate, route)
    return single if single and single.has_needed_item else None


def _set_bait(rng: Random, candidate: Candidate) -> Candidate | None:
    """The candidate with a decoy moved to where it misleads the greedy walker."""
    decoys, things = candidate.decoys, candidate.things
    taboo = occupied_tiles(things) | route_tiles(candidate.board, candidate.routes)
    free = [tile for tile in range(1, len(candidate.board.tiles)) if not taboo >> tile & 1]
    decoy = decoys & -decoys
    for _ in range(min(_BAITS, len(free)) if decoy else 0):
        moved = _move_item(things, decoy, 1 << take(rng, free))
        greedy = greedy_mp(candidate.board, moved)
        if not is_wide(None if greedy is None else greedy - candidate.cost):
            continue
        again = solve_candidate(candidate.board, moved)
        if again and again.cost == candidate.cost and again.is_single and again.has_needed_item:
            return again
    return None


def _move_item(things: ThingSets, item: TileSet, to: TileSet) -> ThingSets:
    """The things, with an item moved to another tile."""
    if item == things.ladder:
        return things._replace(ladder=to)
    return things._replace(sticks=things.sticks & ~item | to)
