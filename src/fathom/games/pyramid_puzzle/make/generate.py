"""New puzzles of a grade, each certified by the solver.

    generate(Random(7), "hard")                 ->  Puzzle(solution=Solution(options, mp, ...), grade="hard")
    generate(Random(7), "hard", generator=1)    ->  what this seed gave before there was a second generator

A generator never changes: a better one gets a new number. Only `random()` of the source of randomness is used, whose
numbers Python guarantees, so a seed and a generator give the same puzzles on every machine and every version.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import LEVEL_LETTERS
from fathom.games.pyramid_puzzle.make import generator_1, generator_2
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, GRADES, HARD, MEDIUM, Grade
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import bitboard
from fathom.games.pyramid_puzzle.solve.solution import Solution

#: The fewest levels for which a puzzle of the grade exists.
FEWEST_LEVELS = {EASY: 2, MEDIUM: 3, HARD: 3, FIENDISH: 3}

_GENERATORS = {1: generator_1.make, 2: generator_2.make}
#: The generator that is used unless another one is asked for.
LATEST = max(_GENERATORS)


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


def generate(rng: Random, difficulty: str, levels: int = 5, generator: int = LATEST) -> Puzzle:
    """A puzzle of that grade; for the latest generator, `rate` agrees. Raises `BadOption` if there is none."""
    if generator not in _GENERATORS:
        raise BadOption(f"There is no generator {generator}: there are {min(_GENERATORS)} to {LATEST}.")
    grade = _read_grade(difficulty, levels)
    made = _GENERATORS[generator](rng, bitboard(levels), levels, grade)
    return Puzzle(Solution(made.to_options(), made.cost, made.routes, None), grade)


def new_options(rng: Random, difficulty: str) -> Options:
    """The options of a new puzzle of that grade, with the usual levels."""
    return generate(rng, difficulty).options


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
