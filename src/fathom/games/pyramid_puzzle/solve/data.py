"""A puzzle and its solution as data: what `fathom puzzle ... --json` prints and a server answers.

The keys are in the documented order.
"""

from __future__ import annotations

from typing import TypedDict

from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.rules import Options, puzzle_options, puzzle_position
from fathom.games.pyramid_puzzle.scenario.route import write_route, write_walk
from fathom.games.pyramid_puzzle.solve.codes import read_start, write_puzzle_code
from fathom.games.pyramid_puzzle.solve.solution import (
    Solution,
    least_mp_by_start,
    least_mp_without,
    solve,
    solve_from,
)


class PuzzleDict(TypedDict):
    """A puzzle and its least MP."""

    code: str
    levels: int
    layout: str
    mp: int | None


class WithoutDict(TypedDict):
    """The least MP if things are taken away."""

    ladder: int | None
    dynamite: int | None
    both: int | None


class SolutionDict(TypedDict):
    """A solved puzzle. After the first move, `mp` includes what has been spent, and other starts are left out."""

    code: str
    levels: int
    solvable: bool
    mp: int | None
    route: str | None
    routes: int | None
    starts: dict[Tile, int | None] | None
    without: WithoutDict | None
    reason: str | None


def puzzle_dict(solution: Solution) -> PuzzleDict:
    """A solved puzzle as data."""
    options = solution.options
    return {
        "code": write_puzzle_code(options),
        "levels": options.levels,
        "layout": str(options.layout),
        "mp": solution.mp,
    }


def solution_dict(match: AnyMatch, start: str | None = None) -> SolutionDict:
    """The solution from any base tile, from the one named, or from the position of the match."""
    options, position = puzzle_options(match), puzzle_position(match)
    solution = solve_match(match, start)
    tiles = solution.routes.first() if solution.routes else []
    route = write_walk(position, tiles) if match.plies else write_route(options, tiles)
    return {
        "code": write_code(match),
        "levels": options.levels,
        "solvable": solution.mp is not None,
        "mp": None if solution.mp is None else solution.mp + position.mp,
        "route": route or None,
        "routes": solution.routes.count() if solution.routes else None,
        "starts": None if match.plies else least_mp_by_start(options),
        "without": None if match.plies else _without_dict(options, start),
        "reason": solution.reason,
    }


def solve_match(match: AnyMatch, start: str | None = None) -> Solution:
    """The best routes from the position of a match; before its first move, from any base tile or the one named."""
    if match.plies:
        return solve_from(puzzle_position(match))
    options = puzzle_options(match)
    return solve(options, read_start(options, start))


def _without_dict(options: Options, start: str | None) -> WithoutDict:
    ladder, dynamite, both = least_mp_without(options, read_start(options, start))
    return {"ladder": ladder, "dynamite": dynamite, "both": both}
