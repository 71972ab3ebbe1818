"""The tutorials do what they say: their commands are run in order, and print what the pages print.

Write what the program prints now into the pages: python -m tests.docs.test_tutorials
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "tutorial"
PAGES = [*sorted(FOLDER.glob("*.md")), DOCS / "trust.md"]
#: A file to save, or a command with what it prints; before it, what is typed at its prompts.
STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)```"
    r"|(?:<!-- typed: (?P<typed>.*?) -->\n)?```console\n\$ (?P<command>.*?)\n(?P<printed>.*?)```",
    re.DOTALL,
)


class Shown(NamedTuple):
    """A command of a page, what the page says it prints, and what it prints."""

    command: str
    printed: str
    real: str


def follow(page: str, folder: Path) -> Iterator[Shown]:
    """Do what a page says, step by step, in an empty folder with a store of its own."""
    for step in STEP.finditer(page):
        if step["file"]:
            (folder / step["file"]).write_text(step["text"], encoding="utf-8")
        else:
            yield Shown(step["command"], step["printed"], run(step["command"], step["typed"] or "", folder))


def run(command: str, typed: str, folder: Path) -> str:
    name, *words = shlex.split(command)
    assert name == "fathom"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # whose python3 starts the bots
    settings = {"FATHOM_STORE": str(folder / "store.db"), "PYTHONUTF8": "1", "COLUMNS": "80", "PATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "fathom", *words],
        input="".join(f"{word}\n" for word in typed.split()),
        capture_output=True,
        encoding="utf-8",
        env=os.environ | settings,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_prints_what_the_program_prints(page, tmp_path):
    steps = list(follow(page.read_text(encoding="utf-8"), tmp_path))
    assert steps
    for step in steps:
        assert step.printed == step.real, step.command


def test_what_a_tutorial_says_of_its_game_is_true():
    import fathom

    page = (FOLDER / "first-game.md").read_text(encoding="utf-8")
    assert "with best play from both sides, 9 wins and 3 loses" in page
    worth = {str(judged.move): judged.value.winner for judged in fathom.analyze("pocket-addition:6.8").moves}
    assert (worth["9"], worth["3"]) == (1, 2)


def write() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for step in follow(text, Path(folder)):
                text = text.replace(f"$ {step.command}\n{step.printed}```", f"$ {step.command}\n{step.real}```")
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
