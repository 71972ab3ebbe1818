"""The forms of a data set hold the same rows, and the tools that they are for read them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
import yaml

import fathom
from fathom.terminal.main import main

#: Small games: one with draws, and one without.
GAMES = ("pyramid-challenge,levels=2,highest=3", "range-war,highest=6")

LOAD = """
import json, sys
import datasets

rows = datasets.load_dataset(sys.argv[1], split="train")
print(json.dumps({"rows": rows.to_list(), "features": {name: str(kind) for name, kind in rows.features.items()}}))
"""


def rows_of(code: str) -> list[dict]:
    name, *assigned = code.split(",")
    options: dict[str, Any] = dict(option.split("=") for option in assigned)
    return [dict(row) for row in fathom.dataset(name, **options)]


@pytest.mark.parametrize("code", GAMES)
def test_parquet_holds_the_same_rows(code: str, tmp_path: Path):
    file = tmp_path / "all.parquet"
    assert main(["dataset", code, "--format", "parquet", "-o", str(file)]) == 0
    assert pyarrow.parquet.read_table(file).to_pylist() == rows_of(code)


def test_parquet_keeps_the_order_over_several_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("fathom.adapters.dataset.parquet._ROWS_AT_ONCE", 7)
    file = tmp_path / "all.parquet"
    assert main(["dataset", "range-war,highest=6", "--format", "parquet", "-o", str(file)]) == 0
    assert pyarrow.parquet.ParquetFile(file).num_row_groups > 1
    assert pyarrow.parquet.read_table(file).to_pylist() == rows_of("range-war,highest=6")


def test_a_folder_has_a_card_and_the_lines(tmp_path: Path):
    folder = tmp_path / "set"
    assert main(["dataset", "range-war,highest=6", "--format", "folder", "-o", str(folder)]) == 0
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*")) == [
        "README.md",
        "data/positions-train.jsonl",
    ]
    lines = (folder / "data/positions-train.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows_of("range-war,highest=6")
    _, head, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = yaml.safe_load(head)
    assert card["pretty_name"] == "Fathom: Range War"
    assert card["size_categories"] == ["n<1K"]
    assert [config["config_name"] for config in card["configs"]] == ["positions"]
    assert "`fathom dataset range-war,highest=6 --format folder -o set`" in body


def test_the_same_command_writes_the_same_folder(tmp_path: Path):
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        assert main(["dataset", "range-war,highest=4", "--format", "folder", "-o", str(tmp_path / place / "set")]) == 0
    one, other = ([path.read_bytes() for path in sorted((tmp_path / place).rglob("*.*"))] for place in ("a", "b"))
    assert one == other


@pytest.mark.slow  # starts a program
def test_hugging_face_datasets_loads_a_folder_without_a_network(tmp_path: Path):
    code, folder = GAMES[0], tmp_path / "set"
    assert main(["dataset", code, "--format", "folder", "-o", str(folder)]) == 0
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD, str(folder)],
        env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loaded.returncode == 0, loaded.stderr
    told = json.loads(loaded.stdout)
    assert told["rows"] == rows_of(code)
    assert told["features"]["to_move"] == "Value('int8')"


@pytest.mark.parametrize("form", ["parquet", "folder"])
def test_what_exists_is_not_overwritten(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    there = tmp_path / "there"
    there.mkdir()
    assert main(["dataset", "range-war", "--format", form, "-o", str(there)]) == 2
    assert "already exists; choose another name." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.parametrize("form", ["parquet", "folder"])
def test_unfinished_work_leaves_nothing_behind(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def rows(*_: object):
        yield {"code": "range-war", "to_move": 1, "value": {"winner": 1, "plies": 1}, "moves": [], "best": []}
        raise KeyboardInterrupt

    monkeypatch.setattr("fathom.terminal.commands.dataset.positions_of", rows)
    assert main(["dataset", "range-war", "--format", form, "-o", str(tmp_path / "new")]) == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["parquet", "folder"])
def test_only_lines_can_be_printed(form: str, capsys: pytest.CaptureFixture[str]):
    assert main(["dataset", "range-war", "--format", form, "-o", "-"]) == 2
    assert f"--format {form} needs a name to write to: give one with -o." in capsys.readouterr().err


def test_without_its_package_parquet_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "fathom.adapters.dataset.parquet", None)
    assert main(["dataset", "range-war", "--format", "parquet", "-o", str(tmp_path / "x")]) == 2
    assert "install fathom-games[parquet]" in " ".join(capsys.readouterr().err.split())
