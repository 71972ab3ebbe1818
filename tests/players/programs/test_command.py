"""What a player's name starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.core.words import is_program
from fathom.errors import BadName, UnknownPlayer
from fathom.players import check_player, is_machine
from fathom.players.programs.command import read_command


@pytest.mark.parametrize("name", ["./bot", "../bot", "/opt/bot", "~/bot", "cmd:python bot.py", "json:node bot.js"])
def test_a_path_or_a_command_is_a_program(name: str) -> None:
    assert is_program(name)
    assert is_machine(name)


@pytest.mark.parametrize("name", ["Ann", "@random", "bot", "Ann/Bob", ".", "...", "cmd", "CMD:x", " ./bot"])
def test_any_other_name_is_none(name: str) -> None:
    assert not is_program(name)


def test_a_file_is_started_as_it_is_spelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot").touch(0o755)
    assert read_command("./my bot") == (str(tmp_path / "my bot"), ("./my bot",), False)


def test_a_command_is_split_into_words_as_a_shell_would() -> None:
    assert read_command("cmd:sh -c 'read x; echo 1'").words == ("sh", "-c", "read x; echo 1")
    assert read_command("cmd:sh").file.startswith("/")
    assert (read_command("cmd:sh").speaks_json, read_command("json:sh").speaks_json) == (False, True)


def test_no_shell_reads_the_command() -> None:
    assert read_command("cmd:echo $HOME; rm -r *").words == ("echo", "$HOME;", "rm", "-r", "*")


@pytest.mark.parametrize(
    "name, why",
    [
        ("./nothing", "There is no program './nothing' in"),
        ("./", "is a folder, not a program"),
        ("./plain", r"is not an executable file: chmod \+x \./plain, or cmd:\"python \./plain\" would work"),
        ("cmd:", r'names no command: write cmd:"python bot\.py"'),
        ("json:  ", "names no command"),
        ("cmd:sh 'x", "cannot be split into words: a quote is not closed"),
        ("cmd:no-such-command-here x", "There is no command 'no-such-command-here' here"),
        ("cmd:./nothing", "There is no program './nothing' in"),
    ],
)
def test_what_cannot_be_started_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").touch(0o644)
    with pytest.raises(UnknownPlayer, match=why):
        check_player(name)


def test_a_file_without_its_dot_is_not_taken_for_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert check_player("Ann/Bob") == "Ann/Bob"
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "rocky").touch()
    with pytest.raises(BadName, match=r"'bots/rocky' is a file: write \./bots/rocky to let the program play"):
        check_player("bots/rocky")


def test_a_command_may_be_longer_than_a_name_but_not_without_limit() -> None:
    assert check_player("cmd:sh " + "x" * 190).endswith("x")
    with pytest.raises(BadName, match="at most 200 characters"):
        check_player("cmd:sh " + "x" * 200)
