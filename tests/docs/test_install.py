"""The page about installing names what there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from fathom.terminal.arguments import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_it_lists_every_extra():
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == PROJECT["optional-dependencies"].keys()


def test_its_commands_exist():
    assert PROJECT["scripts"].keys() == {"fathom", "fathom-games"}
    assert set(re.findall(r"`fathom (\w+)", PAGE)) <= COMMANDS.keys()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake (\w+)", PAGE)) <= targets
