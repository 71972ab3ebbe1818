"""The user's data directory is where each platform wants it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fathom.core.directories import data_directory
from fathom.errors import StoreError


@pytest.fixture(autouse=True)
def ann(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)


@pytest.mark.parametrize("platform, place", [("linux", ".local/share"), ("darwin", "Library/Application Support")])
def test_it_lies_in_the_home_directory(platform: str, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert data_directory() == Path("/home/ann") / place


def test_on_windows_it_is_named_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_directory() == Path("/local")


def test_elsewhere_the_environment_may_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/shared")
    assert data_directory() == Path("/shared")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_directory() == Path("/home/ann/.local/share")


def test_without_a_home_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(StoreError, match="no home directory"):
        data_directory()
