"""`fathom puzzle solve` and `fathom puzzle check`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from fathom.errors import FathomError
from fathom.games.pyramid_puzzle.route import check_route, read_route, write_route, write_walk
from fathom.games.pyramid_puzzle.rules import puzzle_options, puzzle_position
from fathom.games.pyramid_puzzle.solve.codes import whole_puzzle
from fathom.games.pyramid_puzzle.solve.data import SolutionDict, solution_dict, solve_match
from fathom.terminal.puzzle.files import read_puzzle
from fathom.terminal.screen import Screen


def solve(arguments: argparse.Namespace) -> int:
    if arguments.what == "-":
        return _solve_lines(sys.stdin)
    solution = solution_dict(read_puzzle(arguments.what), arguments.start)
    if arguments.json:
        print(json.dumps(solution, ensure_ascii=False))
    else:
        _say_solution(solution, arguments)
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


def _say_solution(solution: SolutionDict, arguments: argparse.Namespace) -> None:
    screen = Screen()
    canvas = screen.canvas
    if not solution["solvable"]:
        screen.say([canvas.strong("There is no solution: ") + f"{solution['reason']}."])
        return
    routes = "1 best route" if solution["routes"] == 1 else f"{solution['routes']:,} best routes"
    screen.say([canvas.strong(f"{solution['mp']} MP is the best there is; {routes}.")])
    screen.say(canvas.wrap(f"For example {solution['route']}", "  "))
    if solution["without"]:
        without = solution["without"]
        ladder, dynamite, both = _mp(without["ladder"]), _mp(without["dynamite"]), _mp(without["both"])
        told = f"Without the ladder {ladder}, without the dynamite {dynamite}, without both {both}."
        screen.say(canvas.wrap(told, "  "))
    if solution["starts"]:
        starts = ", ".join(f"{tile} {_mp(mp)}" for tile, mp in solution["starts"].items())
        screen.say(canvas.wrap(f"By start: {starts}.", "  "))
    if arguments.all:
        _list_routes(arguments, screen)


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
