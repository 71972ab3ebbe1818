"""A look a few plies ahead: for games too large to solve.

    seen = look_ahead(position, most=100_000)
    seen.plies, seen.values                  -> 3, [None, Value(1, 2), None, ...]

A value that is given is exact. None means that neither a win nor a loss, nor a draw, is certain within that distance.
The work is limited by positions, not by time, so it sees the same on every machine.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from fathom.core.game import AnyPosition
from fathom.core.value import Value, value_of


class Ahead(NamedTuple):
    """How many plies were looked ahead, and for each legal move the value after it, where it is certain."""

    plies: int
    values: list[Value | None]


class _Spent(Exception):
    """All positions that may be visited have been."""


def look_ahead(position: AnyPosition, most: int) -> Ahead:
    """Look as many plies ahead as fit into `most` positions for each search, but at least one."""
    found = Ahead(1, [_at_once(position.after(move)) for move in position.moves()])
    while None in found.values:
        search = _Search(most)
        try:
            values = [search.value(position.after(move), found.plies) for move in position.moves()]
        except _Spent:
            break
        found = Ahead(found.plies + 1, values)
    return found


def _at_once(position: AnyPosition) -> Value | None:
    return value_of(position.outcome) if position.outcome else None


class _Search:
    """One search to a fixed depth."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._known: dict[tuple[Hashable, int], Value | None] = {}

    def value(self, position: AnyPosition, plies: int) -> Value | None:
        """The value, if it is certain within so many plies."""
        if position.outcome or not plies:
            return _at_once(position)
        key = (position.key(), plies)
        if key not in self._known:
            self._known[key] = self._best(position, plies)
        return self._known[key]

    def _best(self, position: AnyPosition, plies: int) -> Value | None:
        """A certain win, the quickest; or the best of the values if all are certain."""
        seat, following = position.to_move, [position.after(move) for move in position.moves()]
        self._left -= len(following)
        if self._left < 0:
            raise _Spent
        if any(after.outcome and after.outcome.winner == seat for after in following):
            return Value(seat, 1)
        values = [self.value(after, plies - 1) for after in following]
        certain = [value for value in values if value is not None]
        best = max(certain, key=lambda value: value.score(seat), default=None)
        if best is None or (best.winner != seat and len(certain) < len(values)):
            return None
        return best.one_ply_earlier()
