"""New puzzles of a grade, each certified by the solver before anybody sees it.

    generate(Random(7), "hard")  ->  Options(layout=...)

A candidate is drawn so that it may well have what its grade asks for: a few items, some blocked tiles, and for the
hardest grade a key that is walled in on most sides. `certify` then keeps it, repairs it or throws it away.

Only `random()` of the generator is used, whose numbers Python promises for good: a seed gives the same puzzles on every
machine and every version.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import LEVELS, make_layout
from fathom.games.pyramid_puzzle.make.certify import certified, solved, taken
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, GRADES, HARD, MEDIUM
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.search import Ground, Things, Tiles, each, ground

#: The fewest levels on which a puzzle of the grade exists at all.
FEWEST_LEVELS = {EASY: 2, MEDIUM: 3, HARD: 3, FIENDISH: 3}


class Recipe(NamedTuple):
    """How candidates are drawn, each number from a range with both ends included, and what more is asked of them."""

    ladders: tuple[int, int]
    sticks: tuple[int, int]
    blocked: tuple[int, int]
    walls_round_key: tuple[int, int]
    #: Is it not enough that there is a decoy?
    greed_must_fail: bool = False


#: A puzzle is made by one of the recipes of its grade, drawn at random.
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
#: After so many candidates in vain the next recipe has its turn: on few levels not every recipe works.
_PATIENCE = 200
#: A recipe speaks of five levels; each further one gets so many blocked tiles more.
_BLOCKED_PER_LEVEL = 4


def generate(rng: Random, difficulty: str, levels: int = 5) -> Options:
    """A puzzle of that grade: `rate` says the same of it. Raises `BadOption` where there is none."""
    _check(difficulty, levels)
    field, recipes = ground(levels), _RECIPES[difficulty]
    turn = int(rng.random() * len(recipes))
    for attempt in count():
        recipe = recipes[(turn + attempt // _PATIENCE) % len(recipes)]
        draft = solved(field, _draw(rng, field, levels, recipe))
        kept = draft and certified(rng, draft, difficulty, greed_must_fail=recipe.greed_must_fail)
        if kept:
            return _options(field, kept.things, levels)
    raise AssertionError("the candidates never end")


def _check(difficulty: str, levels: int) -> None:
    if difficulty not in GRADES:
        hint = did_you_mean(difficulty, GRADES) or f" There are {', '.join(GRADES)}."
        raise BadOption(f"{quoted(difficulty)} is no difficulty.{hint}")
    if not 2 <= levels <= len(LEVELS):
        raise BadOption(f"A pyramid has 2 to {len(LEVELS)} levels, not {levels}.")
    if levels < FEWEST_LEVELS[difficulty]:
        fewest = FEWEST_LEVELS[difficulty]
        raise BadOption(f"No puzzle of {levels} levels is {difficulty}: that takes {fewest} levels at least.")


def _options(field: Ground, things: Things, levels: int) -> Options:
    sets = (("k", things.key), ("l", things.ladder), ("d", things.sticks), ("x", things.blocked))
    placed = [(letter, field.tiles[tile]) for letter, tiles in sets for tile in each(tiles)]
    return Options(levels=levels, layout=make_layout(placed))


# ------------------------------------------------------------------ drawing


def _draw(rng: Random, field: Ground, levels: int, recipe: Recipe) -> Things:
    """Things on tiles, none of them on the peak and no two on one tile."""
    free = list(range(1, len(field.tiles)))
    key = taken(rng, free)
    walls = _walls(rng, field, key, _within(rng, recipe.walls_round_key))
    free = [tile for tile in free if not walls >> tile & 1]
    ladder, sticks = (
        sum(1 << taken(rng, free) for _ in range(_within(rng, limits))) for limits in (recipe.ladders, recipe.sticks)
    )
    wanted = _within(rng, recipe.blocked) + _BLOCKED_PER_LEVEL * max(0, levels - 5)
    further = min(wanted - walls.bit_count(), len(free) // 3)
    blocked = walls | sum(1 << taken(rng, free) for _ in range(further))
    return Things(1 << key, ladder, sticks, blocked)


def _walls(rng: Random, field: Ground, key: int, wanted: int) -> Tiles:
    """So many of the tiles from which the key can be entered."""
    around = [tile for tile in each(field.from_level[key] | field.from_inward[key]) if tile]
    return sum(1 << taken(rng, around) for _ in range(min(wanted, len(around))))


def _within(rng: Random, limits: tuple[int, int]) -> int:
    low, high = limits
    return low + int(rng.random() * (high - low + 1))
