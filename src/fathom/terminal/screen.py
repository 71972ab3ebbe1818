"""Input and output of lines: the same dialogue for a terminal and for a pipe.

In a terminal there is colour (unless NO_COLOR is set) and lines fit the window. In a pipe there is plain text without
control codes, and the input is echoed, so that a transcript reads like the dialogue.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from fathom.core.outcome import Seat
from fathom.show.canvas import Canvas

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_NARROWEST = 20
_WAKE_EVERY = 0.2
#: What leaves wherever a line is typed.
LEAVING = {"q", "quit", "exit"}


class EndOfInput(Exception):
    """The input has ended."""


class TerminalCanvas(Canvas):
    """A terminal window: boards for both players, and colour if wanted."""

    live = True

    def __init__(self, width: int, *, colour: bool) -> None:
        self.width = max(_NARROWEST, width)
        self._colour = colour

    def seat(self, seat: Seat, text: str) -> str:
        return self._set(text, "36;1" if seat == 1 else "35;1")

    def last(self, text: str) -> str:
        return self._set(text, "33;1")

    def choice(self, text: str) -> str:
        return self._set(text, "32")

    def faint(self, text: str) -> str:
        return self._set(text, "2")

    def strong(self, text: str) -> str:
        return self._set(text, "1")

    def good(self, text: str) -> str:
        return self._set(text, "32")

    def bad(self, text: str) -> str:
        return self._set(text, "31;1")

    def length(self, text: str) -> int:
        return super().length(_ESCAPE.sub("", text))

    def _set(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._colour else text


class Screen:
    """Where a player reads and types."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self.is_terminal = _is_terminal(self.source) and _is_terminal(self.target)
        if self.is_terminal:
            with suppress(ImportError):  # some Pythons are built without it
                import readline  # noqa: F401 - line editing and history for input()

    @property
    def canvas(self) -> Canvas:
        """The canvas at its present width: the window may be resized between turns."""
        if not self.is_terminal:
            return Canvas()
        try:
            width = os.get_terminal_size(self.target.fileno()).columns
        except OSError:
            width = 0
        return TerminalCanvas(width or Canvas.width, colour=_wants_colour())

    def say(self, lines: Iterable[str]) -> None:
        """Print lines; in a terminal, wrapped to the window."""
        canvas = self.canvas
        for line in lines:
            fits = not canvas.live or canvas.length(line) <= canvas.width
            for part in [line] if fits else canvas.flow(line.split(" ")):
                self.target.write(f"{part}\n")
        self.target.flush()

    def ask(self, prompt: str) -> str:
        """The line that was typed, without its end; raises `EndOfInput`."""
        *before, last = prompt.split("\n")
        self.say(before)
        try:
            return self._read_line(last)
        except (EOFError, KeyboardInterrupt) as left:
            self.say([""])  # end the line of the prompt
            if isinstance(left, EOFError):
                raise EndOfInput from None
            raise

    def wants_more(self, question: str) -> bool:
        """Wait for Enter after what there is to read; False if the user types q, or the input ends."""
        try:
            return self.ask(f"{question}, q to leave: ").strip().lower() not in LEAVING
        except EndOfInput:
            return False

    def _read_line(self, prompt: str) -> str:
        if self.is_terminal and self.source is sys.stdin:
            *before, last = self.canvas.flow(prompt.split(" "))
            self.say(before)
            return _input(last)
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline() if self.source else ""
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        self.say([printable(line)])
        return line


def _input(prompt: str) -> str:
    """`input`, woken by a timer: else a Ctrl-C just before it waits for a key would be noticed only after the key."""
    if signal.getsignal(signal.SIGALRM) is signal.SIG_DFL:
        signal.signal(signal.SIGALRM, lambda *_: None)  # stays installed, as the timer may have fired already
    before = signal.setitimer(signal.ITIMER_REAL, _WAKE_EVERY, _WAKE_EVERY)
    try:
        return input(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


def printable(text: str) -> str:
    """Foreign text with control characters escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _wants_colour() -> bool:
    """See no-color.org."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
