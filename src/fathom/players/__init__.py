"""Machine players: `@random`, the levels, `@student`, the baselines, those that plugins add, and outside programs.

    player = player_named("@expert", random.Random(7), game, options)
    player.choose(ReadOnlyMatch(match))      -> a legal move
    player.distribution(position)            -> [(move, its exact chance), ...], for Fathom's own machines

All of Fathom's own but `@random`, `@student` and `@mcts-N` need exact values; the solver is imported when one of them
is named. `fathom.players.baselines` has `@greedy`, `@minimax-N` and `@mcts-N`.
A package adds a machine by an entry point of the group `fathom.players`: `mine = "my_package:make"` is then called
`@mine`, and `make(rng)` returns something with a `choose`. A program is called by its command: `./mybot`. What it was
found to play is a profile, called by its file: `profile:mybot.json`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.plugins import PLAYERS, plugins
from fathom.core.words import MARK, did_you_mean, is_profile, is_program, player_name, quoted
from fathom.errors import BadName, UnknownPlayer
from fathom.players.baselines import GREEDY, LISTED, MCTS, MINIMAX, PATTERNS, read_baseline
from fathom.players.faces import FACES

if TYPE_CHECKING:
    import random
    from fractions import Fraction

    from fathom.analysis.levels import Level
    from fathom.analysis.strength import Policy
    from fathom.core.game import AnyGame, AnyPosition, Move
    from fathom.core.options import Options
    from fathom.players.programs.containment.plan import Contain
    from fathom.players.read_only import ReadOnlyMatch

RANDOM = "@random"
STUDENT = "@student"

#: The levels and the student, the weakest first, and how each one plays.
MACHINES = {name: face.line for name, face in FACES.items() if name != GREEDY}


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


class Brief(NamedTuple):
    """Weights found without a budget, and what was done to find them: None if nothing was missed."""

    weights: list[int]
    instead: str | None


class Machine(ABC):
    """A player that picks each move with a known chance."""

    #: Does its choice depend on more than the position?
    sees_history = False

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
    """Does the player choose by itself? Everyone else is a person."""
    return name.startswith(MARK) or is_program(name)


def machines() -> dict[str, str]:
    """Every machine to choose from and how it plays: Fathom's own, then those that plugins add.

    Of `@minimax-N` and `@mcts-N` it has a few.
    """
    added = {f"{MARK}{name}": f"added by {plugin.package}" for name, plugin in plugins(PLAYERS).items()}
    return MACHINES | LISTED | {name: about for name, about in added.items() if not is_own(name)}


def is_own(name: str) -> bool:
    """Is it one of Fathom's own machines? Raises `UnknownPlayer` for `@minimax-0` and the like."""
    return name in MACHINES or read_baseline(name) is not None


def player_named(
    name: str,
    rng: random.Random,
    game: AnyGame,
    options: Options,
    seconds: float = 5.0,
    contain: Contain = "best",
) -> Player:
    """The machine with that name: Fathom's own, a plugin's, a profile, or a program.

    `seconds` is how long a plugin's machine or a program may take for a move. A program has a `close` that ends its
    process.
    """
    if is_profile(name):
        from fathom.players.profiles.player import open_profile

        return open_profile(name, rng, game, options)
    if is_program(name):
        from fathom.players.programs.program import Program

        return Program(name, seed=rng.randrange(2**31), seconds=seconds, contain=contain)
    if is_own(check_player(name, game, options)):
        return machine(name, rng, game, options)
    from fathom.players.added import AddedPlayer

    return AddedPlayer(plugins(PLAYERS)[name.removeprefix(MARK)], rng, seconds)


@contextmanager
def ending_programs(players: Iterable[Player]) -> Iterator[None]:
    """End the processes of the programs among the players when the block ends."""
    with ExitStack() as running:
        for player in players:
            if isinstance(player, AbstractContextManager):
                running.enter_context(player)
        yield


def machine(name: str, rng: random.Random, game: AnyGame | None = None, options: Options | None = None) -> Machine:
    """One of Fathom's own machines; all but `@random` and `@mcts-N` are made for a game, with its default options.

    Raises `UnknownPlayer` if there is no such player, or no exact values for it to use.
    """
    if check_player(name, game, options) == RANDOM:
        return RandomPlayer(rng)
    baseline = read_baseline(name)
    if baseline and baseline.family == MCTS:
        from fathom.players.mcts import MctsPlayer

        return MctsPlayer(baseline.number, rng)
    if game is None:
        how = "the rules of a game" if name == STUDENT else "exact values"
        raise UnknownPlayer(f"{name} plays by {how}, so it must be told which game it is for.")
    options = options or game.options_type()
    if name == STUDENT:
        from fathom import games
        from fathom.players.student import StudentPlayer

        return StudentPlayer(games.room(game.name).strategy(options), rng)
    from fathom.players.graded import GradedPlayer

    level = level_of(name)
    assert level is not None
    return GradedPlayer(level, game, options, rng)


def policy_named(name: str, game: AnyGame, options: Options) -> Policy:
    """How one of Fathom's own machines or a profile chooses, as `fathom.analysis.strength` needs it.

    Raises `UnknownPlayer` for anyone else: what a plugin or a program does is not known before it is asked.
    """
    from random import Random

    from fathom.analysis.strength import Policy

    if is_profile(name):
        from fathom.players.profiles.player import open_profile

        player = open_profile(name, Random(0), game, options)
        if player.profile.behaviour != "history":
            return Policy(name, player.weights)
        raise UnknownPlayer(
            f"{quoted(name)} looks at the moves that led to a position, so it is no policy by positions."
        )
    if not is_own(check_player(name, game, options)):
        raise UnknownPlayer(
            f"How {quoted(name)} chooses is not known before it is asked: use fathom profile, then profile:FILE."
        )
    return Policy(name, machine(name, Random(0), game, options).weights, level_of(name))


def level_of(name: str) -> Level | None:
    """What one of Fathom's own machines is as a level; None if it tells positions with the same game tree apart."""
    from fathom.analysis import levels

    baseline = read_baseline(name)
    if baseline is None:
        return levels.level_named(name)
    if baseline.family == MINIMAX:
        return levels.minimax_level(baseline.number)
    return levels.GREEDY if name == GREEDY else None


def check_player(name: str, game: AnyGame | None = None, options: Options | None = None) -> str:
    """The name of a person, or of a machine or program that is there and can play the game.

    Raises `BadName` or `UnknownPlayer`.
    """
    name = player_name(name)
    if is_profile(name):
        from fathom.players.profiles.player import read_profile_file

        read_profile_file(name)
        return name
    if is_program(name):
        from fathom.players.programs.command import read_command

        read_command(name)
        return name
    if not is_machine(name):
        if "/" in name and _is_file(name):
            raise BadName(f"{quoted(name)} is a file: write ./{name} to let the program play.")
        return name
    if not (own := is_own(name)) and name not in (every := machines()):
        listed = [*MACHINES, *PATTERNS, *(other for other in every if not is_own(other))]
        raise UnknownPlayer(
            f"There is no player {quoted(name)}; the players are: {', '.join(listed)}.{did_you_mean(name, every)}"
        )
    if own and name not in (RANDOM, STUDENT) and game is not None:
        from fathom.analysis.adviser import has_contest

        if not has_contest(game, options or game.options_type()):
            if name not in MACHINES:
                raise UnknownPlayer(f"{name} plays to win, and in {game.title} nobody loses; {RANDOM} plays it too.")
            raise UnknownPlayer(
                f"{name} plays by exact values, and there are none for {game.title}; {RANDOM} needs none."
            )
    return name


def _is_file(name: str) -> bool:
    from pathlib import Path  # few names have a slash

    return Path(name).is_file()
