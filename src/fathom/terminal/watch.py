"""Watches over work that takes its time: shows on standard error how far it is, and ends it when the budget is spent.

    watch = Watch(Budget(seconds=60))
    with watch.over("Counting"):
        count(start, oracle, progress=watch)

A timer looks up several times a second, so the work itself need not: tables and closed forms of a room are watched as
well. What stands on the line is wiped out at the end. Nothing is shown unless standard error is a terminal.
"""

from __future__ import annotations

import signal
import sys
from contextlib import AbstractContextManager
from time import monotonic
from types import FrameType

from fathom.errors import Unknown
from fathom.solver.search import Budget, peak_megabytes

_LOOK_UP_EVERY = 0.2
#: How soon to try again when the work cannot be ended just now.
_AGAIN = 0.01


class Watch(AbstractContextManager["Watch"]):
    """Call it with the number of positions done; raises `Unknown` in the midst of work that is over its budget."""

    def __init__(self, budget: Budget, *, silent: bool = False) -> None:
        self.budget = budget
        self._work = ""
        self._done = 0
        self._started = monotonic()
        self._peak_before = 0  # memory that an earlier piece has taken is not held against a later one
        self._is_working = False
        self._shown = ""
        self._is_shown = not silent and sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """Since the watch began."""
        return monotonic() - self._started

    def __call__(self, done: int) -> None:
        self._done = done

    def over(self, work: str) -> Watch:
        """Watch over a piece of work; the time of all pieces counts."""
        self._work, self._done = work, 0
        return self

    def anew(self) -> None:
        """Watch over the next one of many small pieces, each with the whole budget."""
        self._started = monotonic()
        self._is_working = True

    def rest(self) -> None:
        """Watch over nothing until the next piece begins."""
        self._is_working = False
        if self._shown:
            self._show("")

    def __enter__(self) -> Watch:
        self._is_working = True
        signal.signal(signal.SIGALRM, self._look_up)
        signal.setitimer(signal.ITIMER_REAL, _LOOK_UP_EVERY, _LOOK_UP_EVERY)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.rest()  # the timer may have gone off already: its handler stays, and does nothing
        signal.setitimer(signal.ITIMER_REAL, 0)
        if kind is MemoryError:
            raise Unknown("the memory of this machine was not enough.") from None

    def _look_up(self, _: int, frame: FrameType | None) -> None:
        if not self._is_working:
            return
        excess = self._excess()
        if excess and _is_ours(frame):
            self._is_working = False
            self._peak_before = peak_megabytes()
            raise Unknown(f"it takes more than {excess}.")
        if excess:
            signal.setitimer(signal.ITIMER_REAL, _AGAIN, _AGAIN)
        counted = f" {self._done:,} positions," if self._done else ""
        self._show(f"{self._work}:{counted} {self.seconds:.0f} s")

    def _excess(self) -> str | None:
        """What is used up of the budget, if anything is."""
        _, seconds, megabytes = self.budget
        if seconds is not None and self.seconds > seconds:
            return f"{seconds:g} s"
        if megabytes is not None and peak_megabytes() > max(megabytes, self._peak_before):
            return f"{megabytes:,} MB of memory"
        return None

    def _show(self, text: str) -> None:
        """Write over the line; an empty text wipes it out."""
        if self._is_shown and text != self._shown:
            blank = " " * len(self._shown)
            sys.stderr.write(f"\r{blank}\r{text}")
            sys.stderr.flush()
            self._shown = text


def _is_ours(frame: FrameType | None) -> bool:
    """Is it Fathom's own code that is running? Other code may hold a lock and is not interrupted."""
    return frame is not None and str(frame.f_globals.get("__name__")).startswith("fathom.")
