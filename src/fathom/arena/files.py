"""The files of an arena, in one folder.

games.jsonl      the log, written while games are played
results.json     the results
records.txt      every game as a record
report.html      a page with tables and pictures
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fathom import games
from fathom.arena.fixtures import Fixture
from fathom.arena.referee import Played
from fathom.arena.report import report_page
from fathom.arena.results import Results
from fathom.arena.results_json import results_dict
from fathom.core.record import write_record
from fathom.core.words import quoted
from fathom.errors import FathomError

LOG: Final = "games.jsonl"
RESULTS: Final = "results.json"
RECORDS: Final = "records.txt"
REPORT: Final = "report.html"


def write_files(folder: Path, results: Results, fixtures: Sequence[Fixture], played: Sequence[Played]) -> None:
    """Write everything but the log; what was written for fewer games is replaced."""
    _replace(folder / RESULTS, json.dumps(results_dict(results), ensure_ascii=False, indent=2) + "\n")
    _replace(folder / REPORT, report_page(results, fixtures, played))
    _replace(folder / RECORDS, "\n".join(_record(results, fixtures[game.number], game) for game in sorted(played)))


def _record(results: Results, fixture: Fixture, game: Played) -> str:
    match = games.read_code(game.code)
    match.names = tuple(results.plan.players[place] for place in fixture.players)
    tags = {"Event": "fathom arena", "Round": str(fixture.pair + 1), "Opening": fixture.code}
    if game.ended == "forfeit":
        match.forfeit(3 - game.winner, game.reason)
    if game.ended == "adjudicated":
        tags["Adjudicated"] = f"seat {game.winner} wins" if game.winner else "drawn"
    return write_record(match, tags)


def _replace(path: Path, text: str) -> None:
    """Write a file as a whole, or not at all."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise FathomError(f"{quoted(str(path))} cannot be written: {error.strerror or error}.") from error
