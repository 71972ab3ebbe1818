"""Means over all plays of a game between two players of one level, exactly.

    means = mean_play(kinds, Level("@random", Fraction(1), 0))
    means.length, means.changes, means.comebacks

A *play* is one way to play a game from the start to its end. The *result* of a position is who wins it with perfect
play. All means are computed over kinds of positions, from the ends back, as whole numbers over one denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from fathom.analysis.choosing import Choosing
from fathom.analysis.levels import Level
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import Kind
from fathom.core.outcome import Seat, other

SEATS: tuple[Seat, Seat] = (1, 2)


class Means(NamedTuple):
    """What is to be expected of a play."""

    #: The plies of a play.
    length: Fraction
    #: How often a move changes the result.
    changes: Fraction
    #: The chance that the seat that wins had a position, before, that was lost for it.
    comebacks: Fraction
    #: The chance that each seat wins.
    first: Fraction
    second: Fraction

    @property
    def score(self) -> Fraction:
        """Of seat 1: a draw is half a win."""
        return (1 + self.first - self.second) / 2


class _At(NamedTuple):
    """The same at one kind, over a denominator. A seat's wins, and those of them after a lost position from here on."""

    denominator: int
    length: int
    changes: int
    wins: tuple[int, int]
    comebacks: tuple[int, int]


def mean_play(kinds: Sequence[Kind], level: Level, meter: Meter = UNLIMITED) -> Means:
    """The means if both seats play at this level."""
    choosing = Choosing(kinds, [level])
    found: list[_At] = []
    for kind in kinds:
        meter.look()
        if not kind.following:
            first, second = (int(kind.value.winner == seat) for seat in SEATS)
            found.append(_At(1, 0, 0, (first, second), (0, 0)))
            continue
        weights = choosing.at(kind).weights_of(0)
        found.append(_after(kind, [(kinds[number], found[number], weight) for number, weight in weights.items()]))
    start = found[-1]
    return Means(
        Fraction(start.length, start.denominator),
        Fraction(start.changes, start.denominator),
        Fraction(sum(start.comebacks), start.denominator),
        Fraction(start.wins[0], start.denominator),
        Fraction(start.wins[1], start.denominator),
    )


def _after(kind: Kind, following: Sequence[tuple[Kind, _At, int]]) -> _At:
    """The mean over the following kinds, each with its weight."""
    common = lcm(*[at.denominator for _, at, _ in following])
    weighted = [(after, at, weight * (common // at.denominator)) for after, at, weight in following]
    denominator = common * sum(weight for _, _, weight in following)
    length = denominator + sum(factor * at.length for _, at, factor in weighted)
    changes = sum(
        factor * (at.changes + (at.denominator if after.value.winner != kind.value.winner else 0))
        for after, at, factor in weighted
    )
    wins = [sum(factor * at.wins[i] for _, at, factor in weighted) for i in (0, 1)]
    comebacks = [
        wins[i] if kind.value.winner == other(seat) else sum(factor * at.comebacks[i] for _, at, factor in weighted)
        for i, seat in enumerate(SEATS)
    ]
    divisor = gcd(denominator, length, changes, *wins, *comebacks)
    return _At(
        denominator // divisor,
        length // divisor,
        changes // divisor,
        (wins[0] // divisor, wins[1] // divisor),
        (comebacks[0] // divisor, comebacks[1] // divisor),
    )


class Lengths(NamedTuple):
    """Of all plays: the plies of the shortest and of the longest one, and how many plays there are."""

    shortest: int
    longest: int
    plays: int


def lengths(kinds: Sequence[Kind]) -> Lengths:
    """At the last of the kinds."""
    found: list[Lengths] = []
    for kind in kinds:
        after = [found[number] for number in kind.following]
        found.append(
            Lengths(
                1 + min(one.shortest for one in after),
                1 + max(one.longest for one in after),
                sum(one.plays for one in after),
            )
            if after
            else Lengths(0, 0, 1)
        )
    return found[-1]
