"""What random play keeps, exactly: over all positions of a game in which a player can go wrong.

chance(game, options)            -> Chance(positions=757, kept=Fraction(...))           Pocket Addition: .3960
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame
from fathom.core.options import Options
from fathom.solver.walk import walk


class Chance(NamedTuple):
    """The positions that test a player, the mean share of their moves that keep the result, and how many are how deep.

    Depth is the plies to the end with perfect play; None for a draw.
    """

    positions: int
    kept: Fraction
    by_depth: dict[int | None, int]


class _Tested(NamedTuple):
    """Positions with as many legal moves, keeping moves and plies to the end, and how many of them there are."""

    legal: int
    keeping: int
    depth: int | None
    positions: int


def chance(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> Chance:
    """Over every reachable position; raises `Unknown` if there are too many."""
    counts: dict[Fraction, int] = defaultdict(int)
    by_depth: dict[int | None, int] = defaultdict(int)
    for some in _tested(game, options, meter):
        counts[Fraction(some.keeping, some.legal)] += some.positions
        by_depth[some.depth] += some.positions
    positions = sum(counts.values())
    total = sum((share * count for share, count in counts.items()), Fraction(0))
    return Chance(positions, total / max(1, positions), dict(by_depth))


def _tested(game: AnyGame, options: Options, meter: Meter) -> Iterator[_Tested]:
    """By kinds where the room has counted them, and else position by position."""
    whole = games.room(game.name).whole(options, None, meter)
    if whole:
        kinds = whole.kinds
        for kind, count in zip(kinds, whole.count_positions(), strict=True):
            keeping = sum(kinds[number].value.winner == kind.value.winner for number in kind.following)
            if 0 < keeping < len(kind.following):
                yield _Tested(len(kind.following), keeping, kind.value.plies, count)
        return
    adviser = adviser_for(game, options, meter)
    for position, _, moves in walk(game.start(options), meter=meter):
        if len(moves) > 1:
            value = adviser.value(position)
            keeping = sum(after.winner == value.winner for after in adviser.values_after(position))
            if keeping < len(moves):
                yield _Tested(len(moves), keeping, value.plies, 1)
