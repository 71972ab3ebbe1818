"""What docs/bench.md says is what the program does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fathom.bench.baselines import PLAYERS, baseline_tables
from fathom.bench.claims import KINDS
from fathom.bench.item import ItemDict
from fathom.bench.make import Plan, make_items
from fathom.bench.results_json import ResultsDict, TaskDict
from fathom.bench.tasks import TASKS
from fathom.bench.words import as_markdown
from fathom.terminal.arguments import parser
from fathom.terminal.bench.arguments import BENCH_COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "bench.md").read_text(encoding="utf-8")
TABLES = PAGE.partition("<!-- baselines -->")[2].partition("<!-- end of baselines -->")[0]


def test_every_command_on_the_page_can_be_read():
    lines = [line.partition("#")[0] for line in re.findall(r"^\$ (fathom .*)$", PAGE, re.MULTILINE)]
    assert {shlex.split(line)[2] for line in lines} | {"baselines"} == set(BENCH_COMMANDS)
    for line in lines:
        words = shlex.split(line)[1:]
        parser(words).read(words)


@pytest.mark.parametrize("command", ["make", "run", "compare"])
def test_every_option_is_explained(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        parser(["bench", command, "--help"]).read(["bench", command, "--help"])
    usual = {
        "--help",
        "--json",
        "--output",
        "--items",
        "--task",
        "--game",
        "--count",
        "--bot",
        "--answers",
        "--seconds",
    }
    for option in set(re.findall(r"(?<!\w)--[a-z-]+", capsys.readouterr().out)) - usual:
        assert f"`{option}" in PAGE or f" {option} " in PAGE, option


def test_every_task_claim_and_key_is_explained():
    for name in (*TASKS, *(key for key in ItemDict.__annotations__ if key != "schema"), *TaskDict.__annotations__):
        assert f"`{name}`" in PAGE, name
    assert all(f'"claim": "{kind}"' in PAGE for kind in KINDS)
    assert all(f"`{key}`" in PAGE for key in ResultsDict.__annotations__)


def test_the_example_in_python_runs():
    example = re.search(r"```python\n(from fathom.bench.*?)```", PAGE, re.DOTALL)
    assert example
    names: dict[str, object] = {}
    lines = example[1].strip().splitlines()
    exec("\n".join(lines[:-1]), names)
    call, _, shown = lines[-1].partition("#")
    assert repr(eval(call, names)) == shown.strip()


@pytest.mark.slow
def test_the_baselines_are_as_published():
    """One of them is measured again; all others were, by the same command."""
    published = [line for line in TABLES.splitlines() if line.startswith("| @")]
    assert [line.split()[1] for line in published] == list(PLAYERS) * 3
    for table in baseline_tables(["@greedy"]):
        for line in as_markdown(table).splitlines():
            if line.startswith("|"):
                assert line in TABLES, line


def test_the_number_of_questions_of_a_profile_is_as_said():
    from fathom.bench.asking import ask_item
    from fathom.bench.machines import MachineAsker

    item = make_items(Plan(tasks=("profile",), games=("pocket-addition",)))[0]
    assert "about 120 questions for perfect play of Pocket Addition" in PAGE
    assert len(ask_item(item, MachineAsker("@perfect")).turns) == pytest.approx(120, abs=15)
