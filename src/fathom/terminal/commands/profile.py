"""The command `profile`: ask a player everything, and say how strong that makes it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import ExitStack
from fractions import Fraction
from random import Random
from typing import TypedDict

from fathom.analysis.adviser import adviser_for, has_contest
from fathom.core.budget import NO_LIMIT
from fathom.core.words import counted, quoted
from fathom.errors import FathomError, UnknownPlayer
from fathom.players import ending_programs, is_machine, player_named, policy_named
from fathom.players.profiles.asking import Care, take_profile
from fathom.players.profiles.profile import Behaviour, Profile, profile_dict
from fathom.players.profiles.standing import Standing, work_out
from fathom.show.canvas import Canvas
from fathom.terminal.commands.grid import percent
from fathom.terminal.commands.strength import BASELINES
from fathom.terminal.inputs import opening
from fathom.terminal.json_output import print_json
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

_MEANINGS: dict[Behaviour, str] = {
    "fixed": "fixed: in the same position it always gives the same answer",
    "history": "fixed, but depending on history: how a position was reached makes a difference",
    "random": "random: it does not always give the same answer to the same question",
}
_WIDTH = 9
_DECIMALS = 2


def profile(arguments: argparse.Namespace) -> int:
    match = opening(arguments.game, arguments.set, arguments.preset)
    if not has_contest(match.game, match.options):
        raise FathomError(f"{match.game.title} is not a game for two, so there is no strength to work out.")
    if not is_machine(arguments.player):
        raise UnknownPlayer(f"{quoted(arguments.player)} is not a machine or a program, such as @expert or ./mybot.")
    care = Care(arguments.repeats, arguments.samples, arguments.questions)
    if min(care) < 1:
        raise FathomError("--repeats, --samples and --questions are at least 1.")
    opponents = [policy_named(name, match.game, match.options) for name in arguments.against or BASELINES]
    rng = Random(arguments.seed)
    player = player_named(arguments.player, rng, match.game, match.options, arguments.think)
    with ExitStack() as stack:
        # The file is claimed before an hour of questions, not after.
        file = stack.enter_context(new_file(arguments.output)) if arguments.output else None
        with ending_programs([player]), ProgressLine(NO_LIMIT).over(f"Asking {arguments.player}") as meter:
            taken = take_profile(player, arguments.player, match, care, meter)
        with ProgressLine(NO_LIMIT).over("Working out the scores") as meter:
            adviser = adviser_for(match.game, match.options, meter)
            standings = [work_out(taken, seat, opponents, adviser, meter) for seat in (1, 2)]
        if file:
            json.dump(profile_dict(taken), file, ensure_ascii=False, indent=1)
            file.write("\n")
    if arguments.output == "-":
        return 0
    if arguments.json:
        print_json(standing_dict(taken, standings))
    else:
        screen = Screen()
        screen.say(report(taken, standings, screen.canvas))
    return 0


def report(taken: Profile, standings: Sequence[Standing], canvas: Canvas) -> list[str]:
    """What was asked, the scores, and the regret by depth."""
    return [
        *canvas.wrap(
            f"{taken.player} in {taken.start} is {_MEANINGS[taken.behaviour]}. {_how_asked(taken, standings)}"
        ),
        "",
        *canvas.wrap(f"Scores in percent, {_how_exact(taken)}:"),
        "",
        *_scores(standings),
        "",
        *canvas.wrap("What its answers give away, by the move number of the game:"),
        "",
        *_regrets(standings),
    ]


def _how_asked(taken: Profile, standings: Sequence[Standing]) -> str:
    first, second = (standing.questions for standing in standings)
    asked = f"It has {counted(first, 'question')} to answer in seat 1 and {second} in seat 2"
    if taken.repeats is None:
        return f"{asked}; its chances are known."
    times = "once" if taken.repeats == 1 else f"{taken.repeats} times"
    more = ", and again for every other move that leads to it" if taken.behaviour == "fixed" else ""
    return f"{asked}; each was asked {times}{more}."


def _how_exact(taken: Profile) -> str:
    if taken.behaviour == "random" and taken.repeats is not None:
        return "if its chances are as often as it gave each answer"
    return "exactly"


def _scores(standings: Sequence[Standing]) -> list[str]:
    names = [*standings[0].scores, "worst case", "perfect play", "exploitability"]
    widest = max(map(len, names))
    lines = [" " * widest + "".join(title.rjust(_WIDTH) for title in ("seat 1", "seat 2", "both"))]
    for name in names:
        cells = [_figure(standing, name) for standing in standings]
        shown = [percent(cell, _DECIMALS).rjust(_WIDTH) for cell in (*cells, sum(cells, Fraction(0)) / 2)]
        lines.append(name.ljust(widest) + "".join(shown))
    return lines


def _figure(standing: Standing, name: str) -> Fraction:
    others = {
        "worst case": standing.worst,
        "perfect play": standing.value,
        "exploitability": standing.exploitability,
    }
    return standing.scores[name] if name in standing.scores else others[name]


def _regrets(standings: Sequence[Standing]) -> list[str]:
    lines = ["move  questions  mistakes  regret"]
    for regret in sorted(regret for standing in standings for regret in standing.regrets):
        mistakes = f"{float(regret.mistakes):.4g}"
        lines.append(f"{regret.ply:4}  {regret.questions:9}  {mistakes:>8}  {percent(regret.mean, _DECIMALS):>6}")
    return lines


class FigureDict(TypedDict):
    """A figure as JSON, as a decimal and exactly."""

    value: float
    exact: str


class OpponentDict(TypedDict):
    """The score against an opponent as JSON."""

    opponent: str
    score: FigureDict


class RegretDict(TypedDict):
    """What the answers before one ply give away, as JSON."""

    ply: int
    questions: int
    mistakes: FigureDict
    regret: FigureDict


class SeatDict(TypedDict):
    """The standing in one seat as JSON."""

    seat: int
    questions: int
    scores: list[OpponentDict]
    worst_case: FigureDict
    perfect_play: FigureDict
    exploitability: FigureDict
    regret: list[RegretDict]


class StandingDict(TypedDict):
    """What `--json` prints."""

    player: str
    start: str
    behaviour: Behaviour
    repeats: int | None
    seats: list[SeatDict]


def standing_dict(taken: Profile, standings: Sequence[Standing]) -> StandingDict:
    return {
        "player": taken.player,
        "start": taken.start,
        "behaviour": taken.behaviour,
        "repeats": taken.repeats,
        "seats": [_seat_dict(standing) for standing in standings],
    }


def _seat_dict(standing: Standing) -> SeatDict:
    return {
        "seat": standing.seat,
        "questions": standing.questions,
        "scores": [{"opponent": name, "score": _figure_dict(score)} for name, score in standing.scores.items()],
        "worst_case": _figure_dict(standing.worst),
        "perfect_play": _figure_dict(standing.value),
        "exploitability": _figure_dict(standing.exploitability),
        "regret": [
            {
                "ply": regret.ply,
                "questions": regret.questions,
                "mistakes": _figure_dict(regret.mistakes),
                "regret": _figure_dict(regret.mean),
            }
            for regret in standing.regrets
        ],
    }


def _figure_dict(figure: Fraction) -> FigureDict:
    return {"value": float(figure), "exact": str(figure)}
