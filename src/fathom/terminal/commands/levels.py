"""The command `levels`: the exact chances of the machine players against each other."""

from __future__ import annotations

import argparse
import atexit
import gc
from itertools import pairwise
from typing import TypedDict

from fathom import games
from fathom.analysis.chances import chances
from fathom.analysis.levels import LEVELS
from fathom.analysis.reckoning import Odds
from fathom.analysis.strength import Table, score
from fathom.core.budget import NO_LIMIT
from fathom.core.game import AnyGame
from fathom.core.options import Options
from fathom.core.words import MARK
from fathom.errors import FathomError
from fathom.show.canvas import Canvas
from fathom.terminal.collector import pause_collector
from fathom.terminal.commands.grid import grid, percent
from fathom.terminal.inputs import read_options
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

_NAMES = [level.name for level in LEVELS]


def levels(arguments: argparse.Namespace) -> int:
    game = games.game(arguments.game)
    options = read_options(game, arguments.set, arguments.preset)
    if not game.is_contest:
        raise FathomError(f"{game.title} is for one player, so there are no chances to work out.")
    atexit.register(gc.freeze)  # what was worked out need not be searched when the program ends
    with pause_collector(), ProgressLine(NO_LIMIT).over("Working out the chances") as meter:
        table = chances(game, options, meter)
    if arguments.json:
        print_json(levels_dict(game, options, table))
    else:
        screen = Screen()
        screen.say(report(game, options, table, screen.canvas))
    return 0


def report(game: AnyGame, options: Options, table: Table, canvas: Canvas) -> list[str]:
    """The tables, in percent, as lines that fit."""
    with_options = ", ".join([game.title, *(f"{name}={text}" for name, text in options.changed().items())])
    has_draws = any(odds.drawn for odds in table.values())
    lines = canvas.wrap(
        f"{with_options}: exact chances in percent. Row: the level in seat 1; column: the level in seat 2. "
        "100 and 0 without a decimal are certain."
    )
    lines += [
        "",
        canvas.strong("Seat 1 wins"),
        *grid(_NAMES, lambda row, column: percent(table[row, column].first), canvas),
    ]
    if has_draws:
        lines += [
            "",
            canvas.strong("Nobody wins"),
            *grid(_NAMES, lambda row, column: percent(table[row, column].drawn), canvas),
        ]
        lines += [
            "",
            canvas.strong("Seat 2 wins"),
            *grid(_NAMES, lambda row, column: percent(table[row, column].second), canvas),
        ]
    return [*lines, "", *canvas.wrap(_ladder(table, has_draws=has_draws))]


def _ladder(table: Table, *, has_draws: bool) -> str:
    graded = [level.name for level in LEVELS if not level.by_rules]
    steps = [f"{upper.removeprefix(MARK)} {percent(score(table, upper, lower))}" for lower, upper in pairwise(graded)]
    draws = "; a draw counts as half a win" if has_draws else ""
    return f"Each level against the one before it (half of the matches in each seat{draws}): {', '.join(steps)}."


class LevelDict(TypedDict):
    """A level as JSON."""

    name: str
    mistake: str
    sight: int | None
    tricks: bool
    by_rules: bool


class ChancesDict(TypedDict):
    """The chances of two machines as JSON, as decimals and exactly."""

    first: str
    second: str
    first_wins: float
    drawn: float
    second_wins: float
    exact: dict[str, str]


class LevelsDict(TypedDict):
    """What `--json` prints."""

    game: str
    options: dict[str, int | str]
    levels: list[LevelDict]
    chances: list[ChancesDict]


def levels_dict(game: AnyGame, options: Options, table: Table) -> LevelsDict:
    return {
        "game": game.name,
        "options": options.as_dict(),
        "levels": [
            {
                "name": level.name,
                "mistake": str(level.mistake),
                "sight": level.sight,
                "tricks": level.tricks,
                "by_rules": level.by_rules,
            }
            for level in LEVELS
        ],
        "chances": [chances_dict(*pair, odds) for pair, odds in table.items()],
    }


def chances_dict(first: str, second: str, odds: Odds) -> ChancesDict:
    return {
        "first": first,
        "second": second,
        "first_wins": float(odds.first),
        "drawn": float(odds.drawn),
        "second_wins": float(odds.second),
        "exact": {"first_wins": str(odds.first), "drawn": str(odds.drawn), "second_wins": str(odds.second)},
    }
