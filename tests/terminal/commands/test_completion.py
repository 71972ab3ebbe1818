"""Shells complete what the parser knows, and the man page tells it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fathom import games
from fathom.terminal.arguments import COMMANDS
from fathom.terminal.main import main
from fathom.terminal.puzzle.arguments import PUZZLE_COMMANDS
from fathom.terminal.store.arguments import STORE_COMMANDS
from tools import command_pages

ROOT = Path(__file__).parents[3]
ALL = [
    *COMMANDS,
    *(f"puzzle {name}" for name in PUZZLE_COMMANDS),
    *(f"store {name}" for name in STORE_COMMANDS),
]


def test_everything_that_follows_from_the_parser_is_up_to_date() -> None:
    made = command_pages.pages()
    stale = [str(path) for path, page in made.items() if _content(ROOT / path) != page]
    assert stale == [], "run make docs"


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@pytest.mark.parametrize("shell", command_pages.SHELLS)
def test_the_command_prints_the_script_of_a_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == _content(ROOT / command_pages.COMPLETIONS / f"fathom.{shell}")


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "invalid choice: 'tcsh'" in capsys.readouterr().err


def installed(program: str) -> str:
    """The path of a program; without it the test is skipped and says so, and in CI it fails."""
    found = shutil.which(program)
    if found:
        return found
    message = f"{program} is not installed here, and this test needs it."
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def run(shell: str, program: str) -> list[str]:
    """What a program of a shell prints, after it has loaded the script."""
    found = installed(shell)
    script = ROOT / command_pages.COMPLETIONS / f"fathom.{shell}"
    done = subprocess.run([found, "-c", f"source '{script}'\n{program}"], capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


def complete_in_bash(line: str) -> list[str]:
    words = line.split(" ")
    typed = " ".join(f"'{word}'" for word in words)
    answer = run("bash", f'COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _shtab_fathom; echo "${{COMPREPLY[@]}}"')
    return answer[0].split()


def complete_in_fish(line: str) -> list[str]:
    return [answer.partition("\t")[0] for answer in run("fish", f"complete -C '{line}'") if answer]


@pytest.mark.slow
@pytest.mark.parametrize("complete", [complete_in_bash, complete_in_fish], ids=["bash", "fish"])
def test_commands_games_and_players_are_completed(complete) -> None:
    assert complete("fathom an") == ["analyze"]
    assert complete("fathom puzzle n") == ["new"]
    assert sorted(complete("fathom rules ")) == sorted(games.ROOMS)
    assert complete("fathom play range-war @exp") == ["@expert"]
    assert "--coach" in complete("fathom play --coa")


@pytest.mark.slow
def test_zsh_can_read_its_script() -> None:
    script = ROOT / command_pages.COMPLETIONS / "fathom.zsh"
    assert script.read_text(encoding="utf-8").startswith("#compdef fathom\n")
    subprocess.run([installed("zsh"), "-n", script], check=True)


def test_the_man_page_has_every_command() -> None:
    roff = _content(ROOT / command_pages.MAN_PAGE)
    told = [name.replace("\\-", "-") for name in re.findall(r"^\.SS fathom (.+)$", roff, re.MULTILINE)]
    assert set(told) >= set(ALL)


@pytest.mark.slow
def test_roff_finds_nothing_wrong_with_the_man_page() -> None:
    done = subprocess.run(
        [installed("groff"), "-man", "-Tutf8", "-ww", "-z", ROOT / command_pages.MAN_PAGE],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
