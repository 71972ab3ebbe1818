"""Every program of the library's page runs as printed, and prints what stands below it.

python -m tests.docs.test_library            writes what the programs print into the page
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
PROGRAM = re.compile(r"^## (\d+\. .*?)\n.*?^```python\n(.*?)^```\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = PROGRAM.findall(PAGE.read_text(encoding="utf-8"))


def printed_by(program: str, folder: Path) -> str:
    """What a program prints, run by itself in an empty folder."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_ten_programs():
    assert [title.partition(".")[0] for title, _, _ in PROGRAMS] == [str(number) for number in range(1, 11)]


@pytest.mark.slow
@pytest.mark.parametrize("title, program, shown", PROGRAMS, ids=[title for title, _, _ in PROGRAMS])
def test_a_program_prints_what_the_page_says(title, program, shown, tmp_path):
    # Blank lines at the end of lines and of the block are trimmed on pages.
    printed = [line.rstrip() for line in printed_by(program, tmp_path).rstrip().splitlines()]
    assert printed == shown.splitlines()


def write_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for _, program, shown in PROGRAMS:
        with TemporaryDirectory() as folder:
            printed = printed_by(program, Path(folder)).rstrip()
        lines = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
        text = text.replace(f"{program}```\n\n```\n{shown}```", f"{program}```\n\n```\n{lines}```")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page()
