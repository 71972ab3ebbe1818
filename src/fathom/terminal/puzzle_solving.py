"""`fathom puzzle solve` and `fathom puzzle check`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.core.words import quoted
from fathom.errors import BadOption, FathomError, UnreadableCode
from fathom.games.pyramid_puzzle.answers import from_here, least_mp_by_start, least_mp_without
from fathom.games.pyramid_puzzle.answers import solve as solved
from fathom.games.pyramid_puzzle.board import read_tile
from fathom.games.pyramid_puzzle.route import check_route, read_route, write_route, write_walk
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.scenario import read_scenario
from fathom.terminal.commands import read_file
from fathom.terminal.screen import Screen
from fathom.terminal.study import error_json

NAME = "pyramid-puzzle"


def read_puzzle(what: str) -> Match:
    """The puzzle that a code, a bare layout or a file names."""
    if what.lower().endswith((".yaml", ".yml")) or Path(what).is_file():
        return Match(games.game(NAME), read_scenario(read_file(what)))
    code = what if what.startswith(NAME) else f"{NAME}:{what}"
    match = games.read_code(code)
    if match.game.name != NAME:
        raise UnreadableCode(f"{quoted(what)} is no puzzle: write {NAME}:LAYOUT, a layout such as kC4.xB2, or a file.")
    return match


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
            answer = solution_json(read_puzzle(code), None)
        except FathomError as error:
            status, answer = 1, {"code": code, "error": error_json(error)}
        print(json.dumps(answer, ensure_ascii=False))
    return status


def solution_json(match: Match, start: str | None) -> dict[str, Any]:
    """The answer, with its keys in the documented order. In mid-play `mp` counts what has been spent already."""
    options: Any = match.options
    position = match.position
    if match.plies:
        answer, spent = from_here(position), position.mp
    else:
        answer, spent = solved(options, _start(options, start)), 0
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


def _start(options: Options, start: str | None) -> str | None:
    if start is None:
        return None
    tile = read_tile(start)
    if tile is None or tile not in least_mp_by_start(options):
        raise BadOption(f"{quoted(start)} is no free tile of the base, where a walk starts (rule 3).")
    return tile


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
    answer = from_here(match.position) if match.plies else solved(options, _start(options, arguments.start))
    assert answer.routes
    for tiles in answer.routes.all(arguments.limit):
        screen.say([write_walk(match.position, tiles) if match.plies else write_route(options, tiles)])
    left = answer.routes.count() - arguments.limit
    if left > 0:
        screen.say([f"... and {left:,} more (--limit N shows more of them)."])


def check(arguments: argparse.Namespace) -> int:
    match = read_puzzle(arguments.what)
    if match.plies:
        raise UnreadableCode("A route is checked from the start: give the puzzle without moves made.")
    options: Any = match.options
    checked = check_route(options, read_route(arguments.route))
    if arguments.json:
        print(json.dumps(checked.as_json(), ensure_ascii=False))
    elif checked.legal:
        best = "the best there is" if checked.over == 0 else f"{checked.over} over the best, which is {checked.optimal}"
        print(f"Legal: {checked.mp} MP, {best}.")
    else:
        print(f"Not legal: step {checked.step}: {checked.reason} (rule {checked.rule}).")
    return 0 if checked.legal else 1
