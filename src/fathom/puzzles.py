"""Pyramid Puzzles for Python programs: make, read, solve, rate, check and draw them.

>>> import fathom
>>> puzzle = fathom.puzzles.new("hard", seed=7)
>>> puzzle.solve().mp == puzzle.rate().mp
True
>>> puzzle.check(puzzle.solve().route).over
0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from fathom.core.code import write_code
from fathom.errors import UnreadableScenario
from fathom.games.pyramid_puzzle.draw.svg_file import write_svg_file
from fathom.games.pyramid_puzzle.make.daily import make_daily, read_date
from fathom.games.pyramid_puzzle.make.generate import LATEST, generate
from fathom.games.pyramid_puzzle.make.rate import Grade, Rating
from fathom.games.pyramid_puzzle.make.rate import rate as rate_options
from fathom.games.pyramid_puzzle.rules import GAME, Options, new_match
from fathom.games.pyramid_puzzle.scenario.read import read_scenarios
from fathom.games.pyramid_puzzle.scenario.route import RouteCheck, check_route, read_route, write_route
from fathom.games.pyramid_puzzle.scenario.write import FIRST, write_scenario
from fathom.games.pyramid_puzzle.solve.codes import read_puzzle_code, whole_puzzle
from fathom.games.pyramid_puzzle.solve.solution import solve as solve_options
from fathom.library.match import Match, public_match

__all__ = ["Grade", "Puzzle", "PuzzleSolution", "Rating", "RouteCheck", "daily", "many", "new", "read", "read_all"]


class PuzzleSolution(NamedTuple):
    """The least MP, one best route and the number of best routes; or the reason why there is no solution.

    >>> import fathom
    >>> fathom.puzzles.read("pyramid-puzzle").solve()
    PuzzleSolution(mp=12, route='E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1', routes=6, reason=None)
    """

    mp: int | None
    route: str | None
    routes: int
    reason: str | None


class Puzzle:
    """One pyramid with its key, ladder, dynamite and blocked tiles.

    >>> import fathom
    >>> puzzle = fathom.puzzles.read("kC4.lE24.dD1.xB2")
    >>> puzzle
    fathom.puzzles.read('pyramid-puzzle:kC4.lE24.dD1.xB2')
    >>> puzzle.solve().mp
    7
    """

    def __init__(self, options: Options, name: str | None = None, metadata: Mapping[str, str] | None = None) -> None:
        self._options = options
        #: What its file calls it, where it comes from one, and what its author says about it.
        self.name = name
        self.metadata = dict(metadata or {})

    @property
    def code(self) -> str:
        """The code of the puzzle, for `fathom.Match`, `fathom.puzzles.read` and every command."""
        return write_code(new_match(self._options))

    @property
    def match(self) -> Match:
        """A match of the puzzle, before its first move."""
        return public_match(new_match(self._options))

    @property
    def yaml(self) -> str:
        """The puzzle as the text of a YAML file, with its solution."""
        return write_scenario(solve_options(self._options), name=self.name or FIRST, metadata=self.metadata)

    def solve(self) -> PuzzleSolution:
        """The exact solution."""
        found = solve_options(self._options)
        if found.routes is None:
            return PuzzleSolution(None, None, 0, found.reason)
        return PuzzleSolution(found.mp, write_route(self._options, found.routes.first()), found.routes.count(), None)

    def rate(self) -> Rating:
        """How hard the puzzle is: the measurements, and the grade that they give."""
        return rate_options(self._options)

    def check(self, route: str) -> RouteCheck:
        """The check of a route such as `E1|D1:dynamite|C1`: replayed by the rules, compared with the best."""
        return check_route(self._options, read_route(route))

    def svg(self) -> str:
        """The pyramid as an SVG picture, ready to print."""
        return write_svg_file(GAME.start(self._options), code=self.code)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg()

    def __str__(self) -> str:
        return str(self.match)

    def __repr__(self) -> str:
        return f"fathom.puzzles.read({self.code!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._options == other._options

    def __hash__(self) -> int:
        return hash(self._options)


def new(difficulty: str = "medium", *, levels: int = 5, seed: int | None = None, generator: int = LATEST) -> Puzzle:
    """A new puzzle, certified by the solver: easy, medium, hard or fiendish.

    A seed gives the same puzzle for ever with the same generator: 2, or 1 for the seeds of version 0.1.0.

    >>> import fathom
    >>> fathom.puzzles.new("easy", seed=7) == fathom.puzzles.new("easy", seed=7, generator=2)
    True
    """
    return next(many(difficulty, levels=levels, seed=seed, generator=generator))


def many(
    difficulty: str = "medium",
    count: int | None = None,
    *,
    levels: int = 5,
    seed: int | None = None,
    generator: int = LATEST,
) -> Iterator[Puzzle]:
    """New puzzles, the same as those of `fathom puzzle new --seed`; without a count, there is no end to them.

    >>> import fathom
    >>> [puzzle.rate().grade for puzzle in fathom.puzzles.many("hard", 3, seed=7)]
    ['hard', 'hard', 'hard']
    """
    rng = Random(seed)
    return islice((Puzzle(generate(rng, difficulty, levels, generator).options) for _ in iter(int, 1)), count)


def daily(day: date | str | None = None) -> Puzzle:
    """The puzzle of a date (by default today's, in UTC), the same for everyone.

    >>> import fathom
    >>> fathom.puzzles.daily("2026-11-18").rate().grade
    'medium'
    """
    if day is None:
        day = datetime.now(UTC).date()
    return Puzzle(make_daily(read_date(day) if isinstance(day, str) else day).options)


def read(source: str | Path) -> Puzzle:
    """The puzzle given by a code, a bare layout, the text of a YAML file or the `Path` of one.

    >>> import fathom
    >>> fathom.puzzles.read("kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15").solve().mp
    12
    """
    if isinstance(source, str) and not ("\n" in source.strip() or ": " in source):
        return Puzzle(whole_puzzle(read_puzzle_code(source)))
    found = read_all(source)
    if len(found) > 1:
        raise UnreadableScenario(f"The file has {len(found)} puzzles, not one: fathom.puzzles.read_all reads them all.")
    return found[0]


def read_all(source: str | Path) -> list[Puzzle]:
    """Every puzzle of a YAML file, given as its text or its path, with names and metadata.

    >>> import fathom
    >>> text = fathom.puzzles.new("easy", seed=1).yaml
    >>> [puzzle.name for puzzle in fathom.puzzles.read_all(text)]
    ['pyramid_scenario_001']
    """
    text = source.read_text(encoding="utf-8-sig") if isinstance(source, Path) else source
    return [Puzzle(options, name, metadata) for name, options, metadata in read_scenarios(text)]
