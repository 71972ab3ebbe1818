"""Programs for tests, written to files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

WriteBot = Callable[..., str]
#: Answers every question with its first legal move.
FIRST = "for line in sys.stdin:\n    print(line.split()[1], flush=True)\n"


@pytest.fixture
def write_bot(tmp_path: Path) -> WriteBot:
    """Writes a Python program to an executable file; returns its path."""

    def write(source: str = FIRST, name: str = "bot") -> str:
        path = tmp_path / name
        path.write_text(f"#!{sys.executable} -IS\nimport os, sys, time\n{source}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return write
