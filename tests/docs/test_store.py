"""The page about the store names every command, and its command lines can be read."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fathom.storage.journal.orders import ABANDONED
from fathom.terminal.arguments import parser
from fathom.terminal.store.arguments import STORE_COMMANDS
from fathom.terminal.store.changing import _AT_ONCE
from fathom.web.live.retention import _EVERY_SECONDS, _FIRST_SECONDS, AT_ONCE

PAGE = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
LINES = [
    line.partition("  #")[0].strip()
    for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


@pytest.mark.parametrize("line", LINES)
def test_a_command_line_of_the_page_can_be_read(line: str) -> None:
    program, *words = shlex.split(line)
    assert program == "fathom"
    assert parser(words).read(words).command == "store"


def test_every_command_is_on_the_page() -> None:
    assert {line.split()[2] for line in LINES} == set(STORE_COMMANDS)


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    assert f"`prune` deletes {_AT_ONCE} matches in a commit" in PAGE
    assert f"every hour: {AT_ONCE} matches in a commit" in PAGE
    assert "its last event is less than a day old" in PAGE
    assert (ABANDONED.days, _FIRST_SECONDS, _EVERY_SECONDS) == (1, 60, 3600)
