"""Ctrl+C as a wish: work that keeps things on disk stops between two steps, not in the middle of one."""

from __future__ import annotations

import signal
from contextlib import AbstractContextManager
from types import FrameType


class Interrupts(AbstractContextManager["Interrupts"]):
    """Within the block, the first Ctrl+C only sets `came`; a second one interrupts as usual."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> Interrupts:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
