"""What `--help` adds: an example that works for every command, and one table of exit codes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom import games
from fathom.terminal.arguments import COMMANDS, join_names, parser
from fathom.terminal.bench.arguments import BENCH_COMMANDS
from fathom.terminal.help_texts import EXAMPLES, EXIT_CODES, epilog
from fathom.terminal.puzzle.arguments import PUZZLE_COMMANDS
from fathom.terminal.store.arguments import STORE_COMMANDS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def _commands() -> Iterator[str]:
    yield "fathom"
    yield from (f"fathom {name}" for name in COMMANDS)
    yield from (f"fathom puzzle {name}" for name in PUZZLE_COMMANDS)
    yield from (f"fathom store {name}" for name in STORE_COMMANDS)
    yield from (f"fathom bench {name}" for name in BENCH_COMMANDS)
    yield "fathom bot check"


def test_every_command_has_an_example_and_no_other_has_one() -> None:
    assert sorted(EXAMPLES) == sorted(_commands())


@pytest.mark.parametrize("command", EXAMPLES)
def test_an_example_can_be_read_and_is_of_its_command(command: str) -> None:
    words = shlex.split(EXAMPLES[command])
    assert words[0] == "fathom"
    assert command == "fathom" or EXAMPLES[command].startswith(command)
    parser(words[1:]).read(words[1:])  # raises if it cannot be read


@pytest.mark.parametrize("command", ["fathom", "fathom play", "fathom puzzle new", "fathom bot check"])
def test_help_ends_with_the_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*command.split()[1:], "--help"]
    with pytest.raises(SystemExit):
        parser(words).read(words)
    assert f"example:\n  {EXAMPLES[command]}\n" in capsys.readouterr().out


def test_the_exit_codes_are_told_by_the_help_and_in_the_readme_alike() -> None:
    for code, meaning in EXIT_CODES.items():
        assert re.search(rf"^  {code} +{re.escape(meaning)}$", epilog("fathom"), re.MULTILINE)
        assert f"| {code} | {meaning} |" in README


def test_a_game_may_be_typed_as_two_words() -> None:
    assert join_names(["play", "range", "war", "Ann"]) == ["play", "range-war", "Ann"]
    assert join_names(["play", "Digit", "Dilemma"]) == ["play", "digit-dilemma"]
    assert join_names(["play", "range-war", "Ann", "Bob"]) == ["play", "range-war", "Ann", "Bob"]
    for name in games.ROOMS:
        assert join_names(["rules", *name.split("-")]) == ["rules", name]


@pytest.mark.parametrize("typed", ["range_war", "Range War", "range war", "RANGE-WAR"])
def test_a_game_is_understood_however_its_words_are_joined(typed: str) -> None:
    assert join_names(["play", typed]) == ["play", "range-war"]
    assert join_names(["analyze", f"{typed}:6.4"]) == ["analyze", "range-war:6.4"]
    assert join_names(["play", f"{typed},highest=12", "Ann"]) == ["play", "range-war,highest=12", "Ann"]
