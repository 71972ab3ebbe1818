"""`fathom puzzle solve` and `fathom puzzle check`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fathom.core.match import Match
from fathom.errors import FathomError
from fathom.games.pyramid_puzzle.route import check_route, read_route, write_route, write_walk
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.games.pyramid_puzzle.scenario import read_scenario
from fathom.games.pyramid_puzzle.solve.data import read_puzzle_code, solution_json, start_tile, whole_puzzle
from fathom.games.pyramid_puzzle.solve.solution import solve as solved
from fathom.games.pyramid_puzzle.solve.solution import solve_from
from fathom.terminal.commands.matches import read_file
from fathom.terminal.screen import Screen


def read_puzzle(what: str) -> Match:
    """The puzzle that a code, a bare layout or a file names."""
    if what.lower().endswith((".yaml", ".yml")) or Path(what).is_file():
        return Match(GAME, read_scenario(read_file(what)))
    return read_puzzle_code(what)


def solve(arguments: argparse.Namespace) -> int:
    if arguments.what == "-":
        return _solve_lines(sys.stdin)
    answer = solution_json(read_puzzle(arguments.what), arguments.start)
    if arguments.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        _say_solution(answer, arguments)
    return 0 if answer["solvable"] else 1


def _solve_lines(lines: Iterable[str]) -> int:
    """One code a line, one JSON object a line; a bad one is answered with its error."""
    status = 0
    for line in lines:
        code = line.strip()
        if not code:
            continue
        try:
            answer = solution_json(read_puzzle(code))
        except FathomError as error:
            status, answer = 1, {"code": code, "error": error.as_json()}
        print(json.dumps(answer, ensure_ascii=False))
    return status


def _say_solution(answer: dict[str, Any], arguments: argparse.Namespace) -> None:
    screen = Screen()
    canvas = screen.canvas
    if not answer["solvable"]:
        screen.say([canvas.strong("There is no solution: ") + f"{answer['reason']}."])
        return
    routes = "1 best route" if answer["routes"] == 1 else f"{answer['routes']:,} best routes"
    screen.say([canvas.strong(f"{answer['mp']} MP is the best there is; {routes}.")])
    screen.say(canvas.wrap(f"For example {answer['route']}", "  "))
    if answer["without"]:
        told = [f"without the {name} {_mp(mp)}" for name, mp in answer["without"].items() if name != "both"]
        screen.say(canvas.wrap(f"{', '.join(told)}, without both {_mp(answer['without']['both'])}.".capitalize(), "  "))
        starts = ", ".join(f"{tile} {_mp(mp)}" for tile, mp in answer["starts"].items())
        screen.say(canvas.wrap(f"By start: {starts}.", "  "))
    if arguments.all:
        _list_routes(arguments, screen)


def _mp(mp: int | None) -> str:
    return "none" if mp is None else str(mp)


def _list_routes(arguments: argparse.Namespace, screen: Screen) -> None:
    match = read_puzzle(arguments.what)
    options: Any = match.options
    answer = solve_from(match.position) if match.plies else solved(options, start_tile(options, arguments.start))
    assert answer.routes
    for tiles in answer.routes.all(arguments.limit):
        screen.say([write_walk(match.position, tiles) if match.plies else write_route(options, tiles)])
    left = answer.routes.count() - arguments.limit
    if left > 0:
        screen.say([f"... and {left:,} more (--limit N shows more of them)."])


def check(arguments: argparse.Namespace) -> int:
    options = whole_puzzle(read_puzzle(arguments.what))
    checked = check_route(options, read_route(arguments.route))
    if arguments.json:
        print(json.dumps(checked.as_json(), ensure_ascii=False))
    elif checked.legal:
        best = "the best there is" if checked.over == 0 else f"{checked.over} over the best, which is {checked.optimal}"
        print(f"Legal: {checked.mp} MP, {best}.")
    else:
        print(f"Not legal: step {checked.step}: {checked.reason} (rule {checked.rule}).")
    return 0 if checked.legal else 1
