"""The JSON schemas are made from the types in the code, and fit what the commands really print.

The validator is `jsonschema-rs`, which knows nothing of Fathom. The tests are stricter than the files: a key that no
schema names is an error here, so that nothing is printed that is not documented.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from fathom.terminal.arguments import parser
from tools.schemas import KINDS, pages

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "schemas"

#: A command whose output each schema describes, and what of it: all, `each` of a list, or a line of a file.
PRINTED = {
    "position": "show range-war:6.4.9 --json",
    "analysis": "analyze pocket-addition:6.9 --json",
    "games": "games --json",
    "rules": "rules range-war --json",
    "strategy": "teach range-war --json",
    "levels": "levels range-war --json",
    "strength": "strength range-war @greedy @random --json",
    "audit": "audit range-war,highest=6 --json",
    "not-audited": "audit digit-dilemma --states 10 --json",
    "variants": "variants range-war --grid highest=4..5 --json",
    "standing": "profile @greedy range-war --json",
    "arena": "arena range-war @greedy @random --rounds 2 --json",
    "solved": "solve pocket-addition --json",
    "new-puzzles": "puzzle new --seed 7 --format json",
    "puzzle-solution": "puzzle solve kC4.lE24.dD1.xB2 --json",
    "checked-route": "puzzle check kC4.lE24.dD1.xB2 'E1|D1' --json",
    "puzzle-rating": "puzzle rate kC4.lE24.dD1.xB2 --json",
    "daily-puzzle": "puzzle daily --date 2026-11-17 --json",
    "installation": "doctor --json",
    "matches": "history --json",
    "progress": "progress range-war --json",
    "kept-tables": "solve --list --json",
    "forgotten-tables": "solve --forget --json",
}


def schema(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def strict(part: Any) -> Any:
    """A schema in which an object has no keys but those that are named."""
    if isinstance(part, list):
        return [strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    inside = {key: strict(value) for key, value in part.items()}
    return {"additionalProperties": False, **inside} if "properties" in part else inside


def problems(name: str, value: object) -> list[str]:
    found = Draft202012Validator(strict(schema(name))).iter_errors(value)
    return [f"{'.'.join(map(str, error.instance_path))}: {error.message}" for error in found]


def run(words: str, folder: Path) -> str:
    settings = {"FATHOM_STORE": str(folder / "store.db"), "XDG_DATA_HOME": str(folder), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "fathom", *shlex.split(words)]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=os.environ | settings, cwd=folder, check=False
    )
    assert not done.stderr or done.stdout, done.stderr
    return done.stdout


def test_every_schema_is_a_schema_and_as_the_code_says():
    written = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert written == pages()
    for kind in KINDS:
        meta.validate(schema(kind.name))


def test_every_command_that_prints_json_has_a_schema():
    described = {kind.command for kind in KINDS}
    for words in json_commands(parser([])):
        assert any(command.startswith(f"{words} ") for command in described), (
            f"tools/schemas.py has no kind for {words}"
        )


def json_commands(command: argparse.ArgumentParser) -> list[str]:
    """The commands below this one that take `--json`."""
    found = [command.prog] if any("--json" in action.option_strings for action in command._actions) else []
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [words for below in action.choices.values() for words in json_commands(below)]
    return found


@pytest.mark.parametrize("name", PRINTED)
def test_what_a_command_prints_fits_its_schema(name, tmp_path):
    assert problems(name, json.loads(run(PRINTED[name], tmp_path))) == []


def test_a_puzzle_prints_a_position_and_an_analysis_too(tmp_path):
    assert problems("position", json.loads(run("show pyramid-puzzle --json", tmp_path))) == []
    assert problems("analysis", json.loads(run("analyze pyramid-puzzle --json", tmp_path))) == []


def test_certificates_and_datasets_fit_line_by_line(tmp_path):
    run("prove range-war:6.4 -o proof.jsonl", tmp_path)
    claim, *plays = map(json.loads, (tmp_path / "proof.jsonl").read_text().splitlines())
    assert problems("certificate-claim", claim) == []
    assert plays
    assert [problems("certificate-play", play) for play in plays] == [[]] * len(plays)
    assert problems("verified", json.loads(run("verify proof.jsonl --json", tmp_path))) == []
    positions = [json.loads(line) for line in run("dataset range-war --set highest=5 -o -", tmp_path).splitlines()]
    assert positions
    assert [problems("dataset-position", each) for each in positions] == [[]] * len(positions)
    rows = [json.loads(line) for line in run("dataset range-war --curriculum 2 -o -", tmp_path).splitlines()]
    assert [problems("curriculum-position", each) for each in rows] == [[]] * len(rows) != []


def test_records_reviews_and_refusals_fit(tmp_path):
    (tmp_path / "match.txt").write_text('[Game "range-war"]\n\n1. 6 4 2. 9 5 *\n')
    assert problems("replayed", json.loads(run("replay match.txt --json", tmp_path))) == []
    reviews = json.loads(run("review match.txt --json", tmp_path))
    assert [problems("review", each) for each in reviews] == [[]]
    done = subprocess.run(
        [sys.executable, "-m", "fathom", "analyze", "-", "--json"],
        input="range-war:6.9\nnonsense\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    refusals = [json.loads(line)["error"] for line in done.stdout.splitlines()]
    assert [refusal["code"] for refusal in refusals] == ["unreadable-code", "unknown-game"]
    assert [problems("error", refusal) for refusal in refusals] == [[], []]


def test_the_bench_fits(tmp_path):
    run("bench make --game range-war --count 2 --task best --task reason --task profile -o items", tmp_path)
    items = [json.loads(line) for line in (tmp_path / "items" / "items.jsonl").read_text().splitlines()]
    assert [problems("bench-item", item) for item in items] == [[]] * len(items) != []
    run("bench run items --bot @random -o a.jsonl", tmp_path)
    answers = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [problems("bench-answer", answer) for answer in answers] == [[]] * len(items)
    assert problems("bench-results", json.loads(run("bench score a.jsonl --items items --json", tmp_path))) == []
    compared = json.loads(run("bench compare a.jsonl a.jsonl --items items --json", tmp_path))
    assert problems("bench-comparison", compared) == []


def test_a_profile_fits(tmp_path):
    run("profile @greedy range-war -o greedy.json", tmp_path)
    assert problems("profile", json.loads((tmp_path / "greedy.json").read_text())) == []


@pytest.mark.parametrize("change", [{"winner": "one"}, {"plies": None, "extra": 1}], ids=["another type", "a key more"])
def test_a_changed_value_does_not_fit(change, tmp_path):
    solved = json.loads(run("solve range-war --json", tmp_path))
    assert problems("solved", solved) == []
    assert problems("solved", solved | {"value": solved["value"] | change})
