"""The second generator: grades by the panel, and no short routes.

A random candidate is made so that it is likely to have the grade: items on the outer levels, a key that is walled in,
and blocked tiles close together round the peak, where every way leads through. It is then accepted, repaired or
rejected, the cheapest checks first.

    easy       greedy, two and four find a best route
    medium     one best route; two and four find it, and greedy does not
    hard       one best route without a twist, a needed item, and a decoy or a greedy gap of two MP or more; two does
               not find it either
    fiendish   the same with a twist, and four does not find it either
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import split
from fathom.games.pyramid_puzzle.make.candidates import (
    Candidate,
    is_wide,
    make_single,
    pick,
    solve_candidate,
    take,
    take_set,
    wall_in,
)
from fathom.games.pyramid_puzzle.make.panel import FORESIGHT, Solver, finds
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, HARD, MEDIUM, Grade
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets

#: How much more than a straight climb without the ladder the best route costs at least, on five levels or more.
_OVER_A_CLIMB: dict[Grade, int] = {MEDIUM: 1, HARD: 3, FIENDISH: 5}
#: The same on fewer levels, where routes are shorter.
_OVER_A_SHORT_CLIMB = 1
_USUAL_LEVELS = 5
#: The levels with blocked tiles, B to D: they have 28 tiles.
_BLOCKED_LEVELS = range(2, 5)
_BLOCKABLE = 28


class Recipe(NamedTuple):
    """How candidates are made, each number from an inclusive range. Levels are counted from the peak."""

    ladders: tuple[int, int]
    sticks: tuple[int, int]
    #: Of the 28 tiles on the levels B to D; three levels have fewer of both.
    blocked: tuple[int, int]
    walls_round_key: tuple[int, int]
    key_levels: tuple[int, int] = (2, 5)
    #: Items lie on this level or further out.
    item_level: int = 2


_RECIPES: dict[Grade, Recipe] = {
    EASY: Recipe((0, 1), (0, 1), (3, 8), (0, 0)),
    MEDIUM: Recipe((1, 1), (0, 1), (5, 10), (0, 3)),
    HARD: Recipe((1, 1), (1, 2), (10, 14), (1, 4), (3, 4), 5),
    FIENDISH: Recipe((1, 1), (2, 2), (16, 19), (5, 5), (3, 5)),
}
#: On fewer than five levels, things may lie on any of them.
_SMALL_RECIPES: dict[Grade, Recipe] = {
    EASY: _RECIPES[EASY],
    MEDIUM: _RECIPES[MEDIUM],
    HARD: Recipe((1, 1), (1, 1), (9, 23), (0, 5)),
    FIENDISH: Recipe((1, 1), (2, 2), (16, 22), (3, 5)),
}


def least_length(grade: Grade, levels: int) -> int:
    """The fewest MP that the best route of a puzzle of this grade costs."""
    if grade == EASY:
        return 0
    return 2 * (levels - 1) + (_OVER_A_CLIMB[grade] if levels >= _USUAL_LEVELS else _OVER_A_SHORT_CLIMB)


def make(rng: Random, board: Bitboard, levels: int, grade: Grade) -> Candidate:
    """A certified candidate of the grade."""
    recipe = (_RECIPES if levels >= _USUAL_LEVELS else _SMALL_RECIPES)[grade]
    kept = None
    while not kept:
        candidate = solve_candidate(board, _draw_things(rng, board, recipe))
        if candidate and candidate.cost >= least_length(grade, levels):
            kept = _certify(candidate, grade)
    return kept


def _draw_things(rng: Random, board: Bitboard, recipe: Recipe) -> ThingSets:
    """Random things on tiles, none on the peak and no two on one tile."""
    level_of = [split(tile)[0] for tile in board.tiles]
    low, high = recipe.key_levels
    key = take(rng, [tile for tile, level in enumerate(level_of) if low <= level <= high])
    walls = wall_in(rng, board, key, pick(rng, recipe.walls_round_key))
    taken = walls | 1 << key
    free = [tile for tile, level in enumerate(level_of) if level >= recipe.item_level and not taken >> tile & 1]
    ladder, sticks = (take_set(rng, free, pick(rng, limits)) for limits in (recipe.ladders, recipe.sticks))
    blockable = [tile for tile, level in enumerate(level_of) if level in _BLOCKED_LEVELS]
    free = [tile for tile in blockable if not (taken | ladder | sticks) >> tile & 1]
    wanted = pick(rng, recipe.blocked) * len(blockable) // _BLOCKABLE - walls.bit_count()
    return ThingSets(1 << key, ladder, sticks, walls | take_set(rng, free, max(0, min(wanted, len(free)))))


# ------------------------------------------------------------------ certifying


def _certify(candidate: Candidate, grade: Grade) -> Candidate | None:
    """The candidate, perhaps with further tiles blocked, if it has that grade."""
    if grade == EASY:
        is_easy = candidate.greedy_gap == 0 and _is_found(candidate, "two") and _is_found(candidate, "four")
        return candidate if is_easy else None
    if grade == MEDIUM:
        single = make_single(candidate, candidate.routes.first())
        return single if single and _is_medium(single) else None
    if candidate.has_twist != (grade == FIENDISH) or not _misleads(candidate, grade):
        return None
    single = make_single(candidate, candidate.routes.first())
    return single if single and _misleads(single, grade) and _is_demanding(single) else None


def _is_medium(single: Candidate) -> bool:
    """Does greed fail, while looking ahead is enough?"""
    return single.greedy_gap != 0 and _is_found(single, "two") and _is_found(single, "four")


def _misleads(candidate: Candidate, grade: Grade) -> bool:
    """Does looking two decisions ahead fail, and in a fiendish puzzle four decisions as well?"""
    return not _is_found(candidate, "two") and not (grade == FIENDISH and _is_found(candidate, "four"))


def _is_demanding(single: Candidate) -> bool:
    """Does greed fail, is an item needed, and is another one a decoy or greed a bad idea?"""
    gap = single.greedy_gap
    return gap != 0 and single.has_needed_item and (bool(single.decoys) or is_wide(gap))


def _is_found(candidate: Candidate, solver: Solver) -> bool:
    return finds(candidate.board, candidate.things, candidate.routes, FORESIGHT[solver])
