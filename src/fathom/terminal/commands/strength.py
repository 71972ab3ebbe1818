"""The command `strength`: the exact scores of machines against each other."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TypedDict

from fathom.analysis.strength import Table, score, strengths
from fathom.core.budget import NO_LIMIT
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.words import quoted
from fathom.errors import BadName, FathomError
from fathom.players import policy_named
from fathom.show.canvas import Canvas
from fathom.terminal.commands.grid import grid, percent
from fathom.terminal.commands.levels import ChancesDict, chances_dict
from fathom.terminal.inputs import opening
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

#: Those that are compared if none are named.
BASELINES = ("@random", "@greedy", "@minimax-2", "@minimax-4", "@perfect")
_DECIMALS = 2


def strength(arguments: argparse.Namespace) -> int:
    match = opening(arguments.what, arguments.set, arguments.preset)
    names = list(arguments.players) or list(BASELINES)
    if not match.game.is_contest:
        raise FathomError(f"{match.game.title} is for one player, so there are no scores to work out.")
    if twice := [name for name in names if names.count(name) > 1]:
        raise BadName(f"{quoted(twice[0])} is named twice; every machine plays itself anyway.")
    policies = [policy_named(name, match.game, match.options) for name in names]
    with ProgressLine(NO_LIMIT).over("Working out the scores") as meter:
        table = strengths(match.game, match.position, policies, meter)
    if arguments.json:
        print_json(strength_dict(match, names, table))
    else:
        screen = Screen()
        screen.say(report(match, names, table, screen.canvas))
    return 0


def report(match: AnyMatch, names: Sequence[str], table: Table, canvas: Canvas) -> list[str]:
    """The scores in percent, as lines that fit."""
    code = write_code(match)
    what = match.game.title if code == match.game.name else code
    lines = canvas.wrap(
        f"{what}: exact scores in percent. Row: the player; column: the opponent; half of the games in each seat, and "
        "a draw is half a win. 100 and 0 without decimals are certain."
    )
    cells = grid(names, lambda row, column: percent(score(table, row, column), _DECIMALS), canvas)
    return [*lines, "", *cells]


class ScoreDict(TypedDict):
    """A score as JSON, as a decimal and exactly."""

    player: str
    opponent: str
    score: float
    exact: str


class StrengthDict(TypedDict):
    """What `--json` prints."""

    code: str
    players: list[str]
    scores: list[ScoreDict]
    chances: list[ChancesDict]


def strength_dict(match: AnyMatch, names: Sequence[str], table: Table) -> StrengthDict:
    pairs = [(name, opponent, score(table, name, opponent)) for name in names for opponent in names]
    return {
        "code": write_code(match),
        "players": list(names),
        "scores": [
            {"player": name, "opponent": opponent, "score": float(scored), "exact": str(scored)}
            for name, opponent, scored in pairs
        ],
        "chances": [chances_dict(*pair, odds) for pair, odds in table.items()],
    }
