"""How the program calls itself in what it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fathom.terminal.inputs import fathom_command


@pytest.fixture
def empty_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder to be in, with nothing on the PATH, as `make play` leaves it."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_command_on_the_path_is_named_as_it_is(monkeypatch: pytest.MonkeyPatch, empty_path: Path) -> None:
    program = empty_path / "fathom"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(empty_path))
    assert fathom_command() == "fathom"


def test_a_command_off_the_path_is_named_by_its_place(monkeypatch: pytest.MonkeyPatch, empty_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", [str(empty_path / ".venv" / "bin" / "fathom")])
    assert fathom_command() == ".venv/bin/fathom"
    monkeypatch.setattr(sys, "argv", ["/opt/my games/fathom"])
    assert fathom_command() == "'/opt/my games/fathom'"


def test_a_module_is_named_with_its_interpreter(monkeypatch: pytest.MonkeyPatch, empty_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/fathom/__main__.py"])
    monkeypatch.setattr(sys, "executable", "/opt/python3")
    assert fathom_command() == "/opt/python3 -m fathom"
