"""Lines that say what is going on while a person waits.

    line = ProgressLine(Budget(seconds=60))
    with line.over("Counting") as meter:
        count(start, oracle, meter)              Counting: 12,345 positions, 3 s

Where the number of positions is known beforehand, so is the share done: `Solving: 40%, 8,400,000 positions, 2 s`.

The meter draws it on standard error while the work ticks, and it is cleared at the end. Nothing is shown unless
standard error is a terminal.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import TextIO

from fathom.core.budget import OUT_OF_MEMORY, Budget, Meter
from fathom.errors import Unknown


class StatusLine:
    """The last line of a terminal, which can be overwritten."""

    def __init__(self, target: TextIO) -> None:
        self._target = target
        self._shown = ""

    def show(self, text: str) -> None:
        """Overwrite the line; an empty text clears it."""
        if text != self._shown:
            blank = " " * len(self._shown)
            self._target.write(f"\r{blank}\r{text}")
            self._target.flush()
            self._shown = text


class ProgressLine(AbstractContextManager[Meter]):
    """Shows the progress of successive pieces of work, which share the budget of one meter."""

    def __init__(self, budget: Budget, *, silent: bool = False) -> None:
        is_shown = not silent and sys.stderr.isatty()
        self.meter = Meter(budget, self._report if is_shown else None)
        self._work = ""
        self._line = StatusLine(sys.stderr)

    def over(self, work: str) -> ProgressLine:
        """Show the next piece of work under this name; positions count from 0, time keeps counting."""
        self._work = work
        self.meter.recount()
        return self

    def __enter__(self) -> Meter:
        return self.meter

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._line.show("")
        if kind is MemoryError:
            raise Unknown(OUT_OF_MEMORY) from None

    def _report(self, positions: int) -> None:
        counted = f" {positions:,} positions," if positions else ""
        share = f" {self.meter.share:.0%}," if self.meter.share is not None else ""
        self._line.show(f"{self._work}:{share}{counted} {self.meter.seconds:.0f} s")
