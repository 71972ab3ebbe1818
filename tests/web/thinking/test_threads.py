"""Work beside the event loop, and in place where there are no threads."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from fathom.web.thinking.threads import run_in_thread

WEB = Path(__file__).parents[3] / "src" / "fathom" / "web"


def thread_of(prefix: str, *, suffix: str) -> str:
    return f"{prefix}{threading.current_thread().name}{suffix}"


def test_work_runs_beside_the_loop_where_there_are_threads() -> None:
    assert asyncio.run(run_in_thread(thread_of, "<", suffix=">")) != "<MainThread>"


def test_work_runs_in_place_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    assert asyncio.run(run_in_thread(thread_of, "<", suffix=">")) == "<MainThread>"


def test_nothing_else_in_the_application_takes_a_thread_of_asyncio() -> None:
    takes = {path.name for path in WEB.rglob("*.py") if "asyncio.to_thread" in path.read_text(encoding="utf-8")}
    assert takes == {"threads.py", "runners.py"}  # the runner in a thread is chosen by whoever makes it
