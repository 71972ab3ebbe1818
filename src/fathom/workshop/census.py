"""Counts over all positions of a game, by kinds.

Of a position that is not over, a move *keeps the result* if the same seat wins after it, or still nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypedDict

from fathom.core.kinds import Kind


class PositionsDict(TypedDict):
    """The counts as JSON."""

    reachable: int
    over: int
    deadlocks: int
    drawn: int
    tested: int
    only_moves: int
    only_moves_by_depth: dict[str, int]
    forced: int
    branching: float
    branching_exact: str
    most_moves: int


class Positions(NamedTuple):
    """How many positions can be reached, and how many of them are special."""

    reachable: int
    #: The game is over.
    over: int
    #: It is not over, and no move is legal. None should exist.
    deadlocks: int
    #: Nobody wins with perfect play; not over.
    drawn: int
    #: Some moves keep the result, and some do not.
    tested: int
    #: Exactly one of several moves keeps the result.
    only_moves: int
    #: Those by the plies to the end with perfect play; None for a draw.
    only_moves_by_depth: dict[int | None, int]
    #: Only one move is legal.
    forced: int
    #: The legal moves of all positions together, and of the one that has the most.
    moves: int
    most_moves: int

    @property
    def open(self) -> int:
        """Those that are not over."""
        return self.reachable - self.over

    @property
    def branching(self) -> Fraction:
        """Legal moves per position that is not over."""
        return Fraction(self.moves, max(1, self.open))

    def as_dict(self) -> PositionsDict:
        depths = sorted(self.only_moves_by_depth.items(), key=lambda item: (item[0] is None, item[0]))
        return {
            "reachable": self.reachable,
            "over": self.over,
            "deadlocks": self.deadlocks,
            "drawn": self.drawn,
            "tested": self.tested,
            "only_moves": self.only_moves,
            "only_moves_by_depth": {"draw" if depth is None else str(depth): count for depth, count in depths},
            "forced": self.forced,
            "branching": float(self.branching),
            "branching_exact": str(self.branching),
            "most_moves": self.most_moves,
        }


def count_positions(kinds: Sequence[Kind], counts: Sequence[int]) -> Positions:
    """The counts, if there are so many positions of each kind."""
    tally, by_depth = Counter[str](), Counter[int | None]()
    most_moves = 0
    for kind, count in zip(kinds, counts, strict=True):
        tally["reachable"] += count
        if kind.seat == 0:
            tally["over"] += count
            continue
        moves = len(kind.following)
        keeping = sum(kinds[number].value.winner == kind.value.winner for number in kind.following)
        most_moves = max(most_moves, moves)
        tally["moves"] += moves * count
        tally["deadlocks"] += count * (moves == 0)
        tally["forced"] += count * (moves == 1)
        tally["drawn"] += count * (kind.value.winner is None)
        tally["tested"] += count * (keeping < moves)
        if keeping == 1 < moves:
            by_depth[kind.value.plies] += count
    return Positions(
        reachable=tally["reachable"],
        over=tally["over"],
        deadlocks=tally["deadlocks"],
        drawn=tally["drawn"],
        tested=tally["tested"],
        only_moves=by_depth.total(),
        only_moves_by_depth=dict(by_depth),
        forced=tally["forced"],
        moves=tally["moves"],
        most_moves=most_moves,
    )
