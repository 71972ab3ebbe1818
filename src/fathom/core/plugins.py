"""What separately installed packages add to Fathom: they name it as an entry point.

    [project.entry-points."fathom.games"]
    last-token = "last_token:ROOM"

Looking for them means reading the metadata of everything that is installed, which takes longer than many a command. So
they are looked for only where things are listed, or where a name is not one of Fathom's own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final

from fathom.errors import BrokenPlugin

GAMES: Final = "fathom.games"
PLAYERS: Final = "fathom.players"


class Plugin:
    """One entry point, loaded when its object is asked for."""

    def __init__(self, name: str, target: str, package: str) -> None:
        self.name = name
        self.package = package
        self._target = target

    def load(self, fits: Callable[[object], bool], kind: str) -> object:
        """What the entry point names; raises `BrokenPlugin` where it cannot be had or is not of that kind."""
        module, _, attribute = self._target.partition(":")
        try:
            loaded = getattr(import_module(module), attribute)
        except Exception as error:  # whatever a foreign package may do
            raise self.broken(f"{type(error).__name__}: {error}") from error
        if not fits(loaded):
            raise self.broken(f"{self._target} is not {kind}")
        return loaded

    def broken(self, why: str) -> BrokenPlugin:
        """The error that says which package is at fault."""
        return BrokenPlugin(f"{self.name!r} from the package {self.package} cannot be used: {why}.")


@cache
def plugins(group: str) -> dict[str, Plugin]:
    """The entry points of a group by their names, in alphabetical order."""
    from importlib.metadata import entry_points  # costly to import

    found = sorted(entry_points(group=group))
    return {point.name: Plugin(point.name, point.value, point.dist.name if point.dist else "?") for point in found}


def warn_of(error: BrokenPlugin) -> None:
    """Say that something is left out of a list, without refusing the rest of it."""
    warnings.warn(str(error), RuntimeWarning, stacklevel=3)
