"""The commands `bench report` and `bench baselines`."""

from __future__ import annotations

import argparse
import json

from fathom.bench.baselines import PLAYERS, baseline_tables
from fathom.bench.page import report_page
from fathom.bench.results_json import results_dict
from fathom.bench.words import as_markdown, markdown_report
from fathom.core.budget import NO_LIMIT
from fathom.errors import FathomError
from fathom.terminal.bench.files import load_items
from fathom.terminal.bench.score import work_out
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import ProgressLine


def baselines(arguments: argparse.Namespace) -> int:
    line = ProgressLine(NO_LIMIT)

    def tell(work: str) -> None:
        line.over(work).meter.look()

    with new_file(arguments.output) as file, line:
        found = baseline_tables(arguments.player or PLAYERS, tell)
        file.write("\n".join(map(as_markdown, found)))
    return 0


def report(arguments: argparse.Namespace) -> int:
    form = arguments.format or arguments.output.rpartition(".")[2].lower()
    if form not in ("html", "md", "json"):
        raise FathomError("A report is a file that ends in .html, .md or .json, or has a --format.")
    with new_file(arguments.output) as file:
        results = work_out(arguments.answers, load_items(arguments.items))
        if form == "html":
            file.write(report_page(results))
        elif form == "md":
            file.write(markdown_report(results))
        else:
            file.write(json.dumps(results_dict(results), ensure_ascii=False, indent=2) + "\n")
    return 0
