"""The location of the store."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fathom.errors import StoreError
from fathom.storage.location import store_location


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FATHOM_STORE", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr(sys, "platform", "linux")


def test_the_file_named_on_the_command_line_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOM_STORE", "/from/environment.db")
    assert store_location("chosen.db") == Path("chosen.db")


def test_the_environment_comes_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOM_STORE", "/from/environment.db")
    assert store_location() == Path("/from/environment.db")


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOM_STORE", "")
    assert store_location() == Path("/home/ann/.local/share/fathom/fathom.db")


def test_else_it_lies_in_the_data_directory_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    assert store_location() == Path("/home/ann/.local/share/fathom/fathom.db")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert store_location() == Path("/data/fathom/fathom.db")


def test_a_relative_data_directory_is_ignored_as_its_standard_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert store_location() == Path("/home/ann/.local/share/fathom/fathom.db")


def test_on_a_mac_it_lies_where_macs_keep_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert store_location() == Path("/home/ann/Library/Application Support/fathom/fathom.db")


def test_without_a_home_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StoreError, match=r"no home directory.*--store"):
        store_location()
