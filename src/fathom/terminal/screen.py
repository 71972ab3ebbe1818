"""Input and output of lines: the same dialogue for a terminal and for a pipe.

In a terminal there is colour (unless NO_COLOR is set) and lines fit the window. In a pipe there is plain text without
control codes, and the input is echoed, so that a transcript reads like the dialogue.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TextIO

from fathom.core.outcome import Seat
from fathom.show.canvas import Canvas

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_NARROWEST = 20
#: The colours of things on a board: key, ladder, dynamite, blocked, opened.
_ITEMS = {"k": "32;1;4", "l": "34;1", "d": "35;1", "x": "31", "o": "2"}
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

    def item(self, kind: str, text: str) -> str:
        return self._set(text, _ITEMS[kind]) if kind in _ITEMS else text

    def good(self, text: str) -> str:
        return self._set(text, "32")

    def bad(self, text: str) -> str:
        return self._set(text, "31;1")

    def length(self, text: str) -> int:
        return super().length(_ESCAPE.sub("", text))

    def _set(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._colour else text


class Completer:
    """Completes words at the Tab key: those that begin as the last word typed does, whatever their case."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()

    def __call__(self, begun: str, number: int) -> str | None:
        found = [word for word in self.words if word.lower().startswith(begun.lower())]
        return f"{found[number]} " if number < len(found) else None


def _install_completer() -> Completer:
    """Line editing, history and completion for `input`, where Python has them."""
    completer = Completer()
    with suppress(ImportError):  # some Pythons are built without it
        import readline

        readline.set_completer(completer)
        readline.set_completer_delims(" |,\t")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    return completer


class Screen:
    """Where a player reads and types."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self.is_terminal = _is_terminal(self.source) and _is_terminal(self.target)
        if self.is_terminal:
            self._completer = _install_completer()

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
        self._write(self._fit(lines))

    def _fit(self, lines: Iterable[str]) -> list[str]:
        """The lines, those too long for the window broken between words."""
        canvas, fitting = self.canvas, []
        for line in lines:
            fits = not canvas.live or canvas.length(line) <= canvas.width
            fitting += [line] if fits else canvas.flow(line.split(" "))
        return fitting

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.target.write(f"{line}\n")
        self.target.flush()

    def page(self, lines: Iterable[str]) -> None:
        """Print lines that may be many: in a terminal they stop when the window is full."""
        shown = self._fit(lines)
        height = self._height()
        if height is None or len(shown) < height:
            self._write(shown)
            return
        room = max(1, height - 1)
        for start in range(0, len(shown), room):
            self._write(shown[start : start + room])
            if start + room < len(shown) and not self.wants_more("Enter for more"):
                return

    def _height(self) -> int | None:
        """The rows of the window; None in a pipe, which has no end."""
        if not self.is_terminal:
            return None
        try:
            return os.get_terminal_size(self.target.fileno()).lines or None
        except OSError:
            return None

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The line that was typed, without its end; raises `EndOfInput`. Tab completes `words`, in a terminal."""
        if self.is_terminal:
            self._completer.words = words
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
    if not hasattr(signal, "setitimer"):  # Windows, where Ctrl-C ends `input` at once
        return input(prompt)
    if signal.getsignal(signal.SIGALRM) is signal.SIG_DFL:
        signal.signal(signal.SIGALRM, lambda *_: None)  # stays installed, as the timer may have fired already
    before = signal.setitimer(signal.ITIMER_REAL, _WAKE_EVERY, _WAKE_EVERY)
    try:
        return input(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


def fit(text: str, stream: TextIO) -> list[str]:
    """A sentence as lines that fit the stream's window, broken between words; one line if it is not a terminal."""
    if not _is_terminal(stream):
        return [text]
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        width = 0
    return TerminalCanvas(width or Canvas.width, colour=False).wrap(text)


def printable(text: str) -> str:
    """Foreign text with control characters escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _wants_colour() -> bool:
    """See no-color.org."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
