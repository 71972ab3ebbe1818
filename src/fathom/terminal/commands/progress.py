"""`fathom progress`: the rules mastered in each game, what is due, the next goal, and the accuracy by week."""

from __future__ import annotations

import argparse

from fathom import games
from fathom.coach.learner import drilled_games
from fathom.coach.progress import Share, Week, weeks
from fathom.core.words import counted
from fathom.show.canvas import Canvas
from fathom.terminal.commands.drill import now
from fathom.terminal.commands.notebook import Notebook
from fathom.terminal.commands.shapes import ProgressDict
from fathom.terminal.inputs import fathom_command, open_store
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen

_WEEKS_SHOWN = 12
_BAR = 20
_NARROW = 70


def progress(arguments: argparse.Namespace) -> int:
    notebook = Notebook(open_store(arguments), drilled_games(arguments.game))
    shares = [_share(notebook, name) for name in notebook.names]
    by_week = weeks(notebook.marks)
    if arguments.json:
        found: ProgressDict = {
            "games": [share.as_dict() for share in shares],
            "weeks": [week.as_dict() for week in by_week],
            "damaged": notebook.damaged,
        }
        print_json(found)
        return 0
    screen = Screen()
    screen.say([*_share_lines(shares, screen.canvas), "", *_week_lines(by_week[-_WEEKS_SHOWN:], screen.canvas)])
    if notebook.damaged:
        screen.say(["", f"Answers in the store that cannot be read and are not counted: {notebook.damaged}."])
    return 0


def _share(notebook: Notebook, name: str) -> Share:
    return notebook.share(name, now())


def _share_lines(shares: list[Share], canvas: Canvas) -> list[str]:
    """For each game the rules, the positions and what is due; then the next goal."""
    lines = [canvas.strong("The rules for winning that you know")]
    titles = [games.game(share.game).title for share in shares]
    width = max(map(len, titles))
    for share, title in zip(shares, titles, strict=True):
        said = ", ".join([*_rules_words(share), f"{counted(share.remembered, 'position')} known", f"{share.due:,} due"])
        if canvas.width < _NARROW or not share.rules:
            lines += [canvas.strong(title), *canvas.wrap(said)]
        else:
            lines.append(f"{title.ljust(width)}  {_bar(share.mastered, len(share.rules))}  {said}")
        lines += canvas.wrap(f"  {share.goal}", "  ") if share.goal else []
    return lines


def _rules_words(share: Share) -> list[str]:
    """`2 of 6 rules`; nothing for a game without them."""
    return [f"{share.mastered} of {counted(len(share.rules), 'rule')}"] if share.rules else []


def _week_lines(by_week: list[Week], canvas: Canvas) -> list[str]:
    lines = [canvas.strong("Accuracy by week, in matches and drills")]
    if not by_week:
        return [*lines, f"Nothing yet: play a match, or start a drill with: {fathom_command()} drill"]
    counts = [f"{week.both.right:,} of {week.both.total:,}" for week in by_week]
    size = max(map(len, counts))
    for week, tally in zip(by_week, counts, strict=True):
        right, total = week.both
        bar = "" if canvas.width < _BAR + size + 24 else f"{_bar(right, total)}  "
        lines.append(f"{week.week}  {bar}{_percent(right, total)}  {tally.rjust(size)}")
    return lines


def _bar(part: int, whole: int) -> str:
    """`|#####...............|`: at least one mark unless it is zero, and full only if it is all."""
    filled = max(part * _BAR // whole, min(part, 1))
    return f"|{'#' * filled}{'.' * (_BAR - filled)}|"


def _percent(part: int, whole: int) -> str:
    """Rounded down to tenths: 100% means all of it."""
    tenths = 1000 * part // whole
    return f"{tenths // 10:>3}.{tenths % 10}%"
