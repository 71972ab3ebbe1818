"""A slower processor for the browser: its pages and workers stand still most of the time.

Chromium's own throttling reaches the thread of a page, but not that of a service worker, where Python is.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

#: Seconds that the processes run at a time, and cycles after which new ones are looked for.
_SLICE = 0.005
_CYCLES = 10


@contextmanager
def slowed_down(times: float) -> Iterator[None]:
    """Make the renderers of every browser that this process has started slower by this factor."""
    done = Event()
    thread = Thread(target=_slow_down, args=(times, done))
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if times > 1:
            thread.join()


def _slow_down(times: float, done: Event) -> None:
    while not done.is_set():
        found = renderers(os.getpid())
        for _ in range(_CYCLES):
            _signal(found, signal.SIGSTOP)
            done.wait(_SLICE * (times - 1))
            _signal(found, signal.SIGCONT)
            if done.wait(_SLICE):
                return


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue


def renderers(ancestor: int) -> list[int]:
    """The processes that run pages and workers, among all that a process has started."""
    parents: dict[int, int] = {}
    pages: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                pages.append(int(folder.name))
        except (OSError, IndexError, ValueError):
            continue  # it has just ended
    return [page for page in pages if ancestor in _ancestors(page, parents)]


def _ancestors(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process := parents.get(process, 0):
        yield process
