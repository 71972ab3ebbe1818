"""What the launcher is told."""

from __future__ import annotations

import marshal
from typing import Final, Literal, NamedTuple

from fathom.players.programs.command import Command
from fathom.players.programs.containment.filter import filter_for
from fathom.players.programs.containment.paths import readable_paths

#: Whether a program is contained: not at all, as far as this system allows, or not without every layer.
Contain = Literal["off", "best", "strict"]

_MB: Final = 1_000_000
#: The limits of each process of a program. Memory is what it writes to; what it only reserves may be more.
_LIMITS: Final = (
    ("RLIMIT_DATA", 1000 * _MB),
    ("RLIMIT_AS", 8000 * _MB),
    ("RLIMIT_CPU", 3600),
    ("RLIMIT_FSIZE", 100 * _MB),
    ("RLIMIT_NOFILE", 256),
    ("RLIMIT_CORE", 0),
)


class Plan(NamedTuple):
    """The arguments of the launcher's `main`, in its order."""

    file: str
    words: tuple[str, ...]
    is_contained: bool
    readable: tuple[str, ...]
    writable: tuple[str, ...]
    limits: tuple[tuple[int, int], ...]
    filtered: bytes
    status: int
    lifeline: int

    def encode(self) -> str:
        """As a word of a command line; JSON would take the launcher longer to import than everything else."""
        return marshal.dumps(tuple(self)).hex()


def make_plan(command: Command, contain: Contain, search: str, scratch: str, status: int, lifeline: int) -> Plan:
    """The plan for a program that may write to the folder `scratch`."""
    import resource  # programs do not run where this does not exist

    if contain == "off":
        return Plan(command.file, command.words, False, (), (), (), b"", status, lifeline)
    readable, writable = readable_paths(command, search), (scratch, "/dev/null")
    limits = tuple((getattr(resource, name), most) for name, most in _LIMITS)
    return Plan(command.file, command.words, True, readable, writable, limits, filter_for(), status, lifeline)
