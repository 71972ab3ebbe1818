"""Counts over kinds that no game of ours has."""

from __future__ import annotations

from fractions import Fraction

from fathom.core.kinds import Kinds
from fathom.workshop.audit import RANDOM
from fathom.workshop.census import count_positions
from fathom.workshop.plays import lengths, mean_play


def test_a_seat_to_move_without_a_move_is_a_deadlock_that_nobody_wins() -> None:
    kinds = Kinds()
    won, stuck = kinds.end(1), kinds.file(2, (), ())
    kinds.file(1, (won, stuck, stuck), (0, 0, 0))
    found = count_positions(kinds.kinds, [1, 2, 1])
    assert (found.reachable, found.over, found.deadlocks, found.drawn) == (4, 1, 2, 2)
    assert (found.tested, found.only_moves, found.only_moves_by_depth) == (1, 1, {1: 1})
    assert lengths(kinds.kinds) == (1, 1, 3)
    means = mean_play(kinds.kinds, RANDOM)
    # One of three moves wins, and the other two give the win away for nothing.
    assert (means.first, means.second, means.changes) == (Fraction(1, 3), Fraction(0), Fraction(2, 3))
