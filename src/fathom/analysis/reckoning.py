"""The chances of pairs of players at every kind of position, from the ends back, exactly.

    Reckoning(kinds, choosing.at, [(0, 1), (1, 0)]).odds()       -> [Odds(...), Odds(...)]

The chances of all pairs at a kind are one integer. Over one denominator, each numerator has a field of as many bits as
the largest denominator needs. Adding such integers and multiplying them by weights treats all pairs at once:

    | seat 1 wins: pair 0 | pair 1 | ... | nobody wins: pair 0 | pair 1 | ...         lowest bits first

No field overflows: a chance is at most 1, so a numerator is at most the denominator. A player who moves decides only
the fields of its own pairs, which a mask takes out. Where no kind is drawn there are no fields for draws.

Kinds are on floors: an end is on floor 0, and a kind is one floor above the highest of the kinds that follow it. (Where
all moves lead to one kind, there is nothing to choose, and it stays on the floor of that.) All kinds of a floor have
one denominator, so that most of what follows a kind can be added up as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import mul
from typing import NamedTuple

from fathom.analysis.choosing import ByValues, Choice, Choose
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import Kind
from fathom.core.outcome import Seat

#: Between two checks of the clock: a kind takes some microseconds, or a hundred times as long in a large game.
_KINDS_AT_ONCE = 64


class Odds(NamedTuple):
    """How a match of two players ends: the chance that seat 1 wins, and that nobody does."""

    first: Fraction
    drawn: Fraction

    @property
    def second(self) -> Fraction:
        return 1 - self.first - self.drawn

    @property
    def score(self) -> Fraction:
        """Of seat 1: a draw is half a win."""
        return self.first + self.drawn / 2


class _Sharing(NamedTuple):
    """Fields that get the same mean: the mask of the fields, and the weight of a move of each group."""

    mask: int
    weights: Sequence[int]


class _Stretched(dict[int, int]):
    """The shares of kinds, over the denominator of a floor that is not below any of them."""

    def __init__(self, shares: Sequence[int], floors: Sequence[int], denominators: Sequence[int]) -> None:
        super().__init__()
        self._shares = shares
        self._floors = floors
        self._denominators = denominators

    def __missing__(self, number: int) -> int:
        factor = self._denominators[-1] // self._denominators[self._floors[number]]
        share = self[number] = self._shares[number] * factor
        return share


class Reckoning:
    """Pairs of players are given by their places in a `Choice`."""

    def __init__(
        self, kinds: Sequence[Kind], choose: Choose, pairs: Sequence[tuple[int, int]], meter: Meter = UNLIMITED
    ) -> None:
        self._kinds = kinds
        self._meter = meter
        self._pairs = len(pairs)
        self._has_draws = any(kind.value.winner is None for kind in kinds if not kind.following)
        self._floors: list[int] = []
        self._sums: list[set[int]] = [set()]
        self._summed: set[tuple[int, ByValues]] = set()
        choices = [self._choose(kind, choose) for part in meter.parts(kinds, _KINDS_AT_ONCE) for kind in part]
        #: By floor: a common multiple of the sums of everyone's weights, for all kinds on it.
        self._totals = [lcm(*sums) for sums in self._sums]
        self._denominators = list(accumulate(self._totals, mul))
        self._width = self._denominators[-1].bit_length()
        self._masks = {seat: self._masks_of([pair[seat - 1] for pair in pairs]) for seat in (1, 2)}
        self._sharings: dict[tuple[int, ByValues], list[_Sharing]] = {}
        self._shares: list[int] = []
        self._stretched = [
            _Stretched(self._shares, self._floors, self._denominators[: floor + 1])
            for floor in range(len(self._totals))
        ]
        self._fill_shares(choices)

    def odds(self) -> list[Odds]:
        """At the last kind, for every pair of players."""
        denominator, width = self._denominators[self._floors[-1]], self._width
        start, field = self._shares[-1], (1 << width) - 1
        fields = [Fraction(start >> width * i & field, denominator) for i in range(2 * self._pairs)]
        return [Odds(won, drawn) for won, drawn in zip(fields[: self._pairs], fields[self._pairs :], strict=True)]

    def _choose(self, kind: Kind, choose: Choose) -> Choice | None:
        """None at an end, and where all moves lead to one kind: there is nothing to choose."""
        floors, following = self._floors, kind.following
        if not following or following[0] == following[-1]:
            floors.append(floors[following[0]] if following else 0)
            return None
        floor = 1 + max(map(floors.__getitem__, following))
        floors.append(floor)
        if floor == len(self._sums):
            self._sums.append(set())
        choice = choose(kind)
        sums = self._sums[floor]
        if (floor, choice.by_values) not in self._summed:
            self._summed.add((floor, choice.by_values))
            sums.update(choice.by_values.sums)
        for _, going in choice.others:
            sums.add(going.total)
        return choice

    def _masks_of(self, movers: Sequence[int]) -> dict[int, int]:
        """For each player, all bits of the fields of its pairs."""
        field, masks = (1 << self._width) - 1, dict.fromkeys(movers, 0)
        for i, mover in enumerate([*movers, *movers] if self._has_draws else movers):
            masks[mover] |= field << self._width * i
        return masks

    def _fill_shares(self, choices: Sequence[Choice | None]) -> None:
        ones = sum(1 << self._width * i for i in range(self._pairs))
        ends = {1: ones, 2: 0, None: ones << self._width * self._pairs}
        for part in self._meter.parts(choices, _KINDS_AT_ONCE):
            for choice in part:
                number = len(self._shares)
                kind, floor = self._kinds[number], self._floors[number]
                if choice:
                    share = self._after_choice(kind.seat, floor, choice)
                else:
                    share = self._shares[kind.following[0]] if kind.following else ends[kind.value.winner]
                self._shares.append(share)
                self._stretched[floor][number] = share

    def _after_choice(self, seat: Seat, floor: int, choice: Choice) -> int:
        """The mean over the following kinds, weighted by how likely the player to move goes there."""
        following, by_values, others = choice
        found, total, masks = 0, self._totals[floor], self._masks[seat]
        share_of = self._stretched[floor - 1].__getitem__
        sharings = self._sharings.get((floor, by_values))
        if sharings is None:
            sharings = self._sharings[floor, by_values] = self._share(masks, total, by_values)
        shares = list(map(share_of, following))
        sums = [sum(pick(shares)) for pick in by_values.groups]
        if len(sums) == 2:  # a good deal quicker, and by far the most common
            one, other = sums
            for mask, (weight, other_weight) in sharings:
                mean = one * weight
                if other_weight:  # whoever makes no mistakes never goes there
                    mean += other * other_weight
                found |= mean & mask
        else:
            for mask, weights in sharings:
                found |= sum(map(mul, sums, weights)) & mask
        for player, going in others:
            if player in masks:
                shares = list(map(share_of, going.numbers))
                mean = sum(map(mul, shares, going.weights) if going.weights else shares)
                found |= mean * (total // going.total) & masks[player]
        return found

    def _share(self, masks: dict[int, int], total: int, by_values: ByValues) -> list[_Sharing]:
        """The weights over the total of a floor, with one mask for all players with the same weights."""
        found: dict[tuple[int, ...], int] = {}
        for player, weights, own in zip(by_values.players, by_values.weights, by_values.sums, strict=True):
            scaled = tuple([weight * (total // own) for weight in weights])
            found[scaled] = found.get(scaled, 0) | masks.get(player, 0)
        return [_Sharing(mask, weights) for weights, mask in found.items() if mask]
