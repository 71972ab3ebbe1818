"""Machine players: `@random`, the levels, `@student`, and those that plugins add.

    player = player_named("@expert", random.Random(7), game, options)
    player.choose(ReadOnlyMatch(match))      -> a legal move
    player.distribution(position)            -> [(move, its exact chance), ...], for Fathom's own machines

The levels (every machine but `@random` and `@student`) need exact values; the solver is imported when one of them is
named.
A package adds a machine by an entry point of the group `fathom.players`: `mine = "my_package:make"` is then called
`@mine`, and `make(rng)` returns something with a `choose`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.plugins import PLAYERS, plugins
from fathom.core.words import did_you_mean, player_name, quoted
from fathom.errors import UnknownPlayer

if TYPE_CHECKING:
    import random
    from fractions import Fraction

    from fathom.core.game import AnyGame, AnyPosition, Move
    from fathom.core.options import Options
    from fathom.players.read_only import ReadOnlyMatch

MARK = "@"
RANDOM = "@random"
STUDENT = "@student"

#: The machines that come with Fathom, the weakest first, and how each one plays.
MACHINES = {
    RANDOM: "plays any legal move",
    "@novice": "slips on most moves",
    "@casual": "slips on about half its moves",
    "@skilled": "slips now and then",
    "@expert": "slips rarely",
    "@perfect": "never slips",
    "@trickster": "never slips, and sets traps when it is not winning",
    STUDENT: "plays by the rules that fathom teach shows",
}


class Player(Protocol):
    """Anything that picks moves: a player of your own needs only this method.

    >>> import fathom
    >>> class Highest:
    ...     def choose(self, match):
    ...         return max(match.legal_moves)
    >>> fathom.play("range-war", Highest(), Highest()).code
    'range-war:10.9'
    """

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        """A legal move of a match that is not over, as text or as the game's own value."""


class Machine(ABC):
    """A player that picks each move with a known chance."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @abstractmethod
    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        """A whole number for each legal move, in order, in proportion to its chance.

        Raises `Unknown` if working them out takes more than the meter allows.
        """

    def distribution(self, position: AnyPosition) -> list[tuple[Move, Fraction]]:
        """Every legal move with its exact chance, in order."""
        from fractions import Fraction

        weights = self.weights(position)
        total = sum(weights)
        return [(move, Fraction(weight, total)) for move, weight in zip(position.moves(), weights, strict=True)]

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        return self.draw(match.position)

    def draw(self, position: AnyPosition, meter: Meter = UNLIMITED) -> Move:
        """A move drawn from the distribution, without rounding."""
        return self.pick(position, self.weights(position, meter))

    def pick(self, position: AnyPosition, weights: list[int]) -> Move:
        """A move drawn with these weights."""
        bounds = list(accumulate(weights))
        return position.moves()[bisect(bounds, self._rng.randrange(bounds[-1]))]


class RandomPlayer(Machine):
    """Any legal move, all equally likely."""

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        return [1] * len(position.moves())


def is_machine(name: str) -> bool:
    return name.startswith(MARK)


def machines() -> dict[str, str]:
    """Every machine and how it plays: Fathom's own, then those that plugins add."""
    added = {f"{MARK}{name}": f"added by {plugin.package}" for name, plugin in plugins(PLAYERS).items()}
    return MACHINES | {name: about for name, about in added.items() if name not in MACHINES}


def player_named(name: str, rng: random.Random, game: AnyGame, options: Options) -> Player:
    """The machine with that name, Fathom's own or a plugin's."""
    if check_player(name, game, options) in MACHINES:
        return machine(name, rng, game, options)
    from fathom.players.added import AddedPlayer

    return AddedPlayer(plugins(PLAYERS)[name.removeprefix(MARK)], rng)


def machine(name: str, rng: random.Random, game: AnyGame | None = None, options: Options | None = None) -> Machine:
    """One of Fathom's own machines; all but `@random` are made for a game, by default with its default options.

    Raises `UnknownPlayer` if there is no such player, or no exact values for it to use.
    """
    if check_player(name, game, options) == RANDOM:
        return RandomPlayer(rng)
    if game is None:
        how = "the rules of a game" if name == STUDENT else "exact values"
        raise UnknownPlayer(f"{name} plays by {how}, so it must be told which game it is for.")
    options = options or game.options_type()
    if name == STUDENT:
        from fathom import games
        from fathom.players.student import StudentPlayer

        return StudentPlayer(games.room(game.name).strategy(options), rng)
    from fathom.players.graded import GradedPlayer

    return GradedPlayer.named(name, rng, game, options)


def check_player(name: str, game: AnyGame | None = None, options: Options | None = None) -> str:
    """The name of a person, or of a machine that exists and can play the game; raises `BadName` or `UnknownPlayer`."""
    name = player_name(name)
    if not is_machine(name):
        return name
    if name not in MACHINES and name not in (every := machines()):
        raise UnknownPlayer(
            f"There is no player {quoted(name)}; the players are: {', '.join(every)}.{did_you_mean(name, every)}"
        )
    if name in MACHINES and name not in (RANDOM, STUDENT) and game is not None:
        from fathom.analysis.adviser import has_contest

        if not has_contest(game, options or game.options_type()):
            raise UnknownPlayer(
                f"{name} plays by exact values, and there are none for {game.title}; {RANDOM} needs none."
            )
    return name
