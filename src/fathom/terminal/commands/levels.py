"""The command `levels`: the exact chances of the machine players against each other."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TypedDict

from fathom import games
from fathom.analysis.chances import Odds, chances
from fathom.analysis.levels import LEVELS
from fathom.core.budget import NO_LIMIT
from fathom.core.game import AnyGame
from fathom.core.options import Options, assignments
from fathom.errors import FathomError
from fathom.players import MARK
from fathom.show.canvas import Canvas
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

#: By the names of the levels in seat 1 and seat 2.
Table = dict[tuple[str, str], Odds]

_NAMES = [level.name for level in LEVELS]
_WIDEST = max(len(name.removeprefix(MARK)) for name in _NAMES)
_WIDEST_FIGURE = len("100.0")
_GAP = 2


def levels(arguments: argparse.Namespace) -> int:
    game = games.game(arguments.game)
    options = game.options_type.read(assignments(arguments.set))
    if not game.is_contest:
        raise FathomError(f"{game.title} is for one player, so there are no chances to work out.")
    with ProgressLine(NO_LIMIT).over("Working out the chances") as meter:
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
    lines += ["", canvas.strong("Seat 1 wins"), *_grid(table, lambda odds: odds.first, canvas)]
    if has_draws:
        lines += ["", canvas.strong("Nobody wins"), *_grid(table, lambda odds: odds.drawn, canvas)]
        lines += ["", canvas.strong("Seat 2 wins"), *_grid(table, lambda odds: odds.second, canvas)]
    return [*lines, "", *canvas.wrap(_ladder(table, has_draws=has_draws))]


def _grid(table: Table, chance: Callable[[Odds], Fraction], canvas: Canvas) -> list[str]:
    """A row for each level; columns that do not fit follow below."""
    lines: list[str] = []
    for columns in _split_columns(canvas.width - _WIDEST):
        lines += [""] if lines else []
        lines.append(_row("", columns, [column.removeprefix(MARK) for column in columns]))
        lines += [_row(row, columns, [percent(chance(table[row, column])) for column in columns]) for row in _NAMES]
    return lines


def _split_columns(room: int) -> list[list[str]]:
    """The columns, in as many parts as they need."""
    parts, used = [list[str]()], 0
    for name in _NAMES:
        if parts[-1] and used + _width(name) > room:
            parts.append([])
            used = 0
        parts[-1].append(name)
        used += _width(name)
    return parts


def _width(name: str) -> int:
    """The width of a column, with the gap before it."""
    return max(len(name.removeprefix(MARK)), _WIDEST_FIGURE) + _GAP


def _row(name: str, columns: list[str], cells: list[str]) -> str:
    shown = (cell.rjust(_width(column)) for column, cell in zip(columns, cells, strict=True))
    return name.removeprefix(MARK).ljust(_WIDEST) + "".join(shown)


def percent(chance: Fraction) -> str:
    """`42.4`; a certain 100 or 0 is written without a decimal."""
    if chance in (0, 1):
        return str(100 * chance)
    tenths = round(1000 * chance)
    return f"{tenths // 10}.{tenths % 10}"


def _ladder(table: Table, *, has_draws: bool) -> str:
    graded = [level.name for level in LEVELS if not level.by_rules]
    steps = [f"{upper.removeprefix(MARK)} {percent(score(table, upper, lower))}" for lower, upper in pairwise(graded)]
    draws = "; a draw counts as half a win" if has_draws else ""
    return f"Each level against the one before it (half of the matches in each seat{draws}): {', '.join(steps)}."


def score(table: Table, name: str, opponent: str) -> Fraction:
    """A level's average score against another, if they take turns to move first; a draw is half a win."""
    begun, followed = table[name, opponent], table[opponent, name]
    return (begun.first + followed.second) / 2 + (begun.drawn + followed.drawn) / 4


class LevelDict(TypedDict):
    """A level as JSON."""

    name: str
    mistake: str
    sight: int | None
    tricks: bool
    by_rules: bool


class ChancesDict(TypedDict):
    """The chances of two levels as JSON, as decimals and exactly."""

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
        "chances": [_chances_dict(*pair, odds) for pair, odds in table.items()],
    }


def _chances_dict(first: str, second: str, odds: Odds) -> ChancesDict:
    return {
        "first": first,
        "second": second,
        "first_wins": float(odds.first),
        "drawn": float(odds.drawn),
        "second_wins": float(odds.second),
        "exact": {"first_wins": str(odds.first), "drawn": str(odds.drawn), "second_wins": str(odds.second)},
    }
