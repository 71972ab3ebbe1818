"""New puzzles of a grade, each certified by the solver.

    generate(Random(7), "hard")  ->  Puzzle(solution=Solution(options, mp, ...), grade="hard")

A random candidate is made so that it is likely to have the grade: a few items, some blocked tiles, and for the hardest
grade a key that is walled in on most sides. `certify` then accepts it, repairs it or rejects it.

Only `random()` of the generator is used, whose numbers Python guarantees: a seed gives the same puzzles on every
machine and every version.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import LEVEL_LETTERS, make_layout
from fathom.games.pyramid_puzzle.make.certify import certify, solve_candidate, take
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, GRADES, HARD, MEDIUM, Grade
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, TileSet, bitboard, tile_numbers
from fathom.games.pyramid_puzzle.solve.solution import Solution

#: The fewest levels for which a puzzle of the grade exists.
FEWEST_LEVELS = {EASY: 2, MEDIUM: 3, HARD: 3, FIENDISH: 3}


class Puzzle(NamedTuple):
    """A generated puzzle: the solution that certifies it, and its grade."""

    solution: Solution
    grade: Grade

    @property
    def options(self) -> Options:
        return self.solution.options

    @property
    def mp(self) -> int:
        """The least MP."""
        assert self.solution.mp is not None, "a puzzle that was made has a solution"
        return self.solution.mp


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


def generate(rng: Random, difficulty: str, levels: int = 5) -> Puzzle:
    """A puzzle of that grade, as measured by `rate`. Raises `BadOption` if there is none."""
    grade = _read_grade(difficulty, levels)
    board, recipes = bitboard(levels), _RECIPES[grade]
    turn = int(rng.random() * len(recipes))
    for attempt in count():
        recipe = recipes[(turn + attempt // _PATIENCE) % len(recipes)]
        candidate = solve_candidate(board, _draw_things(rng, board, levels, recipe))
        kept = candidate and certify(rng, candidate, grade, greed_must_fail=recipe.greed_must_fail)
        if kept:
            options = _decode(board, kept.things, levels)
            return Puzzle(Solution(options, kept.cost, kept.routes, None), grade)
    raise AssertionError("the candidates never end")


def _read_grade(difficulty: str, levels: int) -> Grade:
    """The grade with that name; raises `BadOption` if no puzzle with this many levels has it."""
    grade = next((grade for grade in GRADES if grade == difficulty), None)
    if grade is None:
        hint = did_you_mean(difficulty, GRADES) or f" There are {', '.join(GRADES)}."
        raise BadOption(f"{quoted(difficulty)} is not a difficulty.{hint}")
    if not 2 <= levels <= len(LEVEL_LETTERS):
        raise BadOption(f"A pyramid has 2 to {len(LEVEL_LETTERS)} levels, not {levels}.")
    if levels < FEWEST_LEVELS[grade]:
        fewest = FEWEST_LEVELS[grade]
        raise BadOption(f"No puzzle of {levels} levels is {grade}: that takes {fewest} levels at least.")
    return grade


def _decode(board: Bitboard, things: ThingSets, levels: int) -> Options:
    """The puzzle with these things: the inverse of `encode_layout`."""
    sets = (("k", things.key), ("l", things.ladder), ("d", things.sticks), ("x", things.blocked))
    placed = [(letter, board.tiles[tile]) for letter, tiles in sets for tile in tile_numbers(tiles)]
    return Options(levels=levels, layout=make_layout(placed))


def _draw_things(rng: Random, board: Bitboard, levels: int, recipe: Recipe) -> ThingSets:
    """Random things on tiles, none on the peak and no two on one tile."""
    free = list(range(1, len(board.tiles)))
    key = take(rng, free)
    walls = _wall_in(rng, board, key, _pick(rng, recipe.walls_round_key))
    free = [tile for tile in free if not walls >> tile & 1]
    ladder, sticks = (
        sum(1 << take(rng, free) for _ in range(_pick(rng, limits))) for limits in (recipe.ladders, recipe.sticks)
    )
    wanted = _pick(rng, recipe.blocked) + _BLOCKED_PER_LEVEL * max(0, levels - 5)
    further = min(wanted - walls.bit_count(), len(free) // 3)
    blocked = walls | sum(1 << take(rng, free) for _ in range(further))
    return ThingSets(1 << key, ladder, sticks, blocked)


def _wall_in(rng: Random, board: Bitboard, key: int, wanted: int) -> TileSet:
    """Some (`wanted`) of the tiles from which the key's tile can be entered."""
    around = [tile for tile in tile_numbers(board.from_level[key] | board.from_inward[key]) if tile]
    return sum(1 << take(rng, around) for _ in range(min(wanted, len(around))))


def _pick(rng: Random, limits: tuple[int, int]) -> int:
    low, high = limits
    return low + int(rng.random() * (high - low + 1))
