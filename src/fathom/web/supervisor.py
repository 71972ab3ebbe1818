"""The parent of several workers: starts them, replaces those that die or hang, and stops them all.

    Supervisor(config, listener).run()   -> the exit status, when SIGTERM or Ctrl+C has stopped it

The parent serves nothing. It holds the listening socket, so while a worker is missing, connections wait for another one
instead of being refused. A worker that dies young is replaced after a pause, longer each time. SIGHUP replaces the
workers one by one, each only when its successor serves.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import NoReturn, TypeAlias

import uvicorn

_SPAWN = get_context("spawn")
_BEAT_SECONDS = 1
#: A worker that has been silent for this long is killed: its event loop hangs, or it has been stopped.
_SILENCE_SECONDS = 30.0
#: The same for one that has not served yet: it has much to import, on a machine that may be busy.
_START_SECONDS = 120.0
#: Longer than the grace period of a worker and its last commit together.
_STOP_SECONDS = 20.0
_TICK_SECONDS = 1.0
#: A worker that dies before this age is replaced after a pause.
_YOUNG_SECONDS = 10.0
_SHORTEST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.25, 10.0
#: A pipe that carries bare bytes.
Pulse: TypeAlias = "Connection[bytes, bytes]"
log = logging.getLogger("fathom.workers")


def exit_on_sigterm() -> None:
    """End with status 0 on SIGTERM. uvicorn takes the signal while it serves, and passes it on when it has finished."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


class _Worker:
    """A process that serves, and the pipe that it writes to as long as its event loop runs."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket) -> None:
        self.pulse, written = _SPAWN.Pipe(duplex=False)
        self.process = _SPAWN.Process(target=_work, args=(config, listener, written), name="worker")
        self.process.start()
        written.close()
        self.is_serving = False
        self.started = self.heard = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return self.process.is_alive()

    @property
    def is_hanging(self) -> bool:
        return time.monotonic() - self.heard > (_SILENCE_SECONDS if self.is_serving else _START_SECONDS)

    def listen(self) -> None:
        """Read the pipe, if there is anything; at the end of the process it is at its end, too."""
        with suppress(OSError):
            while self.pulse.poll() and os.read(self.pulse.fileno(), 4096):
                self.is_serving, self.heard = True, time.monotonic()

    def terminate(self) -> None:
        self.process.terminate()
        self.heard = time.monotonic()

    def describe_end(self) -> str:
        """How it ended: `SIGKILL`, or `status 3`."""
        status = self.process.exitcode
        return signal.Signals(-status).name if status is not None and status < 0 else f"status {status}"

    def kill(self, reason: str) -> None:
        log.error("worker killed", extra={"worker": self.process.pid, "reason": reason})
        self.process.kill()
        self.process.join()


class _Slot:
    """The place of one worker, its successor while it is being replaced, and when the next one may start."""

    def __init__(self) -> None:
        self.worker: _Worker | None = None
        self.successor: _Worker | None = None
        self.early_deaths = 0
        self.start_at = 0.0


class Supervisor:
    """Keeps as many workers as the configuration says."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket) -> None:
        self._config = config
        self._listener = listener
        self._slots = [_Slot() for _ in range(config.workers)]
        self._replacing: list[_Slot] = []
        self._retired: list[_Worker] = []
        self._is_stopping = False
        self._has_killed = False

    def run(self) -> int:
        """Supervise until stopped; 0 if every worker then ended by itself."""
        with self._signals() as woken:
            try:
                while not self._is_stopping:
                    for slot in self._slots:
                        self._tend(slot)
                    self._replace_next()
                    self._retired = [worker for worker in self._retired if not self._has_ended(worker)]
                    self._wait(woken)
                return self._stop()
            finally:
                for worker in self._workers():  # none are left, unless something unforeseen has happened
                    worker.process.kill()

    @contextmanager
    def _signals(self) -> Iterator[socket.socket]:
        """Note signals and be woken by them."""
        woken, waking = socket.socketpair()
        for end in (woken, waking):
            end.setblocking(False)
        before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
        old_fd = signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._note_stop)
        signal.signal(signal.SIGINT, self._note_stop)
        # In a terminal, this signal means that it has been closed.
        is_in_terminal = sys.stdin is not None and sys.stdin.isatty()
        signal.signal(signal.SIGHUP, self._note_stop if is_in_terminal else self._note_replacement)
        try:
            with woken, waking:
                yield woken
        finally:
            signal.set_wakeup_fd(old_fd)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note_stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True

    def _note_replacement(self, _signal: int, _frame: FrameType | None) -> None:
        self._replacing = list(self._slots)

    def _workers(self) -> list[_Worker]:
        of_slots = [worker for slot in self._slots for worker in (slot.worker, slot.successor) if worker]
        return [*of_slots, *self._retired]

    def _wait(self, woken: socket.socket) -> None:
        """Wait for a sign of life, the end of a process or a signal, at most for a tick."""
        workers, before = self._workers(), time.monotonic()
        pauses = [slot.start_at - before for slot in self._slots if slot.worker is None]
        timeout = max(0.0, min([_TICK_SECONDS, *pauses]))
        wait([woken, *(worker.process.sentinel for worker in workers), *_pulses(workers)], timeout)
        with suppress(BlockingIOError):
            woken.recv(4096)
        if time.monotonic() - before > timeout + _SILENCE_SECONDS / 2:  # it is the machine that was asleep
            for worker in workers:
                worker.heard = time.monotonic()
        for worker in workers:
            worker.listen()

    def _tend(self, slot: _Slot) -> None:
        """Start a missing worker; notice one that has died, and end one that hangs."""
        worker = slot.worker
        if worker and worker.is_alive and worker.is_hanging:
            worker.kill("it does not respond")
        if worker and not worker.is_alive:
            self._bury(slot, worker)
        if slot.worker is None and time.monotonic() >= slot.start_at:
            slot.worker = self._start(slot)

    def _bury(self, slot: _Slot, worker: _Worker) -> None:
        is_young = time.monotonic() - worker.started < _YOUNG_SECONDS
        slot.early_deaths = slot.early_deaths + 1 if is_young else 0
        pause = self._pause(slot)
        about = {"worker": worker.process.pid, "reason": worker.describe_end(), "seconds": pause}
        log.error("worker ended", extra=about)  # the next one starts after this many seconds
        slot.worker, slot.start_at = None, time.monotonic() + pause

    def _pause(self, slot: _Slot) -> float:
        if not slot.early_deaths:
            return 0.0
        return float(min(_LONGEST_PAUSE_SECONDS, _SHORTEST_PAUSE_SECONDS * 2 ** min(slot.early_deaths - 1, 16)))

    def _start(self, slot: _Slot) -> _Worker | None:
        try:
            return _Worker(self._config, self._listener)
        except OSError as error:  # no memory, no process, no file left
            slot.early_deaths += 1
            slot.start_at = time.monotonic() + self._pause(slot)
            log.error("worker not started", extra={"reason": str(error)})
            return None

    def _replace_next(self) -> None:
        """Go on with replacing the workers, one at a time; a successor that does not serve ends the attempt."""
        if not self._replacing:
            return
        slot = self._replacing[0]
        if slot.successor is None:
            slot.successor = self._start(slot)
            if slot.successor is None:
                self._replacing = []
        elif slot.successor.is_serving:
            if slot.worker:
                slot.worker.terminate()
                self._retired.append(slot.worker)
            slot.worker, slot.successor = slot.successor, None
            self._replacing.pop(0)
        elif not slot.successor.is_alive or slot.successor.is_hanging:
            slot.successor.kill("it does not start, so the others stay")
            self._replacing, slot.successor = [], None

    def _has_ended(self, worker: _Worker) -> bool:
        """Has a worker ended that was told to stop? If not for too long, it is killed."""
        if worker.is_alive and time.monotonic() - worker.heard > _STOP_SECONDS:
            worker.kill("it does not stop")
            self._has_killed = True
        return not worker.is_alive

    def _stop(self) -> int:
        workers, self._has_killed = self._workers(), False
        for worker in workers:
            worker.terminate()
        while alive := [worker for worker in workers if not self._has_ended(worker)]:
            wait([worker.process.sentinel for worker in alive], _TICK_SECONDS)
        return 1 if self._has_killed else 0


def _pulses(workers: list[_Worker]) -> list[Pulse]:
    """The pipes of the workers that still live: that of a dead one would never let us wait."""
    return [worker.pulse for worker in workers if worker.is_alive]


def _work(config: uvicorn.Config, listener: socket.socket, pulse: Pulse) -> None:
    """The worker process: serve, and show every second that the event loop runs."""
    exit_on_sigterm()
    os.set_blocking(pulse.fileno(), False)

    async def beat() -> None:
        try:
            os.write(pulse.fileno(), b".")
        except BlockingIOError:  # the parent does not read: perhaps it has been stopped for a while
            pass
        except BrokenPipeError:  # the parent has gone, and nobody else would stop us
            signal.raise_signal(signal.SIGTERM)

    config.callback_notify, config.timeout_notify = beat, _BEAT_SECONDS
    with suppress(KeyboardInterrupt):  # Ctrl+C reaches every process of a terminal
        uvicorn.Server(config).run([listener])
