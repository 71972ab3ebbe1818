"""A player that a plugin adds: if it fails, it forfeits the game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from fathom.core.plugins import Plugin
from fathom.errors import FathomError, Forfeit

if TYPE_CHECKING:
    from fathom.core.game import Move
    from fathom.players import Player
    from fathom.players.read_only import ReadOnlyMatch


class AddedPlayer:
    """The player that an entry point makes, with this many seconds for a move.

    One that cannot be made is a `BrokenPlugin`, which names its package. One that fails, chooses a move that is refused
    or takes too long raises `Forfeit`. It runs in this process and cannot be stopped: that it is late shows when it
    answers.
    """

    def __init__(self, plugin: Plugin, rng: random.Random, seconds: float) -> None:
        self._seconds = seconds
        make = cast("Callable[[random.Random], Player]", plugin.load(callable, "something to call"))
        try:
            self._player = make(rng)
        except Exception as error:  # other people's code may raise anything
            raise plugin.broken(f"{type(error).__name__}: {error}") from error

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        begun = time.monotonic()
        try:
            chosen = self._player.choose(match)
        except Exception as error:
            raise Forfeit("ended", f"it failed with {_in_one_line(error)}") from error
        if time.monotonic() - begun > self._seconds:
            raise Forfeit("late", f"it took more than {self._seconds:g} seconds")
        try:
            return match.copy().look(chosen).move
        except (FathomError, TypeError) as error:
            raise Forfeit("illegal", f"it chose {chosen!r:.40}, which is not allowed") from error


def _in_one_line(error: Exception) -> str:
    words = " ".join(f"{type(error).__name__}: {error}".split())[:120]
    return "".join(c if c.isprintable() else "?" for c in words)
