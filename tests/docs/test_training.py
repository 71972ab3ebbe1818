"""Every program of the page on training runs as printed, and its reward functions work as trainers call them.

python -m tests.docs.test_training       writes what the programs print into the page
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import fathom
from fathom.adapters.dataset.columns import CURRICULUM
from tests.docs.test_library import printed_by

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```python\n((?:(?!^```).)*?)^```\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"<!-- trainer: (\w+) -->\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = PROGRAM.findall(TEXT)


def function(kind: str, name: str) -> Callable[..., Any]:
    """A function that the page shows."""
    space: dict[str, Any] = {}
    exec(dict(FUNCTION.findall(TEXT))[kind], space)
    return space[name]


@pytest.mark.slow
@pytest.mark.parametrize("program, shown", PROGRAMS, ids=range(1, len(PROGRAMS) + 1))
def test_a_program_prints_what_the_page_says(program: str, shown: str, tmp_path: Path):
    assert printed_by(program, tmp_path).rstrip().splitlines() == shown.splitlines()


def test_a_trainer_that_takes_batches_gets_rewards():
    """As group-relative trainers call it: every prompt several times, the columns of the data set repeated alike."""
    rows = list(fathom.curriculum("range-war", per_stage=2))
    reward = function("batch", "reward_moves")
    repeated = [row for row in rows for _ in range(2)]
    columns = {name: [row[name] for row in repeated] for name in ("code", "stage", "group")}
    right = [row["keeping"][0] for row in repeated]
    texts = [f'{{"move": "{move}"}}' for move in right]
    assert reward(completions=texts, prompts=[row["prompt"] for row in repeated], **columns) == [1.0] * len(repeated)
    messages = [[{"role": "assistant", "content": text}] for text in texts]
    assert reward(completions=messages, **columns) == [1.0] * len(repeated)
    assert reward(completions=["pass"] * len(repeated), **columns) == [-1.0] * len(repeated)


def test_a_trainer_that_asks_for_one_answer_gets_a_reward():
    score = function("single", "compute_score")
    assert score("fathom", '{"move": "6"}', "pocket-addition", extra_info={"index": 0}) == 1.0
    assert score("fathom", '{"move": "9"}', "pocket-addition") == 0.0


def test_the_trainer_of_the_page_learns():
    means = [float(mean) for mean in re.findall(r"mean reward ([\d.]+)", PROGRAMS[-1][1])]
    assert len(means) == 6
    assert means[0] < 0.6
    assert means[-1] > 0.9


def test_the_table_has_every_column():
    table = TEXT.partition("| column | meaning |")[2].partition("\n\n")[0]
    told = [
        name for cell in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)
    ]
    assert sorted(told) == sorted(column.name for column in CURRICULUM)


def write_page() -> None:
    text = TEXT
    with TemporaryDirectory() as folder:
        for program, shown in PROGRAMS:
            lines = "".join(f"{line.rstrip()}\n" for line in printed_by(program, Path(folder)).rstrip().splitlines())
            text = text.replace(f"{program}```\n\n```\n{shown}```", f"{program}```\n\n```\n{lines}```")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page()
