"""What a server counts: plain numbers, which cost next to nothing on the path of a move.

`exposition.py` turns them into what Prometheus reads, when it asks.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

#: Why a socket was closed against the will of its client.
Shed = Literal["too-slow", "too-many", "flood", "timed-out", "too-large", "malformed"]
#: How a call for slow work ended: see `web/thinking/queue.py`.
Outcome = Literal["done", "too-much", "abandoned", "failed", "refused"]


class Histogram:
    """How many values there were up to each bound, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...] = _SECONDS) -> None:
        self.bounds = bounds
        #: One for each bound, and one for everything beyond the last.
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Levels(NamedTuple):
    """What is so at this moment."""

    matches: int = 0
    waiting: int = 0
    running: int = 0


class Metrics:
    """The figures of one application since it was created.

    Labels are statuses, codes of errors, and the words above: nobody outside can add a new one.
    """

    def __init__(self) -> None:
        self.matches = 0
        self.events = 0
        self.sockets = 0
        self.sockets_opened = 0
        self.store_failures = 0
        self.shed: Counter[str] = Counter(dict.fromkeys(get_args(Shed), 0))
        self.refusals: Counter[str] = Counter()
        self.responses: Counter[int] = Counter()
        self.calls: Counter[str] = Counter(dict.fromkeys(get_args(Outcome), 0))
        self.command_seconds = Histogram()
        #: Counts a command, by its time from arrival to answer.
        self.count_command = self.command_seconds.add
        self.lag_seconds = Histogram()
        self.call_seconds = Histogram((*_SECONDS, 10.0, 25.0, 50.0))
        self.commit_seconds = Histogram()
        self.commit_entries = Histogram(_SIZES)
        self.read_seconds = Histogram()
        #: Looked up when someone asks; set by whoever knows.
        self.levels: Callable[[], Levels] = Levels

    def count_refusal(self, code: str) -> None:
        self.refusals[code] += 1

    def count_response(self, status: int) -> None:
        self.responses[status] += 1

    def count_shed(self, reason: Shed) -> None:
        self.shed[reason] += 1

    def count_call(self, outcome: Outcome, seconds: float | None) -> None:
        """Count a call for slow work; it took no time if it has not begun."""
        self.calls[outcome] += 1
        if seconds is not None:
            self.call_seconds.add(seconds)

    def count_commit(self, seconds: float, entries: int) -> None:
        """Count a commit of the store; only its own thread may do so."""
        self.commit_seconds.add(seconds)
        self.commit_entries.add(entries)

    def count_read(self, seconds: float) -> None:
        """Count a question to the store. Two threads do so; that a count may get lost now and then is harmless."""
        self.read_seconds.add(seconds)

    def count_store_failure(self) -> None:
        self.store_failures += 1


def cpu_seconds() -> float:
    """The CPU time of this process."""
    return time.process_time()
