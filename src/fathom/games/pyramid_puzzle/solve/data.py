"""A puzzle and its solution as data: what `fathom puzzle ... --json` prints and what a server answers."""

from __future__ import annotations

from typing import Any

from fathom.core.code import read_code, write_code
from fathom.core.match import Match
from fathom.core.words import quoted
from fathom.errors import BadOption, UnreadableCode
from fathom.games.pyramid_puzzle.board import Tile, read_tile
from fathom.games.pyramid_puzzle.make.rate import rate
from fathom.games.pyramid_puzzle.route import write_route, write_walk
from fathom.games.pyramid_puzzle.rules import GAME, Options, PyramidPuzzle
from fathom.games.pyramid_puzzle.solve.solution import least_mp, least_mp_by_start, least_mp_without, solve, solve_from


def read_puzzle_code(text: str) -> Match:
    """The puzzle that a code or a bare layout names."""

    def only_this(name: str) -> PyramidPuzzle:
        if name != GAME.name:
            raise UnreadableCode(f"{quoted(text)} is no puzzle: write {GAME.name}:LAYOUT or a layout such as kC4.xB2.")
        return GAME

    return read_code(text if text.startswith(GAME.name) else f"{GAME.name}:{text}", only_this)


def whole_puzzle(match: Match) -> Options:
    """The options of a puzzle in which nothing has been done yet."""
    if match.plies:
        raise BadOption("This takes a whole puzzle, from its start: its code goes without moves.")
    options = match.options
    assert isinstance(options, Options)
    return options


def puzzle_code(options: Options) -> str:
    """The code of a puzzle before its first move."""
    return write_code(Match(GAME, options))


def puzzle_json(options: Options) -> dict[str, object]:
    """A puzzle and the least MP that it takes."""
    return {
        "code": puzzle_code(options),
        "levels": options.levels,
        "layout": str(options.layout),
        "mp": least_mp(options),
    }


def solution_json(match: Match, start: str | None = None) -> dict[str, Any]:
    """The answer, with its keys in the documented order. In mid-play `mp` counts what has been spent already."""
    options: Any = match.options
    position = match.position
    if match.plies:
        answer, spent = solve_from(position), position.mp
    else:
        answer, spent = solve(options, start_tile(options, start)), 0
    tiles = answer.routes.first() if answer.routes else []
    route = write_walk(position, tiles) if match.plies else write_route(options, tiles)
    return {
        "code": write_code(match),
        "levels": options.levels,
        "solvable": answer.mp is not None,
        "mp": None if answer.mp is None else answer.mp + spent,
        "route": route or None,
        "routes": answer.routes.count() if answer.routes else None,
        "starts": None if match.plies else least_mp_by_start(options),
        "without": None if match.plies else least_mp_without(options)._asdict(),
        "reason": answer.reason,
    }


def start_tile(options: Options, text: str | None) -> Tile | None:
    """The tile of the base that is named, if one is."""
    if text is None:
        return None
    tile = read_tile(text)
    if tile is None or tile not in least_mp_by_start(options):
        raise BadOption(f"{quoted(text)} is no free tile of the base, where a walk starts (rule 3).")
    return tile


def rating_json(options: Options) -> dict[str, Any]:
    """How hard a puzzle is; one without a solution has no grade, but a reason."""
    return {"code": puzzle_code(options)} | rate(options).as_json() | {"reason": solve(options).reason}
