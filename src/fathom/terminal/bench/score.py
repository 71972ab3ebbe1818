"""The commands `bench score` and `bench compare`."""

from __future__ import annotations

import argparse

from fathom.bench.compare import compare as compare_scores
from fathom.bench.compare import difference_dict
from fathom.bench.item import Item
from fathom.bench.results import Results, add_up
from fathom.bench.results_json import results_dict
from fathom.bench.words import as_text, comparison, tables
from fathom.core.budget import NO_LIMIT
from fathom.errors import FathomError
from fathom.terminal.bench.files import load_answers, load_items
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen


def score(arguments: argparse.Namespace) -> int:
    results = work_out(arguments.answers, load_items(arguments.items))
    if arguments.json:
        print_json(results_dict(results))
        return 0
    screen = Screen()
    for table in tables(results):
        screen.say([*as_text(table), *(["", *screen.canvas.wrap(table.note)] if table.note else []), ""])
    return 0


def work_out(name: str, items: list[Item]) -> Results:
    """The results of a file of answers."""
    answers = load_answers(name)
    line = ProgressLine(NO_LIMIT).over("Scoring")
    line.meter.total = len(items)
    with line as meter:
        results = add_up(items, answers, meter.tick)
    return results if any(answer.player for answer in answers) else results._replace(player=name)


def compare(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.difference <= 100:
        raise FathomError("--difference is a number of points above 0 and up to 100, such as 5.")
    items, size = load_items(arguments.items), arguments.difference / 100
    first, second = (work_out(name, items) for name in (arguments.first, arguments.second))
    found = compare_scores(first.scored, second.scored, size)
    if arguments.json:
        print_json([difference_dict(each) for each in found])
        return 0
    screen, table = Screen(), comparison(found, first.player, second.player, size)
    screen.say([*as_text(table), "", *screen.canvas.wrap(table.note)])
    return 0
