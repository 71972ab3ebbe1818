"""`fathom doctor` says what is installed, where data lies and what is missing, and changes nothing."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from fathom.storage.sqlite import SqliteStore
from fathom.terminal.commands.doctor import DoctorDict, ExtraDict, PlaceDict, examine, find_places
from fathom.terminal.commands.extras import EXTRAS, how_to_add, missing_packages
from fathom.terminal.main import main

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("FATHOM_STORE", raising=False)
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", version)


def test_every_extra_is_known_with_its_packages() -> None:
    named = {
        extra: {re.split(r"[ <>=!\[;]", need)[0] for need in needs}
        for extra, needs in PROJECT["optional-dependencies"].items()
    }
    assert {extra.name: set(extra.packages) for extra in EXTRAS} == named


def test_a_sound_installation_is_well_and_nothing_is_created(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("All is well.\n")
    assert f"your matches: {home / 'fathom' / 'fathom.db'} (not there yet)" in said
    assert list(home.iterdir()) == []


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == DoctorDict.__annotations__.keys()
    assert found["places"][0].keys() == PlaceDict.__annotations__.keys()
    assert found["extras"][0].keys() == ExtraDict.__annotations__.keys()
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition("## This installation")[2]
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(rows)) == list(DoctorDict.__annotations__)


def test_an_extra_that_is_missing_is_named_with_the_way_to_get_it(
    nothing_installed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "scenario    missing pyyaml: puzzle files in YAML" in said
    assert "To add one, such as web: " in said


@pytest.mark.parametrize(
    "prefix, command",
    [
        ("/home/ann/.local/share/pipx/venvs/fathom-games", "pipx install --force 'fathom-games[web]'"),
        ("/home/ann/.local/share/uv/tools/fathom-games", "uv tool install 'fathom-games[web]'"),
        ("/usr", f"{sys.executable} -m pip install 'fathom-games[web]', or from a clone: pip install '.[web]'"),
    ],
)
def test_the_way_is_that_of_the_installation(prefix: str, command: str) -> None:
    assert how_to_add("web", prefix) == command


def test_nobody_misses_uvloop_on_windows(nothing_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    (fast,) = [extra for extra in EXTRAS if extra.name == "fast"]
    assert missing_packages(fast) == ["httptools", "uvloop"]
    monkeypatch.setattr(sys, "platform", "win32")
    assert missing_packages(fast) == ["httptools"]


def test_the_chosen_store_is_looked_at_and_its_size_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    SqliteStore(path).close()
    found = examine(str(path))
    assert found["places"][0] == {"name": "your matches", "path": str(path), "bytes": path.stat().st_size}
    assert found["problems"] == []


def test_a_damaged_store_is_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.db"
    SqliteStore(path).close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 8192)
    assert main(["doctor", "--store", str(path)]) == 1
    assert re.search(rf"^Problem: {re.escape(str(path))} (is damaged|cannot be read): ", capsys.readouterr().out, re.M)


def test_a_file_that_is_no_store_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n" * 100)
    assert examine(str(path))["problems"] == [f"{path} cannot be read: file is not a database."]


def test_a_place_below_a_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "mine.db"
    assert examine(str(path))["problems"] == [f"{path} cannot be created: nobody may write there."]


def test_a_missing_home_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    problems: list[str] = []
    assert find_places(None, problems) == []
    assert problems == ["There is no home directory to keep matches in; choose a file with --store."]
