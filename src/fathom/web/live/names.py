"""The names of people in a match."""

from __future__ import annotations

from fathom.core.words import player_name
from fathom.errors import UnknownPlayer
from fathom.players import is_machine


def person(name: str | None, default: str) -> str:
    """A person's name, checked; it must not be that of a machine."""
    if name is None or not name.strip():
        return default
    if is_machine(name.strip()):
        raise UnknownPlayer(
            "Names that begin with @ are reserved for computer players, and those that look like a command for "
            "programs; choose another."
        )
    return player_name(name)
