"""Every program of the page on environments runs as printed, and prints what stands below it.

python -m tests.docs.test_environments       writes what the programs print into the page
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.docs.test_library import printed_by

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
PROGRAM = re.compile(r"^```python\n((?:(?!^```).)*?)^```\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BOT = re.compile(r"<!-- file: (\S+) -->\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROFILE = re.compile(r"(<!-- profile: agent.py -->\n```\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAMS = PROGRAM.findall(TEXT)
TRAINING = PROGRAMS[-1][0]


def profile_of_the_agent(folder: Path) -> str:
    """Train the agent, write the bot, and ask it everything."""
    printed_by(TRAINING, folder)
    [(name, bot)] = BOT.findall(TEXT)
    (folder / name).write_text(bot, encoding="utf-8")
    command = [sys.executable, "-m", "fathom", "profile", "cmd:python3 agent.py", "pocket-addition"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("program, shown", PROGRAMS, ids=range(1, len(PROGRAMS) + 1))
def test_a_program_prints_what_the_page_says(program, shown, tmp_path):
    printed = [line.rstrip() for line in printed_by(program, tmp_path).rstrip().splitlines()]
    assert printed == shown.splitlines()


@pytest.mark.slow
def test_the_trained_agent_is_as_strong_as_the_page_says(tmp_path):
    shown = PROFILE.search(TEXT)
    assert shown
    assert profile_of_the_agent(tmp_path) == shown[2]


def write_page() -> None:
    text = TEXT
    with TemporaryDirectory() as folder:
        for program, shown in PROGRAMS:
            printed = printed_by(program, Path(folder)).rstrip()
            lines = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
            text = text.replace(f"{program}```\n\n```\n{shown}```", f"{program}```\n\n```\n{lines}```")
        profile = profile_of_the_agent(Path(folder))
    PAGE.write_text(PROFILE.sub(lambda found: found[1] + profile + found[3], text), encoding="utf-8")


if __name__ == "__main__":
    write_page()
