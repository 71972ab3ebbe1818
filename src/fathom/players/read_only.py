"""The read-only view of a match that players get."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from fathom.core.code import write_code
from fathom.errors import BadPlayer, FathomError

if TYPE_CHECKING:
    from fathom.core.game import AnyGame, AnyPosition, Move
    from fathom.core.match import AnyMatch, AnyPly
    from fathom.core.options import Options
    from fathom.core.outcome import Seat
    from fathom.players import Player


class ReadOnlyMatch:
    """A match that cannot be changed. To try moves out, play them in a `copy`.

    >>> import fathom
    >>> class Curious:
    ...     def choose(self, match):
    ...         print(match.code, match.turn, match.legal_moves)
    ...         tried = match.copy()
    ...         tried.play(match.legal_moves[0])
    ...         return match.legal_moves[0]
    >>> played = fathom.play("range-war,highest=3:2", Curious(), Curious())
    range-war,highest=3:2 2 (1,)
    range-war,highest=3:2.1 1 (3,)
    """

    __slots__ = ("_match",)

    def __init__(self, match: AnyMatch) -> None:
        self._match = match

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._match.game

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self._match.options

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat 1 first."""
        return self._match.names

    @property
    def position(self) -> AnyPosition:
        """The position now, in the game's own type."""
        return self._match.position

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves allowed now, in a fixed order."""
        return self._match.legal_moves

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None once the match is over."""
        return self._match.turn

    @property
    def moves(self) -> list[str]:
        """The moves made so far, as texts."""
        return self._match.moves

    @property
    def code(self) -> str:
        """The code of the match: `range-war:6.4.9`."""
        return write_code(self._match)

    def copy(self) -> AnyMatch:
        """An independent match, to try moves out in."""
        return copy(self._match)

    def __repr__(self) -> str:
        return f"ReadOnlyMatch({self.code!r})"


def choose_ply(player: Player, match: AnyMatch) -> AnyPly:
    """The ply that a player chooses in a match that is not over; raises `BadPlayer` for a move that is refused."""
    chosen = player.choose(ReadOnlyMatch(match))
    try:
        return match.look(chosen)
    except (FathomError, TypeError) as error:
        raise BadPlayer(f"{match.name(match.position.to_move)} chose {chosen!r}: {error}") from error
