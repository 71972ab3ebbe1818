"""Thinking at the table: what takes long says so, and stops when its budget is spent.

    with thinking.by("The coach") as meter:
        judge(position, adviser_for(game, options, meter))      The coach is thinking: 2 s (Ctrl+C stops it)

After a second, a terminal shows who is thinking and for how long; a pipe gets one sentence. Ctrl+C ends the thought,
not the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fathom.core.budget import OUT_OF_MEMORY, Budget, Meter
from fathom.errors import Unknown
from fathom.terminal.progress_line import StatusLine
from fathom.terminal.screen import Screen

#: For each move, comment or hint.
SECONDS: Final = 5
MEGABYTES: Final = 1000
_SILENT_SECONDS = 1


class Thinking:
    """Gives machines and the coach a meter each time they think; the budget is the same each time."""

    def __init__(self, screen: Screen, seconds: float = SECONDS) -> None:
        self._screen = screen
        self._line = StatusLine(screen.target)
        self._who = ""
        self._is_announced = False
        self._meter = Meter(Budget(seconds=seconds, megabytes=MEGABYTES), self._report)

    @contextmanager
    def by(self, who: str, *, can_stop: bool = True) -> Iterator[Meter]:
        """A meter for one thought.

        Raises `Unknown` when time or memory is spent and, if it `can_stop`, on Ctrl+C.
        """
        self._who, self._is_announced = who, False
        self._meter.restart()
        try:
            yield self._meter
        except Unknown:
            self._forget()
            raise
        except MemoryError:
            self._forget()
            raise Unknown(OUT_OF_MEMORY) from None
        except KeyboardInterrupt:
            self._forget()
            if can_stop:
                raise Unknown("you stopped the search.") from None
            raise
        finally:
            self._line.show("")

    def _report(self, _positions: int) -> None:
        seconds = self._meter.seconds
        if seconds < _SILENT_SECONDS:
            return
        if self._screen.is_terminal:
            said = f"{self._who} is thinking: {seconds:.0f} s"
            more, width = f"{said} (Ctrl+C stops it)", self._screen.canvas.width
            self._line.show(more if len(more) < width else said[: width - 1])  # it must stay on one line
        elif not self._is_announced:
            self._is_announced = True
            self._screen.say([f"{self._who} is thinking ..."])

    def _forget(self) -> None:
        """Drop unfinished work, to free its memory."""
        from fathom.analysis.adviser import forget_everything

        forget_everything()
