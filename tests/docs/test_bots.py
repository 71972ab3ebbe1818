"""The bots of the page work as printed, and what it says about them is so."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import fathom as library
from fathom import games
from fathom.players.programs.check import check
from fathom.players.programs.containment.launcher import MOST_PROCESSES
from fathom.players.programs.containment.layers import LAYERS, MEANINGS, TITLES
from fathom.players.programs.protocol import LONGEST_ANSWER, write_json_question
from fathom.players.read_only import ReadOnlyMatch
from tests.conftest import Fathom
from tests.installing import blocks, write_files

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
TEXT = PAGE.read_text(encoding="utf-8")
LANGUAGE = re.compile(r"^\| (\S+) \| (?:`(.*?)`)? ?\| `fathom play range-war Ann (.*?)` \|$", re.MULTILINE)
LANGUAGES = [(name, made, shlex.split(player)[0]) for name, made, player in LANGUAGE.findall(TEXT)]


def test_there_are_bots_in_six_languages() -> None:
    assert [name for name, _, _ in LANGUAGES] == ["Python", "JavaScript", "C", "Rust", "sh", "Perl"]


@pytest.mark.slow
@pytest.mark.parametrize("language, made, player", LANGUAGES, ids=[name for name, _, _ in LANGUAGES])
def test_a_bot_plays_every_game_and_follows_its_seed(
    language: str, made: str, player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (shlex.split(made)[:1], shlex.split(player.removeprefix("cmd:"))[:1]):
        if command and not command[0].startswith("./") and not shutil.which(command[0]):
            pytest.skip(f"{language} is not installed here")
    write_files(tmp_path, blocks(PAGE))
    monkeypatch.chdir(tmp_path)
    if made:
        subprocess.run(shlex.split(made), check=True)
    report = check(player)
    assert report.problems == []
    assert (report.untried, report.follows_seed, report.ends) == (0, True, True)
    first, again = (library.play("digit-dilemma", player, "@random", seed=5) for _ in range(2))
    assert first == again
    assert first.forfeited is None


@pytest.mark.slow
def test_a_bot_of_the_page_plays_in_the_terminal(fathom: Fathom, tmp_path: Path) -> None:
    write_files(tmp_path, blocks(PAGE))
    (tmp_path / "bot.sh").chmod(0o755)
    assert "./bot.sh selected" in fathom("play", "range-war", "Ann", "./bot.sh", typed="6\n").stdout
    assert fathom("play", "range-war", "cmd:python3 bot.py", "@perfect").stdout.endswith("wins!\n")


@pytest.mark.slow
def test_the_bot_in_json_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, blocks(PAGE))
    monkeypatch.chdir(tmp_path)
    assert check("json:python3 json_bot.py").problems == []


@pytest.mark.slow
def test_the_program_in_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [source] = re.findall(r"^```python\n(import fathom\n.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot").write_text(blocks(PAGE)["bot.sh"], encoding="utf-8")
    (tmp_path / "mybot").chmod(0o755)
    names: dict[str, list[library.Match]] = {}
    exec(source, names)
    assert len(names["matches"]) == 10
    assert all(match.forfeited is None for match in names["matches"])


def test_the_question_in_json_is_a_real_one() -> None:
    [shown] = re.findall(r"^```json\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    match = ReadOnlyMatch(games.read_code("range-war,highest=4:2"))
    assert json.loads(shown) == json.loads(write_json_question(match, 5.0))


def test_the_layers_of_the_page_are_those_of_the_launcher() -> None:
    rows = re.findall(
        r"^\| (.+?) \| (.+?) \|$", TEXT.partition("## Containment")[2].partition("\n## ")[0], re.MULTILINE
    )
    told = {title: meaning.partition(":")[0] for title, meaning in rows[1:]}
    told.pop("---", None)
    assert told == {TITLES[layer]: MEANINGS[layer] for layer in LAYERS}


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    assert f"more than {LONGEST_ANSWER:,} bytes" in TEXT
    assert f"{MOST_PROCESSES} beyond those you have" in TEXT
