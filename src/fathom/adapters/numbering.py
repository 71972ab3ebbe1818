"""Moves as action numbers, and positions as rows of numbers, for one game with its options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fathom import games
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.options import Options
from fathom.errors import BadOption
from fathom.library.match import start_of
from fathom.show.observation import AnyObserver


class Numbering:
    """A game with its options, the number of each of its moves, and how its positions are observed."""

    def __init__(self, game: AnyGame, options: Options, observer: AnyObserver) -> None:
        self.game = game
        self.options = options
        self.observer = observer
        #: The moves, by their number.
        self.actions: tuple[Move, ...] = game.actions(options)
        self._numbers = {move: number for number, move in enumerate(self.actions)}

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle by what it is made from."""
        return number_moves, (self.game.name, self.options)

    @property
    def start(self) -> AnyPosition:
        """The position before the first move."""
        return self.game.start(self.options)

    def legal(self, position: AnyPosition) -> list[int]:
        """The numbers of the legal moves, in the order of `position.moves()`."""
        numbers = self._numbers
        return [numbers[move] for move in position.moves()]

    def mp(self, position: AnyPosition) -> int | None:
        """The MP spent in a puzzle; None in a contest."""
        puzzles = games.room(self.game.name).puzzles
        return puzzles.mp(position) if puzzles else None

    def observe(self, position: AnyPosition) -> tuple[int, ...]:
        """The row of a position; zeros once the game is over."""
        return (0,) * len(self.observer.labels) if position.outcome else self.observer.observe(position)

    def refusal(self, position: AnyPosition, action: int) -> str:
        """Why an action is not allowed: the rule that forbids it, and what would work."""
        if not 0 <= action < len(self.actions):
            return f"{action} is not an action: they are 0 to {len(self.actions) - 1}."
        return str(self.game.refusal(position, self.actions[action]))


def read_options(name: str, options: Mapping[str, object]) -> Options:
    """The options of a game, given as in `fathom.new`."""
    return start_of(name, options).options


@lru_cache(maxsize=64)
def number_moves(name: str, options: Options) -> Numbering:
    """The numbering of a game with these options."""
    room = games.room(name)
    observer = room.observer(options)
    if observer is None:
        raise BadOption(f"{room.game.title} has no observer, so its positions cannot be observed as numbers.")
    return Numbering(room.game, options, observer)
