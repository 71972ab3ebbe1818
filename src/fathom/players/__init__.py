"""Players that are not people: `@random` and its relatives.

player = machine("@random", random.Random(7))
player.choose(position)                  -> a legal move
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from fathom.core.words import did_you_mean, player_name, quoted
from fathom.errors import UnknownPlayer

if TYPE_CHECKING:
    import random

    from fathom.core.game import Position

MARK = "@"


class Player(Protocol):
    """Somebody who picks moves by itself."""

    def choose(self, position: Position[Any]) -> Any:
        """A legal move in a position that is not over."""


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, position: Position[Any]) -> Any:
        return self._rng.choice(position.moves())


MACHINES = {"@random": RandomPlayer}


def is_machine(name: str) -> bool:
    return name.startswith(MARK)


def machine(name: str, rng: random.Random) -> Player:
    """The machine player with that name."""
    return MACHINES[check_player(name)](rng)


def check_player(name: str) -> str:
    """The name of a person or of a machine that exists; raises `BadName` or `UnknownPlayer`."""
    name = player_name(name)
    if is_machine(name) and name not in MACHINES:
        hint = did_you_mean(name, MACHINES)
        raise UnknownPlayer(f"There is no player {quoted(name)}; there is: {', '.join(MACHINES)}.{hint}")
    return name
