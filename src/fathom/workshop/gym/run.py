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


def audit_environment(what: str, meter: Meter) -> Findings:
    """The findings in the environment `FILE.py` or `FILE.py:CLASS`.

    Raises `FathomError` if there is no such environment, and `Unknown` if it does not answer within the budget.
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
        return _ask(process, file, seconds, meter)
    except (TypeError, ValueError):
        raise FathomError(f"{quoted(file)} cannot be audited: it interferes with what the explorer says.") from None
    except Forfeit as forfeit:
        raise Unknown(f"the environment gave no answer: {forfeit}.") from None
    finally:
        process.stop(patience=0)


def _ask(process: Process, file: str, seconds: float, meter: Meter) -> Findings:
    while True:
        answer = process.ask(b"go\n", seconds).decode()
        word, _, rest = answer.partition(" ")
        if word == "failed":
            raise FathomError(f"{quoted(file)} cannot be audited: {rest.rstrip('.')}.")
        if word == "done":
            network = next(layer for layer in process.layers if layer.name == "network")
            return Findings(file, **json.loads(rest), not_contained=network.why_not or None)
        meter.tick(int(rest) - meter.positions)
        meter.look()
