"""A running program: it is asked with a deadline, and ended together with everything it has started.

Whatever it does, asking takes no longer than the deadline, and little of its output is kept: one line, and the end of
what it wrote to standard error.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from fathom.core.words import UNZIP, quoted
from fathom.errors import FathomError, Forfeit
from fathom.players.programs.command import Command
from fathom.players.programs.containment.layers import Layer, read_layers
from fathom.players.programs.containment.plan import Contain, make_plan
from fathom.players.programs.environment import environment_for
from fathom.players.programs.protocol import LONGEST_ANSWER

#: Run as a file of its own, and never imported: it must start in a few milliseconds.
_LAUNCHER: Final = Path(__file__).parent / "containment" / "launcher.py"
#: How long a program may take to end once its input has ended; then it is killed.
_FAREWELL_SECONDS: Final = 0.2
#: How long the launcher may take to start a program, and to end one: far more than it does, on a busy machine.
_LAUNCH_SECONDS: Final = 60.0
_END_SECONDS: Final = 10.0
#: How long to wait for the exit status of a program that has closed its output.
_STATUS_SECONDS: Final = 0.5
_ERRORS_KEPT: Final = 4096
_LONGEST_LAST_LINE: Final = 120


def why_none_run() -> str:
    """Why no programs that play can run here, and be ended with whatever they start; empty if they can."""
    if not (hasattr(select, "poll") and hasattr(os, "fork")):
        return "programs that play run on Linux and macOS, where they can be contained and ended."
    if not _LAUNCHER.is_file():
        return f"programs that play need Fathom as files, and this one is in a zip file: {UNZIP}."
    return ""


class Process:
    """One program, started inside its containment by the launcher, which ends with it and ends it."""

    def __init__(self, command: Command, variables: dict[str, str], contain: Contain = "best") -> None:
        if reason := why_none_run():
            raise FathomError(f"{quoted(command.file)} cannot run: {reason}")
        self._scratch = tempfile.mkdtemp(prefix="fathom-bot-")
        environment = environment_for(contain, self._scratch) | variables
        reports, status = os.pipe()
        lifeline, self._lifeline = os.pipe()
        plan = make_plan(command, contain, environment.get("PATH", os.defpath), self._scratch, status, lifeline)
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_LAUNCHER), plan.encode()],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(status, lifeline),
                start_new_session=True,
                bufsize=0,
            )
        finally:
            os.close(status)
            os.close(lifeline)
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self._input, self._output = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        self._errors = self._popen.stderr.fileno()
        self._end_of_errors = b""
        self._unsent = b""
        self._poll = select.poll()
        for stream in (self._output, self._errors):
            self._poll.register(stream, select.POLLIN)
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream, False)
        self.layers = self._await_start(reports)

    def _await_start(self, reports: int) -> tuple[Layer, ...]:
        """Wait until the program runs; returns what the launcher says about its containment."""
        with open(reports, encoding="utf-8") as file:
            watched = select.poll()
            watched.register(file, select.POLLIN)
            told = file.read() if watched.poll(_LAUNCH_SECONDS * 1000) else ""
        failed = next((line for line in told.splitlines() if line.startswith("start\t")), None)
        if failed or not told:
            self.stop(patience=0)
            raise Forfeit("start", f"it cannot be started: {failed.partition(chr(9))[2] if failed else 'no answer'}")
        return read_layers(told)

    @property
    def last_line(self) -> str:
        """The last line that it wrote to standard error, in printable characters."""
        lines = self._end_of_errors.decode(errors="backslashreplace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return "".join(c if c.isprintable() else "?" for c in last[:_LONGEST_LAST_LINE])

    def ask(self, question: bytes, seconds: float, longest: int = LONGEST_ANSWER) -> bytes:
        """The line that it answers, without its end; raises `Forfeit`."""
        deadline = time.monotonic() + seconds
        if early := self._receive(0):
            raise Forfeit("early", f"it wrote {_show(early)} before it was asked")
        self._send(question)
        answer = self._receive(seconds * 1000)
        while b"\n" not in answer:
            if len(answer) > longest:
                raise Forfeit("long", f"it wrote more than {longest:,} bytes without ending the line")
            left = deadline - time.monotonic()
            if left <= 0:
                raise Forfeit("late", f"it did not answer within {seconds:g} seconds")
            answer += self._receive(left * 1000 + 1)
        line, _, more = answer.partition(b"\n")
        if more:
            raise Forfeit("early", f"it answered {_show(line)} and then wrote {_show(more)} without being asked")
        return line

    def communicate(self, question: bytes, seconds: float, longest: int) -> bytes:
        """All that it writes until it ends, if its input is the question and nothing else; raises `Forfeit`."""
        deadline, answer = time.monotonic() + seconds, b""
        self._send(question)
        while True:
            if not self._unsent:
                self._end_input()
            if len(answer) > longest:
                raise Forfeit("long", f"it wrote more than {longest:,} bytes")
            left = deadline - time.monotonic()
            if left <= 0:
                raise Forfeit("late", f"it did not answer within {seconds:g} seconds")
            try:
                answer += self._receive(left * 1000 + 1)
            except Forfeit:
                if self._popen.returncode in (0, None):  # it has ended, or closed its output
                    return answer
                raise

    def await_late_answer(self, seconds: float) -> bytes | None:
        """After a question that was not answered in time: the line that it answers once its input has ended, if any."""
        self._end_input()
        deadline, answer = time.monotonic() + seconds, b""
        with suppress(Forfeit):
            while b"\n" not in answer and len(answer) <= LONGEST_ANSWER and (left := deadline - time.monotonic()) > 0:
                answer += self._receive(left * 1000 + 1)
        return answer.partition(b"\n")[0] or None

    def _receive(self, milliseconds: float) -> bytes:
        """What it writes next, if it does so in time; meanwhile it is sent what it has not been sent yet."""
        received = b""
        for stream, _ in self._poll.poll(milliseconds):
            if stream == self._output:
                received = self._read()
            elif stream == self._errors:
                self._listen()
            else:
                self._send(self._unsent)
        return received

    def _read(self) -> bytes:
        """What it has written since; raises `Forfeit` at the end of its output."""
        try:
            got = os.read(self._output, LONGEST_ANSWER + 1)
        except BlockingIOError:
            return b""
        if not got:
            raise self._ended()
        return got

    def _send(self, unsent: bytes) -> None:
        """Send as much of a question as it takes now, and keep the rest until it takes more."""
        was_waiting = bool(self._unsent)
        try:
            self._unsent = unsent[os.write(self._input, unsent) :]
        except BlockingIOError:
            self._unsent = unsent
        except BrokenPipeError:
            self._unsent = b""  # it has closed its input: either it has ended, or it will be late
        if self._unsent and not was_waiting:
            self._poll.register(self._input, select.POLLOUT)
        elif was_waiting and not self._unsent:
            self._poll.unregister(self._input)

    def _listen(self) -> None:
        """Keep the end of what it writes to standard error."""
        with suppress(BlockingIOError, KeyError):
            got = os.read(self._errors, _ERRORS_KEPT)
            self._end_of_errors = (self._end_of_errors + got)[-_ERRORS_KEPT:]
            if not got:
                self._poll.unregister(self._errors)

    def _ended(self) -> Forfeit:
        """Why its output has ended."""
        try:
            status = self._popen.wait(_STATUS_SECONDS)
        except subprocess.TimeoutExpired:
            return Forfeit("ended", "it closed its output")
        self._listen()
        last = f"; its last line on standard error was {self.last_line!r}" if self.last_line else ""
        if status < 0:
            return Forfeit("ended", f"it was ended by the signal {signal.Signals(-status).name}{last}")
        return Forfeit("ended", f"it ended with exit status {status}{last}")

    def _end_input(self) -> None:
        if self._unsent:
            self._unsent = b""
            self._poll.unregister(self._input)
        assert self._popen.stdin
        if not self._popen.stdin.closed:
            self._popen.stdin.close()

    def ends_with_its_input(self, seconds: float) -> bool:
        """End its input; does it end within this time?"""
        self._end_input()
        try:
            self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def interrupt(self) -> None:
        """Have the launcher kill everything; what remains is to `stop`."""
        with suppress(OSError):  # it has ended
            os.write(self._lifeline, b"x")

    def stop(self, patience: float = _FAREWELL_SECONDS) -> None:
        """End its input, wait a moment for it to end, then kill it and everything that it has started."""
        self.ends_with_its_input(patience)
        self.interrupt()
        os.close(self._lifeline)
        try:
            self._popen.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:  # stopped by a signal, perhaps; the program is killed with it
            self._popen.kill()
            self._popen.wait()
        for stream in (self._popen.stdout, self._popen.stderr):
            assert stream
            stream.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


def _show(output: bytes) -> str:
    return quoted(output.decode(errors="backslashreplace").rstrip("\n"))
