"""A player that a plugin adds: its failures do not crash the program."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from fathom.core.plugins import Plugin

if TYPE_CHECKING:
    from fathom.core.game import Move
    from fathom.players import Player
    from fathom.players.read_only import ReadOnlyMatch


class AddedPlayer:
    """The player that an entry point makes. An error in it becomes a `BrokenPlugin` that names its package."""

    def __init__(self, plugin: Plugin, rng: random.Random) -> None:
        self._plugin = plugin
        make = cast("Callable[[random.Random], Player]", plugin.load(callable, "something to call"))
        try:
            self._player = make(rng)
        except Exception as error:  # other people's code may raise anything
            raise self._failure(error) from error

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        try:
            return self._player.choose(match)
        except Exception as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> Exception:
        return self._plugin.broken(f"{type(error).__name__}: {error}")
