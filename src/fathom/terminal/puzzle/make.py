"""`fathom puzzle new`, `fathom puzzle rate` and `fathom puzzle daily`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random, SystemRandom
from time import monotonic
from typing import TypedDict

from fathom import games
from fathom.core.words import enumerate_words
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.make.generate import Puzzle
from fathom.games.pyramid_puzzle.make.rate import FIENDISH, Rating, rating_dict
from fathom.games.pyramid_puzzle.make.rate import rate as measure
from fathom.games.pyramid_puzzle.rules import GAME, Options, new_match
from fathom.games.pyramid_puzzle.scenario.route import item_on
from fathom.games.pyramid_puzzle.solve.codes import whole_puzzle, write_puzzle_code
from fathom.games.pyramid_puzzle.solve.data import PuzzleDict, puzzle_dict
from fathom.games.pyramid_puzzle.solve.solution import solve
from fathom.terminal.inputs import fathom_command
from fathom.terminal.json_output import print_json
from fathom.terminal.puzzle.files import read_puzzle
from fathom.terminal.screen import Screen

FORMATS = ("code", "yaml", "json")
_MANY = 20
_SHOWN_EVERY = 0.2
_SEEDS = 1_000_000_000
_MOST_HINTS_IN_FILES = 3


# ------------------------------------------------------------------ new


class NewPuzzlesDict(TypedDict):
    """What `--format json` prints, with the keys in the documented order."""

    difficulty: str
    levels: int
    seed: int
    generator: int
    puzzles: list[PuzzleDict]


def new(arguments: argparse.Namespace) -> int:
    """Reads `difficulty`, `seed` (or None), `generator`, `count`, `levels` and `format`."""
    if arguments.count < 1:
        raise BadOption(f"--count must be at least 1, not {arguments.count}.")
    seed = SystemRandom().randrange(_SEEDS) if arguments.seed is None else arguments.seed
    puzzles = _make_puzzles(Random(seed), arguments)
    if arguments.format == "json":
        written = [puzzle_dict(puzzle.solution) for puzzle in puzzles]
        made: NewPuzzlesDict = {
            "difficulty": arguments.difficulty,
            "levels": arguments.levels,
            "seed": seed,
            "generator": arguments.generator,
            "puzzles": written,
        }
        print_json(made)
        return 0
    for number, puzzle in enumerate(puzzles, 1):
        if arguments.format == "yaml":
            _print_file(puzzle, number)
        else:
            print(write_puzzle_code(puzzle.options), flush=True)
    return 0


def _make_puzzles(rng: Random, arguments: argparse.Namespace) -> Iterator[Puzzle]:
    """The puzzles one by one, with a progress line if there are many and it would not mix with the output."""
    from fathom.games.pyramid_puzzle.make.generate import generate

    mixed = arguments.format != "json" and sys.stdout.isatty()
    shows = arguments.count >= _MANY and sys.stderr.isatty() and not mixed
    shown_at = monotonic()
    try:
        for number in range(1, arguments.count + 1):
            yield generate(rng, arguments.difficulty, arguments.levels, arguments.generator)
            if shows and monotonic() - shown_at > _SHOWN_EVERY:
                shown_at = monotonic()
                sys.stderr.write(f"\r{number:,} of {arguments.count:,} puzzles")
                sys.stderr.flush()
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _print_file(puzzle: Puzzle, number: int) -> None:
    """Print a puzzle file; further ones follow as separate YAML documents."""
    from fathom.games.pyramid_puzzle.scenario.write import write_scenario
    from fathom.games.pyramid_puzzle.solve.hints import hints

    told = hints(GAME.start(puzzle.options), puzzle.solution)[:_MOST_HINTS_IN_FILES]
    about = {"difficulty": puzzle.grade}
    print(write_scenario(puzzle.solution, told, f"pyramid_scenario_{number:03}", about), end="", flush=True)


# ------------------------------------------------------------------ rate


def rate(arguments: argparse.Namespace) -> int:
    """Reads `what` (CODE or FILE) and `json`; returns 1 if the puzzle has no solution and so no grade."""
    options = whole_puzzle(read_puzzle(arguments.what))
    rating = measure(options)
    if arguments.json:
        print_json(rating_dict(options, rating))
    elif rating.grade is None:
        print(f"This puzzle has no solution, so it has no grade: {solve(options).reason}.")
    else:
        Screen().say(_rating_lines(options, rating))
    return 0 if rating.grade else 1


def _rating_lines(options: Options, rating: Rating) -> list[str]:
    tempting = f" ({_items(options, rating.tempting)} for at most 2 MP more)" if rating.tempting else ""
    return [
        f"Grade: {rating.grade}, because {_found_by(rating)}",
        f"Least MP: {rating.mp}",
        f"Best routes, apart from the starting tile: {rating.routes:,}",
        f"The greedy walker: {_greedy(rating)}",
        f"Needed: {_items(options, rating.needed)}",
        f"Decoys: {_items(options, rating.decoys)}{tempting}",
        f"Crossed twice: {_tiles(rating.crossed_twice)}",
        f"Opened and crossed twice: {_tiles(rating.opened_twice)}",
        f"Outward moves: {rating.outward}",
        f"Sensible alternatives: {rating.alternatives:,}",
    ]


def _found_by(rating: Rating) -> str:
    """What the panel says, up to the first solver that finds a best route."""
    if "greedy" in rating.found_by:
        return "going for the nearest thing finds a best route"
    if "two" in rating.found_by:
        return "looking two decisions ahead finds a best route, and greed does not"
    if "four" in rating.found_by:
        return "it takes looking four decisions ahead to find a best route, and two are not enough"
    twist = ", and it has a twist" if rating.grade == FIENDISH else ""
    return f"not even looking four decisions ahead finds a best route{twist}"


def _greedy(rating: Rating) -> str:
    if rating.greedy_mp is None:
        return "never gets to the peak"
    return f"{rating.greedy_mp} MP, {rating.greedy_gap} over the best" if rating.greedy_gap else "finds a best route"


def _items(options: Options, tiles: tuple[Tile, ...]) -> str:
    return enumerate_words([f"{item_on(options, tile)} on {tile}" for tile in tiles]) if tiles else "nothing"


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return enumerate_words(tiles) if tiles else "nothing"


# ------------------------------------------------------------------ daily


def daily(arguments: argparse.Namespace) -> int:
    """Reads `date` (YYYY-MM-DD, or None for today in UTC) and `json`."""
    from fathom.games.pyramid_puzzle.make.daily import daily_dict, make_daily, read_date

    day = datetime.now(UTC).date() if arguments.date is None else read_date(arguments.date)
    puzzle = make_daily(day)
    if arguments.json:
        print_json(daily_dict(day, puzzle))
        return 0
    screen = Screen()
    board = games.room(GAME.name).text.board(new_match(puzzle.options), screen.canvas)
    code = write_puzzle_code(puzzle.options)
    screen.say([f"The puzzle of {day:%A}, {day.isoformat()}: {puzzle.grade}, {puzzle.mp} MP at best.", "", *board])
    screen.say(["", code, f"Solve it with: {fathom_command()} puzzle play {code}"])
    return 0
