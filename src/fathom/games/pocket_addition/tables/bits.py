"""The same scores with sets of states as integers: the quickest way for small pools, and it needs nothing but Python.

Call the seats A and B. A bit stands for a set of numbers taken and the total of A, and so for the total of B as well,
which is what is left of both totals together:

    bit = width * set + a        the set is a number too: bit i of it is the i-th number of the pool

Taking number i adds `width << i` to the index, and the number itself as well if it is A who takes it. So one move back,
for all states at once, is a shift and a mask. It may borrow from the set before, and then it ends above the highest
total: the width leaves room for that, and the masks have no bits there.

    won[p]     A is to move and wins within p plies
    lost[p]    B is to move and loses within p plies

Both seats play by the same rules, so this tells everything: whoever is to move is A in the one and B in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fathom.core.budget import Meter
from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.tables.scores import BEST, Root, pack_rows

#: A set of states.
States = int

_PLIES_TO_PASS = 2


class _Take(NamedTuple):
    """One number: how far back the indices move if A or B takes it, and the states in which it is not taken."""

    by_a: int
    by_b: int
    free: States


class _Ground(NamedTuple):
    """The states, and those of them in which this is so at once."""

    states: States
    takes: list[_Take]
    #: A is to move and can make the target.
    makes_a: States
    #: B is to move, has numbers to take, and none of them makes the target.
    must_move: States
    #: A is to move and passes, and B will take a number; and the other way round.
    a_passes: States
    b_passes: States
    #: Both will pass: A passes first and has the higher total; B passes first and does not have it.
    a_wins: States
    b_loses: States


class BitScores:
    """The states of each result and distance, as integers while they are worked out and as bytes afterwards."""

    def __init__(self, root: Root, meter: Meter) -> None:
        self.root = root
        numbers = numbers_in(root.pool)
        self._width = -(-(root.target + max(numbers, default=0)) // 8) * 8
        self._bits = {number: 1 << i for i, number in enumerate(numbers)}
        states = root.size().states
        meter.expect(states)
        won, lost = self._sweep(numbers, meter)
        size = self._width << len(numbers)
        self._won = [states.to_bytes(size // 8, "little") for states in won]
        self._lost = [states.to_bytes(size // 8, "little") for states in lost]
        meter.tick(states)

    def score(self, pool: int, own: int, foe: int) -> int:
        start = self._width * sum([self._bits[number] for number in numbers_in(self.root.pool & ~pool)])
        if _has(self._won[-1], start + own):
            return BEST - _first(self._won, start + own)
        return _first(self._lost, start + foe)

    def pack(self) -> bytes:
        def row(taken: int, total: int) -> bytes:
            (low, high), both = self.root.lanes(total), self.root.total + total
            return bytes(self.score(self.root.pool ^ taken, own, both - own) for own in range(low, high + 1))

        return pack_rows(self.root, row)

    def _sweep(self, numbers: tuple[int, ...], meter: Meter) -> tuple[list[States], list[States]]:
        """`won` and `lost`, from 0 plies to where nothing changes any more."""
        ground = self._ground(numbers)
        states, takes, makes_a, must_move, a_passes, b_passes, a_wins, b_loses = ground
        won, lost = [0, makes_a], [0, 0]
        while len(won) <= _PLIES_TO_PASS + 1 or (won[-1], lost[-1]) != (won[-2], lost[-2]):
            meter.look()
            led_to, not_won = lost[-1], states & ~won[-1]
            wins = escapes = 0
            for by_a, by_b, free in takes:
                wins |= led_to >> by_a & free
                escapes |= not_won >> by_b & free
            won.append(makes_a | wins & states | led_to & a_passes | a_wins)
            lost.append(must_move & ~escapes | won[-2] & b_passes | b_loses)
        return won, lost

    def _ground(self, numbers: tuple[int, ...]) -> _Ground:
        """What the rules say of single states."""
        target, sums = self.root.target, [0]
        for number in numbers:
            sums += [total + number for total in sums]
        takes = [self._take(i, number, len(sums)) for i, number in enumerate(numbers)]
        states = self._lanes(sums, lambda total: _run(max(0, total - target + 1), min(total, target - 1)))
        b_on_target = self._lanes(sums, lambda total: _run(total - target, total - target))
        makes_a = makes_b = moves_a = moves_b = 0
        for number, (by_a, by_b, free) in zip(numbers, takes, strict=True):
            makes_a |= self._repeat(1 << target - number, 0, len(sums)) & free
            makes_b |= b_on_target >> by_b & free
            moves_a |= states >> by_a & free
            moves_b |= states >> by_b & free
        moves_a, moves_b = (moves_a | makes_a) & states, (moves_b | makes_b) & states
        ended = states & ~moves_a & ~moves_b
        return _Ground(
            states,
            takes,
            makes_a & states,
            moves_b & ~makes_b,
            states & ~moves_a & moves_b,
            states & ~moves_b & moves_a,
            ended & self._lanes(sums, lambda total: _run(total // 2 + 1, target - 1)),
            ended & self._lanes(sums, lambda total: _run((total + 1) // 2, target - 1)),
        )

    def _take(self, i: int, number: int, sets: int) -> _Take:
        step = self._width << i
        return _Take(step + number, step, self._repeat((1 << step) - 1, i + 1, sets))

    def _repeat(self, pattern: States, i: int, sets: int) -> States:
        """A pattern over `1 << i` sets, repeated over all of them."""
        covered = 1 << i
        while covered < sets:
            pattern |= pattern << self._width * covered
            covered *= 2
        return pattern

    def _lanes(self, sums: list[int], lanes: Callable[[int], int]) -> States:
        """For each set some totals of A below the target, which depend on both totals together."""
        root, size = self.root, self._width // 8
        below, most = (1 << root.target) - 1, root.largest_sum + 1  # one more, as B may be on the target
        fields = [(lanes(root.total + taken) & below).to_bytes(size, "little") for taken in range(most + 1)]
        fields += [bytes(size)] * (max(sums) - most)
        return int.from_bytes(b"".join(map(fields.__getitem__, sums)), "little")


def _run(low: int, high: int) -> int:
    """The bits from low to high; none if there are no such totals."""
    return (2 << high) - (1 << low) if 0 <= low <= high else 0


def _has(states: bytes, index: int) -> int:
    return states[index >> 3] >> (index & 7) & 1


def _first(growing: list[bytes], index: int) -> int:
    """The first of these sets, each of which contains the one before, that has the state."""
    low, high = 0, len(growing) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _has(growing[middle], index) else (middle + 1, high)
    return low
