"""The command `audit`: what a rule book is worth as a game, exactly."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from fathom.core.code import write_code
from fathom.core.words import quoted
from fathom.errors import BadOption, Unknown
from fathom.show.canvas import Canvas
from fathom.terminal.commands.grid import grid, percent
from fathom.terminal.inputs import opening
from fathom.terminal.json_output import print_json
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen, printable

if TYPE_CHECKING:
    from fathom.workshop.audit import Audit

_BOOK = Path("docs/audit.md")
_BAR = "#"
_WIDEST_BAR = 40
_NARROWEST_BAR = 10
#: What a line of the curve has besides its bar.
_BESIDE = len("100%  100.0  ")


class NotAuditedDict(TypedDict):
    """What `fathom audit --json` prints when the budget was too small: what was asked, and why it is unknown."""

    what: str
    unknown: str


def audit(arguments: argparse.Namespace) -> int:
    from fathom.core.budget import Budget

    for name in ("states", "seconds", "memory"):
        if getattr(arguments, name) < 1:
            raise BadOption(f"--{name} must be at least 1, not {getattr(arguments, name)}.")
    line = ProgressLine(Budget(arguments.states, arguments.seconds, arguments.memory))
    given = [arguments.what, *(arguments.set or ()), arguments.preset]
    if arguments.book:
        if any(given) or arguments.json:
            raise BadOption("--book audits every rule book as it stands: it goes with -o only.")
        return _write_book(arguments.output, line)
    if arguments.gym:
        if any(given) or arguments.output:
            raise BadOption("--gym takes a Python file, and goes with --json and the limits only.")
        return _audit_gym(arguments.gym, line, as_json=arguments.json)
    if not arguments.what:
        raise BadOption("Name a game or a code to audit, such as range-war, or use --book for all rule books.")
    return _audit_game(arguments, line)


def _audit_game(arguments: argparse.Namespace, line: ProgressLine) -> int:
    from fathom.workshop.audit import audit as audit_game
    from fathom.workshop.page import audit_page

    match = opening(arguments.what, arguments.set, arguments.preset)
    try:
        with new_file(arguments.output) if arguments.output else nullcontext() as file:
            with line.over("Auditing") as meter:
                found = audit_game(match, meter)
            if file:
                file.write(audit_page(found))
    except Unknown as unknown:
        return _say_unknown(write_code(match), unknown, as_json=arguments.json)
    if arguments.output:
        if arguments.output != "-":
            print(f"Written to {quoted(arguments.output)}: an audit of {found.code}.")
    elif arguments.json:
        print_json(found.as_dict())
    else:
        screen = Screen()
        screen.say(report(found, screen.canvas))
    return 0


def _say_unknown(what: str, unknown: Unknown, *, as_json: bool) -> int:
    if as_json:
        told: NotAuditedDict = {"what": what, "unknown": str(unknown)}
        print_json(told)
    else:
        print(printable(f"unknown: {unknown}"))
    return 1


def _audit_gym(what: str, line: ProgressLine, *, as_json: bool) -> int:
    """An environment that is not ours."""
    from fathom.workshop.gym.run import audit_environment

    try:
        with line.over("Exploring") as meter:
            found = audit_environment(what, meter)
    except Unknown as unknown:
        return _say_unknown(what, unknown, as_json=as_json)
    exit_code = 0 if found.is_whole else 1
    if as_json:
        print_json(found.as_dict())
        return exit_code
    screen = Screen()
    lines = screen.canvas.wrap(f"Audit of {quoted(found.file)}, explored by copies of the environment.")
    if not found.is_whole:
        lines += screen.canvas.wrap(
            printable(f"Only a part of it was explored: {found.stopped} This was found until then; there may be more.")
        )
    if found.not_contained:
        lines += screen.canvas.wrap(f"It could not be kept off the network: {found.not_contained}.")
    for row in found.rows:
        lines += screen.canvas.wrap(printable(f"{row.name}: {row.figure}."), indent="  ")
    screen.say(lines)
    return exit_code


def _write_book(output: str | None, line: ProgressLine) -> int:
    """To a new file, or over the page in the docs of the folder one is in."""
    from fathom.workshop.book import book_page

    if output is None and not _BOOK.parent.is_dir():
        raise BadOption(f"There is no folder {_BOOK.parent} here to write {_BOOK.name} to; name a file with -o.")
    with new_file(output) if output is not None else nullcontext() as file:
        with line.over("Auditing") as meter:
            page = book_page(meter)
        if file:
            file.write(page)
        else:
            _BOOK.write_text(page, encoding="utf-8")
    if output != "-":
        print(f"Written to {quoted(output or str(_BOOK))}: an audit of all rule books.")
    return 0


def report(found: Audit, canvas: Canvas) -> list[str]:
    """The audit as lines that fit."""
    from fathom.workshop.words import player_names, sections

    lines = canvas.wrap(f"Audit of {found.code}. Every figure is exact: computed from the solved game, not sampled.")
    for section in sections(found):
        lines += ["", canvas.strong(section.title)]
        for row in section.rows:
            lines += canvas.wrap(f"{row.name}: {row.figure}.", indent="  ")
    lines += ["", canvas.strong("Play with slips")]
    lines += canvas.wrap("The chance of a slip, the score of seat 1 in percent, and the same as a bar.")
    lines += [_bar(slip, score, canvas) for slip, score in found.curve]
    lines += ["", canvas.strong("Players who see little")]
    lines += canvas.wrap(
        "The score in percent of the player of the row, in seat 1, against the player of the column, in seat 2."
    )
    lines += grid(player_names(), lambda first, second: percent(found.players[first, second].score), canvas)
    return lines


def _bar(slip: Fraction, score: Fraction, canvas: Canvas) -> str:
    width = max(_NARROWEST_BAR, min(_WIDEST_BAR, canvas.width - _BESIDE))
    bar = _BAR * round(width * score)
    return f"{round(100 * slip):>3}%  {percent(score):>5}  {bar}".rstrip()
