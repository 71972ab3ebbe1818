"""`fathom bot check`: tries out a program that plays."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from fathom.core.words import counted, is_program
from fathom.errors import BadOption, UnknownPlayer
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen, printable

if TYPE_CHECKING:
    from fathom.players.programs.check import Report
    from fathom.show.canvas import Canvas

_SLOW_SECONDS = 1.0


def bot(arguments: argparse.Namespace) -> int:
    from fathom.players.programs.check import check
    from fathom.terminal.progress_line import StatusLine

    name: str = arguments.program
    if not is_program(name):
        raise UnknownPlayer(f'{name!r} is not a program: give a file such as ./mybot, or cmd:"python bot.py".')
    if arguments.think < 1:
        raise BadOption(f"--think must be at least 1 second, not {arguments.think}.")
    line = StatusLine(sys.stderr)
    tell = line.show if sys.stderr.isatty() else lambda _: None
    try:
        report = check(name, seconds=arguments.think, contain=arguments.contain, tell=tell)
    finally:
        tell("")
    if arguments.json:
        print_json(report.as_dict())
    else:
        screen = Screen()
        screen.say(report_lines(report, screen.canvas))
    return 1 if report.problems else 0


def report_lines(report: Report, canvas: Canvas) -> list[str]:
    """The report in words: what was tried, what is known, the layers, and what is wrong."""
    lines = [canvas.strong(f"{printable(report.program)}: {'no problems' if not report.problems else 'problems'}"), ""]
    lines += _table(report)
    if report.untried:
        lines.append(f"{counted(report.untried, 'more game')} with options not tried because of the problems.")
    for facts in (_facts(report), _containment(report)):
        lines += ["", *facts] if facts else []
    for problem in report.problems:
        lines += ["", *canvas.wrap(f"Problem at {problem.question}: {problem.reason}.")]
        lines += canvas.wrap(problem.advice)
    return lines


def _table(report: Report) -> list[str]:
    width = max(len(trial.game) for trial in report.trials)
    lines = [f"{'GAME'.ljust(width)}  QUESTIONS  SLOWEST ANSWER"]
    for trial in report.trials:
        slowest = f"{1000 * trial.slowest:.1f} ms"
        wrong = f"  {trial.problem.cause}" if trial.problem else ""
        lines.append(f"{trial.game.ljust(width)}  {trial.questions:>9}  {slowest:>14}{wrong}")
    return lines


def _facts(report: Report) -> list[str]:
    """What is known of the program, a sentence each."""
    said = []
    if report.first_answer is not None:
        slow = ", which is slow" if report.first_answer > _SLOW_SECONDS else ""
        said.append(f"It started and answered its first question within {report.first_answer:.2f} s{slow}.")
    if report.is_fixed is not None:
        said.append(
            "It gives the same answer to the same question."
            if report.is_fixed
            else "It gives different answers to the same question, so it plays by chance or remembers."
        )
    if report.is_fixed is False and report.follows_seed is not None:
        said.append(
            "Started again with the same FATHOM_SEED, it gives the same answers."
            if report.follows_seed
            else "Started again with the same FATHOM_SEED, it gives other answers: its games cannot be repeated."
        )
    if report.ends is not None:
        said.append(
            "It ends when its input ends." if report.ends else "It does not end when its input ends: it is killed."
        )
    return said


def _containment(report: Report) -> list[str]:
    from fathom.players.programs.containment.layers import MEANINGS, TITLES

    if not report.layers:
        return ["It was not contained."]
    held = [f"  {TITLES[layer.name]}: it {MEANINGS[layer.name]}." for layer in report.layers if layer.holds]
    missing = [f"  {TITLES[layer.name]}: {layer.why_not}." for layer in report.layers if not layer.holds]
    return ["It is contained by these layers:", *held, *(["These do not hold here:", *missing] if missing else [])]
