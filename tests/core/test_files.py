"""Files are locked and brought to disk in the way of each system."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from fathom.core import files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    return path


@pytest.fixture
def handle(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR)
    yield handle
    os.close(handle)


def test_a_file_can_be_locked_once(path: Path, handle: int) -> None:
    files.lock_now(handle)
    other = os.open(path, os.O_RDWR)
    with pytest.raises(BlockingIOError):
        files.lock_now(other)
    os.close(other)


def test_inside_a_browser_there_is_nothing_to_lock_against(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    files.lock_now(handle)


class Windows:
    """What of msvcrt is used, noting which bytes were locked."""

    LK_NBLCK = 2

    def __init__(self, is_locked: bool = False) -> None:
        self.is_locked = is_locked
        self.locked: list[tuple[int, int]] = []

    def locking(self, handle: int, mode: int, count: int) -> None:
        if self.is_locked:
            raise OSError
        assert mode == self.LK_NBLCK
        self.locked.append((os.lseek(handle, 0, os.SEEK_CUR), count))


def test_on_windows_a_byte_is_locked_that_nobody_wants_to_read(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = Windows()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    os.lseek(handle, 3, os.SEEK_SET)
    files.lock_now(handle)
    assert windows.locked == [(1 << 30, 1)]
    assert os.read(handle, 10) == b"tent"  # the position is where it was


def test_on_windows_another_lock_is_noticed(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Windows(is_locked=True))
    with pytest.raises(OSError):
        files.lock_now(handle)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How files were brought to disk."""
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: done.append("fsync"))
    return done


def test_what_is_written_is_brought_to_disk(handle: int, synced: list[str]) -> None:
    files.sync(handle)
    assert synced == ["fsync"]


@pytest.mark.parametrize("works, ways", [(True, ["full"]), (False, ["full", "fsync"])])
def test_on_macos_the_memory_of_the_drive_is_emptied_where_that_is_possible(
    handle: int, synced: list[str], monkeypatch: pytest.MonkeyPatch, works: bool, ways: list[str]
) -> None:
    def control(_: int, command: str) -> None:
        synced.append(command)
        if not works:
            raise OSError

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(F_FULLFSYNC="full", fcntl=control))
    files.sync(handle)
    assert synced == ways


def test_a_folder_is_synced_where_it_can_be_opened(
    tmp_path: Path, synced: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files.sync_folder(tmp_path)
    assert synced == ["fsync"]
    monkeypatch.setattr(sys, "platform", "win32")
    files.sync_folder(tmp_path / "nowhere")
    assert synced == ["fsync"]


def test_locks_of_both_kinds_are_free_again_when_the_file_is_closed(path: Path) -> None:
    for _ in range(2):
        handle = os.open(path, os.O_RDWR)
        files.lock_now(handle)
        os.close(handle)
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
