"""Each system tells in its own way how much memory a process has used."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fathom.core.footprint import peak_megabytes, resident_bytes


@pytest.fixture
def no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without /proc."""

    def read_text(path: Path, **_: object) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", read_text)


def test_linux_tells_the_memory_of_now_and_its_peak() -> None:
    resident = resident_bytes()
    assert resident
    assert 1 << 20 < resident <= (peak_megabytes() + 1) << 20


def test_elsewhere_the_memory_of_now_is_unknown(no_proc: None) -> None:
    assert resident_bytes() is None


@pytest.mark.parametrize("platform, told", [("darwin", 50 << 20), ("freebsd", 50 << 10)])
def test_other_systems_tell_the_peak_in_units_of_their_own(
    no_proc: None, monkeypatch: pytest.MonkeyPatch, platform: str, told: int
) -> None:
    usage = SimpleNamespace(ru_maxrss=told)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, "resource", SimpleNamespace(RUSAGE_SELF=0, getrusage=lambda _: usage))
    assert peak_megabytes() == 50


class Kernel:
    """What of kernel32 is used. The structure is read by the offsets that Windows documents for 64 bits."""

    PEAK_AT, SIZE = 8, 72

    def __init__(self, works: bool) -> None:
        self.works = works

    def GetCurrentProcess(self) -> int:  # noqa: N802
        return -1

    def K32GetProcessMemoryInfo(self, process: Any, counters: Any, size: int) -> bool:  # noqa: N802
        assert size == self.SIZE
        ctypes.c_size_t.from_address(ctypes.addressof(counters._obj) + self.PEAK_AT).value = 70 << 20
        return self.works


@pytest.mark.parametrize("kernel, megabytes", [(Kernel(True), 70), (Kernel(False), 0), (None, 0)])
def test_windows_tells_the_peak_if_asked_in_the_right_way(
    no_proc: None, monkeypatch: pytest.MonkeyPatch, kernel: Kernel | None, megabytes: int
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert peak_megabytes() == megabytes
