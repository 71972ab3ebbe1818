"""A position together with the moves that led to it: for a player who looks at them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from fathom.core.game import AnyPosition, Move, Violation
from fathom.core.options import Options
from fathom.core.outcome import Outcome, Seat


class Line(NamedTuple):
    """As a position in its own right: two ways to reach one position are two lines."""

    position: AnyPosition
    path: tuple[Move, ...] = ()

    @property
    def options(self) -> Options:
        return self.position.options

    @property
    def to_move(self) -> Seat:
        return self.position.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    def moves(self) -> tuple[Move, ...]:
        return self.position.moves()

    def after(self, move: Move) -> Line:
        return Line(self.position.after(move), (*self.path, move))

    def violation(self, move: Move) -> Violation | None:
        return self.position.violation(move)

    def key(self) -> Hashable:
        return self.path
