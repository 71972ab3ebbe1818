"""How long a command works on the exact values of one game before it gives up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fathom.analysis.adviser import forget_everything
from fathom.core.budget import Budget, Meter
from fathom.core.match import AnyMatch
from fathom.errors import Unknown
from fathom.terminal.progress_line import ProgressLine

#: The most to spend on one position or match. With the usual options it takes milliseconds.
PATIENCE = Budget(seconds=120, megabytes=4000)


@contextmanager
def patience(match: AnyMatch, line: ProgressLine, work: str, done: str) -> Iterator[Meter]:
    """A meter for one piece of work; raises `Unknown` in a whole sentence if it takes too long.

    `work` and `done` are its names: "Analyzing", "analyzed".
    """
    line.meter.restart()
    try:
        with line.over(work) as meter:
            yield meter
    except Unknown as unknown:
        forget_everything()  # unfinished work is dropped
        said = f"{match.game.title} could not be {done} with these options: {unknown} Try smaller ones."
        raise Unknown(said) from None
