"""Shapes: digests of the tree of choices below a position, up to the names of moves and of the two seats.

    shapes = Shapes(game, options)
    shapes.digest(position)          -> "5d0c8a..."

Two positions have the same digest exactly when the trees below them are the same (but for accidents of 80 bits), also
in games with different options, and whoever is to move.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from fathom import games
from fathom.analysis.filing import Filing
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.kinds import Kind

_LENGTH: Final = 20


class Shapes:
    """The shapes of the positions of one game, each worked out once."""

    def __init__(self, game: AnyGame, meter: Meter = UNLIMITED) -> None:
        self._filing = Filing.by_rules(games.room(game.name).shape, None, meter)
        self._digests: list[str] = []

    def digest(self, position: AnyPosition) -> str:
        """The digest of a position; raises `Unknown` if the tree below it is too large."""
        self._filing.file_all(position)
        kinds = self._filing.kinds
        for number in range(len(self._digests), len(kinds)):  # what follows a kind comes before it
            self._digests.append(self._digest_of(kinds[number], kinds))
        return self._digests[self._filing.kind_of(position)]

    def _digest_of(self, kind: Kind, kinds: list[Kind]) -> str:
        following = sorted(self._told(kinds[number], kind, number) for number in kind.following)
        return sha256(" ".join(following).encode()).hexdigest()[:_LENGTH]

    def _told(self, after: Kind, before: Kind, number: int) -> str:
        """What follows a move: the end, as seen by whoever made the move, or the digest of what comes next."""
        if after.seat:
            return self._digests[number]
        winner = after.value.winner
        return "drawn" if winner is None else "won" if winner == before.seat else "lost"


def digest_of_text(text: str) -> str:
    """A digest for what has no tree of its own, such as a puzzle or a whole game."""
    return sha256(text.encode()).hexdigest()[:_LENGTH]
