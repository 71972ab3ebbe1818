"""Plugins: games and players that other installed packages add to Fathom, by an entry point.

    [project.entry-points."fathom.games"]
    last-token = "last_token:ROOM"

Finding plugins means reading the metadata of every installed package, which takes longer than many commands. So Fathom
looks for them only to list games or players, or when a name is not one of its own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from fathom.errors import BrokenPlugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: Final = "fathom.games"
PLAYERS: Final = "fathom.players"


class Plugin:
    """One entry point, loaded on demand."""

    def __init__(self, point: EntryPoint) -> None:
        self.name = point.name
        self.package = point.dist.name if point.dist else "?"
        self._point = point

    def load(self, fits: Callable[[object], bool], kind: str) -> object:
        """The object that the entry point names; raises `BrokenPlugin` if it cannot be loaded or is of another kind."""
        try:
            loaded: object = self._point.load()
        except Exception as error:  # other people's code may raise anything
            raise self.broken(f"{type(error).__name__}: {error}") from error
        if not fits(loaded):
            raise self.broken(f"{self._point.value} is not {kind}")
        return loaded

    def broken(self, why: str) -> BrokenPlugin:
        """The error that says which package is at fault."""
        return BrokenPlugin(f"{self.name!r} from the package {self.package} cannot be used: {why}.")


@cache
def plugins(group: str) -> dict[str, Plugin]:
    """The entry points of a group by their names, in alphabetical order."""
    from importlib.metadata import entry_points  # costly to import

    return {point.name: Plugin(point) for point in sorted(entry_points(group=group))}


def warn_of(error: BrokenPlugin) -> None:
    """Warn that a broken plugin is left out of a list."""
    warnings.warn(str(error), RuntimeWarning, stacklevel=3)
