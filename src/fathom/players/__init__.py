"""Players that are not people: `@random` and its relatives.

player = machine("@expert", random.Random(7), game, options)
player.choose(position)                  -> a legal move
player.distribution(position)            -> [(move, its exact chance), ...]

The levels (every machine but `@random`) need exact values; what works them out is imported when one of them is named.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from fathom.core.words import did_you_mean, player_name, quoted
from fathom.errors import UnknownPlayer

if TYPE_CHECKING:
    import random
    from fractions import Fraction

    from fathom.core.game import AnyGame, AnyPosition, Move
    from fathom.core.options import Options

MARK = "@"
RANDOM = "@random"

#: The machines there are, the weakest first, and what they are like.
MACHINES = {
    RANDOM: "any legal move",
    "@novice": "slips on most moves",
    "@casual": "slips on every second move",
    "@skilled": "slips now and then",
    "@expert": "slips rarely",
    "@perfect": "never slips",
    "@trickster": "never slips, and sets traps when it is not winning",
}


class Player(Protocol):
    """Somebody who picks moves by itself."""

    def choose(self, position: AnyPosition) -> Move:
        """A legal move in a position that is not over."""


class Machine(ABC):
    """A player that picks each move with a known chance."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @abstractmethod
    def weights(self, position: AnyPosition) -> list[int]:
        """How likely each legal move is, in their order, as whole numbers in proportion to the chances."""

    def distribution(self, position: AnyPosition) -> list[tuple[Move, Fraction]]:
        """Every legal move with its exact chance, in their order."""
        from fractions import Fraction

        weights = self.weights(position)
        total = sum(weights)
        return [(move, Fraction(weight, total)) for move, weight in zip(position.moves(), weights, strict=True)]

    def choose(self, position: AnyPosition) -> Move:
        """A move drawn from the distribution, without rounding."""
        bounds = list(accumulate(self.weights(position)))
        return position.moves()[bisect(bounds, self._rng.randrange(bounds[-1]))]


class RandomPlayer(Machine):
    """Any legal move, each as likely as the others."""

    def weights(self, position: AnyPosition) -> list[int]:
        return [1] * len(position.moves())


def is_machine(name: str) -> bool:
    return name.startswith(MARK)


def machine(name: str, rng: random.Random, game: AnyGame | None = None, options: Options | None = None) -> Machine:
    """The machine player with that name; all but `@random` are made for a game (else at its default options).

    Raises `UnknownPlayer` where there is no such player, or no exact values for it to go by.
    """
    if check_player(name, game, options) == RANDOM:
        return RandomPlayer(rng)
    if game is None:
        raise UnknownPlayer(f"{name} plays by exact values, so it must be told which game it is for.")
    from fathom.players.graded import GradedPlayer

    return GradedPlayer.named(name, rng, game, options or game.options_type())


def check_player(name: str, game: AnyGame | None = None, options: Options | None = None) -> str:
    """The name of a person, or of a machine that exists and can play the game; raises `BadName` or `UnknownPlayer`."""
    name = player_name(name)
    if not is_machine(name):
        return name
    if name not in MACHINES:
        hint = did_you_mean(name, MACHINES)
        raise UnknownPlayer(f"There is no player {quoted(name)}; there are: {', '.join(MACHINES)}.{hint}")
    if name != RANDOM and game is not None:
        from fathom.analysis.adviser import has_contest

        if not has_contest(game, options or game.options_type()):
            raise UnknownPlayer(
                f"{name} plays by exact values, and there are none for {game.title}; {RANDOM} needs none."
            )
    return name
