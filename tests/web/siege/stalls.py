"""How long single steps of an event loop take, in CPU time of its own thread: what keeps everybody else waiting.

Waiting for other threads and for a busy machine does not count, so that the figures mean the same on any machine.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class Stalls:
    """The longest step so far, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0


@contextmanager
def watch_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stalls]:
    """Measure every step of the loops of this process, until the end of the block."""
    stalls = Stalls()
    run = asyncio.Handle._run

    def run_measured(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        stalls.longest = max(stalls.longest, time.thread_time() - began)

    gc.collect()
    # As the server does: a collection of all that the tests have made takes long. It stays frozen, as after the
    # collection of the tests: to unfreeze would unfreeze them, too, and every later collection would scan them.
    gc.freeze()
    with monkeypatch.context() as patched:
        patched.setattr(asyncio.Handle, "_run", run_measured)
        yield stalls


def measure_machine() -> float:
    """The CPU seconds of a fixed piece of work, about 1 ms on an idle machine: what the figures are compared with."""
    best = 1.0
    for _ in range(5):
        began = time.thread_time()
        sum(number % 7 for number in range(20_000))
        best = min(best, time.thread_time() - began)
    return best
