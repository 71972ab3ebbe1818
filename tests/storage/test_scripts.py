"""A store is never marked with a version whose scripts were not run."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from flit_core import buildapi

from fathom.errors import StoreError
from fathom.storage import sqlite
from fathom.storage.journal import sqlite as journal
from fathom.storage.journal import statements
from fathom.storage.scripts import read_scripts

ROOT = Path(__file__).resolve().parents[2]


def marked(path: Path) -> int:
    """The version that a file says it has."""
    with closing(sqlite3.connect(path)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with the first two scripts of three."""
    folder = tmp_path / "half_installed" / "migrations"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "0001_first.sql").write_text("CREATE TABLE a (x);\nCREATE TABLE b (x);\n")
    (folder / "0002.sql").write_text("CREATE TABLE c (x);\n")
    monkeypatch.syspath_prepend(tmp_path)
    return "half_installed"


def test_scripts_are_split_into_statements(half: str) -> None:
    assert read_scripts(half, 0, 2) == ["CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE c (x)"]
    assert read_scripts(half, 1, 2) == ["CREATE TABLE c (x)"]
    assert read_scripts(half, 2, 2) == []


def test_a_script_that_is_missing_is_an_error(half: str) -> None:
    with pytest.raises(StoreError, match=r"incomplete: half_installed has no script 0003 .* Install Fathom again\."):
        read_scripts(half, 0, 3)


def test_so_is_a_package_without_scripts() -> None:
    with pytest.raises(StoreError, match="json has no script 0001"):
        read_scripts("json", 0, 1)


def test_the_terminals_store_is_not_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    monkeypatch.setattr(sqlite, "_VERSION", sqlite._VERSION + 1)
    with pytest.raises(StoreError, match="incomplete"):
        sqlite.SqliteStore(path)
    assert marked(path) == 0


def test_nor_is_a_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "server.db"
    monkeypatch.setattr(statements, "VERSION", statements.VERSION + 1)
    with pytest.raises(StoreError, match="incomplete"):
        journal.SqliteLedger(path)
    assert marked(path) == 0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel is a zip file."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return folder / buildapi.build_wheel(str(folder))


def run_from_zip(wheel: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`fathom WORDS`, without unpacking it."""
    program = (
        "import sys, fathom; assert '.whl' in fathom.__file__; from fathom.terminal.main import main; sys.exit(main())"
    )
    return subprocess.run(
        [sys.executable, "-P", "-c", program, *words],
        env=os.environ | {"PYTHONPATH": str(wheel)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_game_played_from_a_zip_file_can_be_continued(wheel: Path, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    played = run_from_zip(wheel, "play", "range-war", "Ann", "Bob", "--store", str(store), typed="2\n1\n")
    assert played.stderr == ""
    assert marked(store) == sqlite._VERSION
    with closing(sqlite.SqliteStore(store)) as opened:
        (kept,) = opened.history()
    assert len(kept.events) == 2


@pytest.mark.slow
def test_the_library_reads_its_data_from_a_zip_file(wheel: Path) -> None:
    program = (
        "import fathom; from fathom.analysis import strengths; assert '.whl' in fathom.__file__; "
        "print(*strengths.rungs('range-war')['by-the-book'])"
    )
    told = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=os.environ | {"PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.stdout, told.stderr) == ("@novice @casual @skilled @expert @perfect\n", "")


@pytest.mark.slow
def test_from_a_zip_file_what_needs_files_says_so(wheel: Path, tmp_path: Path) -> None:
    for words, who in (
        (["serve"], "The server sends files"),
        (["play", "range-war", "cmd:true", "@random"], "need Fathom as files"),
    ):
        refused = run_from_zip(wheel, *words, "--store", str(tmp_path / "store.db"))
        assert refused.returncode == 2
        assert who in refused.stderr
        assert refused.stderr.endswith("in a zip file: install the wheel with pip, which unpacks it.\n")
        assert refused.stderr.count("\n") == 1
    doctor = run_from_zip(wheel, "doctor", "--store", str(tmp_path / "store.db"))
    assert (doctor.returncode, doctor.stderr) == (0, "")
    assert "Programs that play: programs that play need Fathom as files" in doctor.stdout
