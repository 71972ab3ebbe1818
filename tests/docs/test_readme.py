"""The README tells the truth."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_opens_with_the_commands_that_set_everything_up():
    first_block = re.search(r"```\n(.*?)```", README, re.DOTALL)
    assert first_block
    commands = [line.split("#")[0].strip() for line in first_block[1].splitlines()]
    assert commands == ["make play", "make serve", "make test"]


def test_the_game_it_shows_is_a_real_one(tmp_path):
    shown = re.search(r"<!-- game: (.*?) -->\n```\n(.*?)```", README, re.DOTALL)
    assert shown
    typed = shown[1].replace(" ", "\n") + "\n"
    played = subprocess.run(
        [sys.executable, "-m", "fathom", "play", "range-war", "Alice", "Bob"],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"FATHOM_STORE": str(tmp_path / "store.db"), "PYTHONUTF8": "1"},
        check=True,
    )
    assert played.stdout == shown[2]


def test_the_python_it_shows_prints_what_it_says():
    import doctest

    shown = re.search(r"<!-- python -->\n```python\n(.*?)```", README, re.DOTALL)
    assert shown
    parsed = doctest.DocTestParser().get_doctest(shown[1], {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(parsed) == (0, 5)


def test_every_page_is_listed():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    listed = set(re.findall(r"\]\(([^)]+\.md)\)", index))
    assert {page for page in pages if not page.startswith("rules/")} - {"README.md"} == listed - {"rules/README.md"}


def test_the_analysis_it_shows_is_what_the_program_says():
    shown = re.search(r"<!-- analysis: (.*?) -->\n```\n(.*?)```", README, re.DOTALL)
    assert shown
    said = subprocess.run(
        [sys.executable, "-m", "fathom", "analyze", shown[1]],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        check=True,
    )
    assert said.stdout == shown[2]


def test_every_command_of_the_program_is_listed():
    from fathom.terminal.arguments import COMMANDS

    listed = set(re.findall(r"^fathom (\w+)", README, re.MULTILINE))
    assert listed == set(COMMANDS)


def test_links_between_the_pages_lead_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
