"""The budget of whatever thinks at the server: machines, analyses and hints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from fathom.analysis.adviser import forget_everything
from fathom.core.budget import OUT_OF_MEMORY, Budget, Meter
from fathom.errors import Unknown

#: For each thought.
SECONDS = 5.0
_MEGABYTES = 1000


class Thinking:
    """Hands out meters, one at a time: thoughts wait for each other, so that time and memory are those of one."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = Lock()
        self._meter = Meter(Budget(seconds=seconds, megabytes=_MEGABYTES))

    @contextmanager
    def thought(self) -> Iterator[Meter]:
        """A meter for one thought; raises `Unknown` when time or memory is spent."""
        with self._lock:
            self._meter.restart()
            try:
                yield self._meter
            except Unknown:
                forget_everything()  # unfinished work would keep its memory
                raise
            except MemoryError:
                forget_everything()
                raise Unknown(OUT_OF_MEMORY) from None
