"""Interrupts a call when its CPU seconds are spent: by a timer of the system, or else by a thread that looks on."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from typing import Final, NoReturn, Protocol

from fathom.web.thinking.messages import Budget

_LOOK_EVERY_SECONDS: Final = 0.05


class Clock(Protocol):
    """Started before a call and stopped after it. Between the two, the call can be interrupted."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


def make_clock(budget: Budget) -> Clock:
    """The clock of this process. Ctrl+C means nothing to it: that is for the server, which then closes our input."""
    return TimerClock(budget) if hasattr(signal, "setitimer") else ThreadClock(budget)


class TimerClock:
    """The system counts, and sends SIGPROF."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGPROF, self._interrupt)

    def start(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._budget.seconds)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _interrupt(self, *_: object) -> NoReturn:
        raise self._budget.exceeded()


class ThreadClock:
    """For Windows, which has no such timer: a thread reads the CPU time of the process, and simulates SIGINT."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._lock = threading.Lock()
        self._until: float | None = None
        self._is_spent = False
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._look_on, daemon=True).start()

    def start(self) -> None:
        with self._lock:
            self._until, self._is_spent = time.process_time() + self._budget.seconds, False

    def stop(self) -> None:
        with self._lock:
            self._until, self._is_spent = None, False

    def _look_on(self) -> None:
        while True:
            time.sleep(_LOOK_EVERY_SECONDS)
            with self._lock:
                is_late = self._until is not None and time.process_time() > self._until
                self._is_spent = self._is_spent or is_late
                if is_late:
                    self._until = None
                    _thread.interrupt_main(signal.SIGINT)

    def _interrupt(self, *_: object) -> None:
        if self._is_spent:
            self._is_spent = False
            raise self._budget.exceeded()
