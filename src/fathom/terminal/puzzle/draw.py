"""`fathom puzzle draw` and `fathom puzzle sheet`: puzzles on the screen, as pictures and for print."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random, SystemRandom

from fathom.core.code import write_code
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.draw.characters import legend, pyramid_lines, walk_lines
from fathom.games.pyramid_puzzle.draw.sheet import Sheet, write_sheet
from fathom.games.pyramid_puzzle.draw.svg_file import write_svg_file
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.rules import Move, Options, Position, puzzle_position
from fathom.games.pyramid_puzzle.scenario.route import read_route
from fathom.games.pyramid_puzzle.solve.solution import Solution, solve_from
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, route_moves, walk_from
from fathom.terminal.inputs import is_file
from fathom.terminal.new_file import new_file
from fathom.terminal.puzzle.files import read_puzzle
from fathom.terminal.screen import Screen

_MOST_PUZZLES = 100
_TRIES_FOR_ANOTHER = 50
_SEEDS = 10**9
#: What `--route` means without a value.
BEST = "best"


def draw(arguments: argparse.Namespace) -> int:
    """Reads `what`, `route` and `output`; without an output, the drawing is text."""
    match = read_puzzle(arguments.what)
    position = puzzle_position(match)
    moves = _moves(arguments, position)
    if moves is None:
        Screen().say([f"There is no solution: {solve_from(position).reason}."])
        return 1
    walk = walk_from(position, moves)
    if arguments.output is None:
        _show(position, walk)
        return 0
    with new_file(arguments.output) as file:
        file.write(write_svg_file(position, walk, _title(arguments.what), write_code(match)))
    return 0


def _moves(arguments: argparse.Namespace, position: Position) -> list[Move] | None:
    """The route to draw, empty if none is wanted; None if the best one is wanted but there is none."""
    if arguments.route is None or (arguments.route == BEST and position.outcome):
        return []
    if arguments.route != BEST:
        return route_moves(position, read_route(arguments.route))
    routes = solve_from(position).routes
    if routes is None:
        return None
    tiles = routes.first()
    return [Move(tile) for tile in (tiles[1:] if position.tile else tiles)]  # from a tile, that tile comes first


def _title(what: str) -> str:
    """The name of the puzzle file, or else of the game."""
    return Path(what).stem if is_file(what) else "Pyramid Puzzle"


def _show(position: Position, walk: list[WalkedMove]) -> None:
    screen = Screen()
    canvas = screen.canvas
    if walk:
        screen.say(walk_lines(position, walk, canvas))
    else:
        screen.say([*pyramid_lines(position, canvas), "", *legend(canvas)])


def sheet(arguments: argparse.Namespace) -> int:
    """Reads `count`, `difficulty`, `levels`, `seed`, `generator` and `output`."""
    if not 1 <= arguments.count <= _MOST_PUZZLES:
        raise BadOption(f"--count {arguments.count} is not possible: a sheet has 1 to {_MOST_PUZZLES} puzzles.")
    seed = SystemRandom().randrange(_SEEDS) if arguments.seed is None else arguments.seed
    made = f"--seed {seed} --generator {arguments.generator}"
    about = f"{arguments.difficulty.capitalize()}, {arguments.levels} levels, made with {made}."
    with new_file(arguments.output) as file:
        puzzles = _make_different(arguments, Random(seed))
        file.write(write_sheet(Sheet("Pyramid Puzzles", about, puzzles)))
    return 0


def _make_different(arguments: argparse.Namespace, rng: Random) -> list[Solution]:
    """Distinct puzzles, as far as possible: a small pyramid has few."""
    puzzles: list[Solution] = []
    seen: set[Options] = set()
    tries = 0
    while len(puzzles) < arguments.count:
        puzzle = generate(rng, arguments.difficulty, arguments.levels, arguments.generator)
        tries += 1
        if puzzle.options not in seen or tries > arguments.count + _TRIES_FOR_ANOTHER:
            puzzles.append(puzzle.solution)
            seen.add(puzzle.options)
    return puzzles
