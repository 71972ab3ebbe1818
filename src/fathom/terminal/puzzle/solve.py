"""`fathom puzzle solve` and `fathom puzzle check`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from fathom.core.match import AnyMatch
from fathom.core.words import enumerate_words
from fathom.errors import FathomError
from fathom.games.pyramid_puzzle.board import Layout, Tile
from fathom.games.pyramid_puzzle.rules import puzzle_options, puzzle_position
from fathom.games.pyramid_puzzle.scenario.route import check_route, read_route, write_route, write_walk
from fathom.games.pyramid_puzzle.solve.codes import whole_puzzle
from fathom.games.pyramid_puzzle.solve.data import SolutionDict, WithoutDict, solution_dict, solve_match
from fathom.terminal.puzzle.files import read_puzzle
from fathom.terminal.screen import Screen

#: Starts are told apart by this many costs, and named up to this many tiles.
_COSTS_TOLD, _TILES_TOLD = 3, 6


def solve(arguments: argparse.Namespace) -> int:
    if arguments.what == "-":
        return _solve_lines(sys.stdin)
    match = read_puzzle(arguments.what)
    solution = solution_dict(match, arguments.start)
    if arguments.json:
        print(json.dumps(solution, ensure_ascii=False))
    else:
        _say_solution(match, solution, arguments)
    return 0 if solution["solvable"] else 1


def _solve_lines(lines: Iterable[str]) -> int:
    """Answer one code per line with one JSON object per line; a bad one is answered with its error."""
    status = 0
    for line in lines:
        code = line.strip()
        if not code:
            continue
        try:
            print(json.dumps(solution_dict(read_puzzle(code)), ensure_ascii=False))
        except FathomError as error:
            status = 1
            print(json.dumps({"code": code, "error": error.as_dict()}, ensure_ascii=False))
    return status


def _say_solution(match: AnyMatch, solution: SolutionDict, arguments: argparse.Namespace) -> None:
    screen = Screen()
    canvas = screen.canvas
    if not solution["solvable"]:
        screen.say([canvas.strong("There is no solution: ") + f"{solution['reason']}."])
        return
    routes = "1 best route" if solution["routes"] == 1 else f"{solution['routes']:,} best routes"
    screen.say([canvas.strong(f"{solution['mp']} MP is the best there is; {routes}.")])
    screen.say(canvas.wrap(f"For example {solution['route']}", "  "))
    if solution["without"]:
        worth = _describe_worth(puzzle_options(match).layout, solution["without"])
        screen.say(canvas.wrap(worth, "  ") if worth else [])
    if solution["starts"] and arguments.start is None:
        screen.say(canvas.wrap(_describe_starts(solution["starts"]), "  "))
    if arguments.all:
        _list_routes(arguments, screen)


def _describe_worth(layout: Layout, without: WithoutDict) -> str:
    """What the best route would cost without the ladder or the dynamite, as far as there are any."""
    told = [f"without the ladder {_mp(without['ladder'])}"] if layout.ladder else []
    told += [f"without the dynamite {_mp(without['dynamite'])}"] if layout.dynamite else []
    told += [f"without both {_mp(without['both'])}"] if layout.ladder and layout.dynamite else []
    return f"W{', '.join(told)[1:]}." if told else ""


def _describe_starts(starts: Mapping[Tile, int | None]) -> str:
    """The starts by what they cost, the best first; most of a large base is only counted."""
    costs = sorted({mp for mp in starts.values() if mp is not None})
    by_cost = {mp: [tile for tile, cost in starts.items() if cost == mp] for mp in costs[:_COSTS_TOLD]}
    told = [f"{mp} MP from {_tiles(tiles)}" for mp, tiles in by_cost.items()]
    others = sum(mp in costs[_COSTS_TOLD:] for mp in starts.values())
    if others:
        told.append(f"up to {costs[-1]} MP from {_others(others)}")
    lost = [tile for tile, mp in starts.items() if mp is None]
    if lost:
        told.append(f"no route from {_tiles(lost)}")
    return f"By start: {'; '.join(told)}."


def _tiles(tiles: Sequence[Tile]) -> str:
    return enumerate_words(tiles) if len(tiles) <= _TILES_TOLD else f"{len(tiles):,} tiles"


def _others(count: int) -> str:
    return "one other tile" if count == 1 else f"the {count:,} other tiles"


def _mp(mp: int | None) -> str:
    return "none" if mp is None else str(mp)


def _list_routes(arguments: argparse.Namespace, screen: Screen) -> None:
    match = read_puzzle(arguments.what)
    routes = solve_match(match, arguments.start).routes
    assert routes, "only a puzzle that can be solved gets here"
    for tiles in routes.all(arguments.limit):
        written = (
            write_walk(puzzle_position(match), tiles) if match.plies else write_route(puzzle_options(match), tiles)
        )
        screen.say([written])
    left = routes.count() - arguments.limit
    if left > 0:
        screen.say([f"... and {left:,} more (--limit N shows more of them)."])


def check(arguments: argparse.Namespace) -> int:
    options = whole_puzzle(read_puzzle(arguments.what))
    checked = check_route(options, read_route(arguments.route))
    if arguments.json:
        print(json.dumps(checked.as_dict(), ensure_ascii=False))
    elif checked.legal:
        best = "the best there is" if checked.over == 0 else f"{checked.over} over the best, which is {checked.optimal}"
        print(f"Legal: {checked.mp} MP, {best}.")
    else:
        print(f"Not legal: step {checked.step}: {checked.reason} (rule {checked.rule}).")
    return 0 if checked.legal else 1
