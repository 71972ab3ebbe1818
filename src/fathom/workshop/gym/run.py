"""Runs the explorer in a process of its own, contained like any program that plays."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from fathom.core.budget import Meter
from fathom.core.words import quoted
from fathom.errors import FathomError, Forfeit, Unknown
from fathom.players.programs.command import Command
from fathom.players.programs.process import Process
from fathom.workshop.gym import explorer
from fathom.workshop.gym.findings import Findings

_USUAL_STATES: Final = 100_000
_USUAL_SECONDS: Final = 120
_TOO_MANY: Final = "there are more positions than --states allows."


def audit_environment(what: str, meter: Meter) -> Findings:
    """The findings in the environment `FILE.py` or `FILE.py:CLASS`.

    If the budget is not enough, what was found until then. Raises `FathomError` if there is no such environment, and
    `Unknown` if nothing was found within the budget.
    """
    file, _, name = what.partition(":")
    path = Path(file).expanduser()
    if not path.is_file():
        raise FathomError(f"There is no file {quoted(file)}: name a Python file, or FILE.py:CLASS.")
    states = meter.budget.states or _USUAL_STATES
    seconds = meter.budget.seconds or _USUAL_SECONDS
    words = (sys.executable, "-P", explorer.__file__, str(path.absolute()), name, str(states))
    process = Process(Command(sys.executable, words), {})
    try:
        return _explore(process, file, seconds, meter)
    except (TypeError, ValueError):
        raise FathomError(f"{quoted(file)} cannot be audited: it interferes with what the explorer says.") from None
    finally:
        process.stop(patience=0)


def _explore(process: Process, file: str, seconds: float, meter: Meter) -> Findings:
    found: Findings | None = None
    try:
        while True:
            word, found = _ask(process, file, seconds)
            if word == "done":
                return found if found.is_whole else found._replace(stopped=_TOO_MANY)
            meter.tick(found.positions - meter.positions)
            meter.look()
    except (Forfeit, Unknown) as error:
        reason = f"the environment gave no answer: {error}." if isinstance(error, Forfeit) else str(error)
        if found is None:
            raise Unknown(reason) from None
        return found._replace(stopped=reason)


def _ask(process: Process, file: str, seconds: float) -> tuple[str, Findings]:
    """Let the explorer work for a moment: `more` or `done`, and what it has found."""
    word, _, rest = process.ask(b"go\n", seconds).decode().partition(" ")
    if word == "failed":
        raise FathomError(f"{quoted(file)} cannot be audited: {rest.rstrip('.')}.")
    network = next(layer for layer in process.layers if layer.name == "network")
    return word, Findings(file, **json.loads(rest), not_contained=network.why_not or None)
