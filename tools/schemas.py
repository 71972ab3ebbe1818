"""JSON schemas of what the commands print and write, from the types that the code declares: docs/schemas/*.json

A schema is made per kind of thing, not per command: several commands print a position.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import msgspec

from fathom.analysis.analysis import AnalysisDict
from fathom.analysis.review import ReviewDict
from fathom.arena.results_json import ResultsDict as ArenaDict
from fathom.bench.answer_file import AnswerDict
from fathom.bench.compare import DifferenceDict
from fathom.bench.curriculum import CurriculumDict
from fathom.bench.item import ItemDict
from fathom.bench.results_json import ResultsDict as BenchDict
from fathom.errors import ErrorDict
from fathom.games.pyramid_puzzle.make.daily import DailyPuzzleDict
from fathom.games.pyramid_puzzle.make.rate import RatingDict
from fathom.games.pyramid_puzzle.scenario.route import RouteCheckDict
from fathom.games.pyramid_puzzle.solve.data import SolutionDict
from fathom.players.profiles.profile import ProfileDict
from fathom.players.programs.check import ReportDict
from fathom.show.view import ViewDict
from fathom.solver.lines import ClaimDict, PlayDict, PositionDict
from fathom.storage.journal.stats import StatsDict
from fathom.terminal.commands.audit import NotAuditedDict
from fathom.terminal.commands.doctor import DoctorDict
from fathom.terminal.commands.kept_tables import ForgottenDict, KeptTableDict
from fathom.terminal.commands.levels import LevelsDict
from fathom.terminal.commands.profile import StandingDict
from fathom.terminal.commands.shapes import (
    GameDict,
    KeptDict,
    ProgressDict,
    ReplayedDict,
    RulesDict,
    SolvedDict,
    VerifiedDict,
)
from fathom.terminal.commands.strength import StrengthDict
from fathom.terminal.commands.teach import StrategyDict
from fathom.terminal.commands.variants import GridDict
from fathom.terminal.puzzle.make import NewPuzzlesDict
from fathom.terminal.puzzle.play import ResultsDict as PuzzleResultsDict
from fathom.terminal.store.blocking import BlockDict
from fathom.web.upkeep.check import CheckDict
from fathom.workshop.audit_dict import AuditDict
from fathom.workshop.gym.findings import GymDict
from fathom.workshop.variant import VariantDict

PLACE = Path("docs") / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Kind(NamedTuple):
    """A kind of thing: the name of its schema, the command that prints it, and its type."""

    name: str
    command: str
    type: object


KINDS = (
    Kind("position", "fathom show CODE --json", ViewDict),
    Kind("analysis", "fathom analyze CODE --json", AnalysisDict),
    Kind("error", "fathom analyze - --json, the value of error", ErrorDict),
    Kind("games", "fathom games --json", list[GameDict]),
    Kind("rules", "fathom rules GAME --json", RulesDict),
    Kind("strategy", "fathom teach GAME --json", StrategyDict),
    Kind("levels", "fathom levels GAME --json", LevelsDict),
    Kind("strength", "fathom strength GAME --json", StrengthDict),
    Kind("audit", "fathom audit GAME --json", AuditDict),
    Kind("not-audited", "fathom audit --json, within too small a budget", NotAuditedDict),
    Kind("audited-environment", "fathom audit --gym FILE --json", GymDict),
    Kind("variants", "fathom variants GAME --grid ... --json", GridDict),
    Kind("variant", "fathom variants GAME --grid ... -o FILE, each line", VariantDict),
    Kind("standing", "fathom profile PLAYER GAME --json", StandingDict),
    Kind("profile", "fathom profile PLAYER GAME -o FILE", ProfileDict),
    Kind("bot-check", "fathom bot check PROGRAM --json", ReportDict),
    Kind("arena", "fathom arena GAME... PLAYER... --json", ArenaDict),
    Kind("bench-item", "fathom bench make -o DIR, each line of items.jsonl", ItemDict),
    Kind("bench-answer", "fathom bench run ITEMS -o FILE, each line", AnswerDict),
    Kind("bench-results", "fathom bench score ANSWERS --items ITEMS --json", BenchDict),
    Kind("bench-comparison", "fathom bench compare A B --items ITEMS --json", list[DifferenceDict]),
    Kind("review", "fathom review --json, each of the list", ReviewDict),
    Kind("solved", "fathom solve GAME --json", SolvedDict),
    Kind("installation", "fathom doctor --json", DoctorDict),
    Kind("verified", "fathom verify FILE --json", VerifiedDict),
    Kind("certificate-claim", "fathom prove CODE -o FILE, the first line", ClaimDict),
    Kind("certificate-play", "fathom prove CODE -o FILE, the other lines", PlayDict),
    Kind("dataset-position", "fathom dataset GAME -o FILE, each line", PositionDict),
    Kind("curriculum-position", "fathom dataset GAME --curriculum N -o FILE, each line", CurriculumDict),
    Kind("kept-tables", "fathom solve --list --json", list[KeptTableDict]),
    Kind("forgotten-tables", "fathom solve --forget --json", ForgottenDict),
    Kind("progress", "fathom progress --json", ProgressDict),
    Kind("replayed", "fathom replay FILE --json", list[ReplayedDict]),
    Kind("matches", "fathom history --json", list[KeptDict]),
    Kind("new-puzzles", "fathom puzzle new --format json", NewPuzzlesDict),
    Kind("puzzle-solution", "fathom puzzle solve CODE --json", SolutionDict),
    Kind("checked-route", "fathom puzzle check CODE ROUTE --json", RouteCheckDict),
    Kind("puzzle-rating", "fathom puzzle rate CODE --json", RatingDict),
    Kind("daily-puzzle", "fathom puzzle daily --json", DailyPuzzleDict),
    Kind("puzzle-results", "fathom puzzle results CODE --json", PuzzleResultsDict),
    Kind("store-stats", "fathom store stats --json", StatsDict),
    Kind("checked-store", "fathom store check --json", CheckDict),
    Kind("blocked-addresses", "fathom store blocked --json", list[BlockDict]),
)


def pages() -> dict[Path, str]:
    """Every schema as the text of a file, and a list of them, by their paths from the root of the project."""
    return {PLACE / f"{kind.name}.json": write_schema(kind) for kind in KINDS} | {PLACE / "README.md": write_index()}


def write_index() -> str:
    rows = "\n".join(f"| [{kind.name}]({kind.name}.json) | `{kind.command}` |" for kind in KINDS)
    return f"""<!-- Made by `make docs` from the types in the code. -->

# JSON schemas

One schema for each kind of thing that a command prints or writes. [JSON](../json.md) explains the keys.

| schema | of what |
|---|---|
{rows}
"""


def write_schema(kind: Kind) -> str:
    made = msgspec.json.schema(kind.type, schema_hook=_anything)
    made = {"$schema": DIALECT, "title": kind.name, "description": f"`{kind.command}`"} | made
    return f"{json.dumps(made, indent=2, ensure_ascii=False)}\n"


def _anything(found: type) -> dict[str, object]:
    """The schema of `object`: details of errors, which are different for each."""
    if found is object:
        return {"description": "different for each error"}
    raise NotImplementedError(found)
