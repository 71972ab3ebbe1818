"""What the reader of a sentence about Pocket Addition can check by counting, with the rules alone."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from fathom.core.game import PASS


def pool_of(position: Any) -> set[int]:
    return {n for n in range(1, position.options.highest + 1) if position.pool >> n & 1}


def total(position: Any, seat: int) -> int:
    return position.totals[seat - 1]


def fitting(position: Any, seat: int) -> set[int]:
    """The numbers left that a seat could add."""
    return {n for n in pool_of(position) if total(position, seat) + n <= position.options.target}


def reachable(position: Any, seat: int) -> set[int]:
    """The totals that a seat could reach if the other one only passed, by trying every choice of numbers."""
    fits, own = fitting(position, seat), total(position, seat)
    sums = {own + sum(chosen) for size in range(len(fits) + 1) for chosen in combinations(fits, size)}
    return {reached for reached in sums if reached <= position.options.target}


def threat(position: Any, seat: int) -> int | None:
    """The number with which a seat makes the target, if it is left."""
    need = position.options.target - total(position, seat)
    return need if need in pool_of(position) else None


def is_unstoppable(position: Any, seat: int) -> bool:
    """Is the other seat to move, without a win of its own, and too high to take the number that this one needs?"""
    need, rival = threat(position, seat), 3 - seat
    return (
        position.to_move == rival
        and need is not None
        and need not in fitting(position, rival)
        and threat(position, rival) is None
    )


def must_block(position: Any, seat: int) -> bool:
    """Does every reply but one allow this seat to make the target at once?"""
    need = threat(position, seat)
    others = [position.after(move) for move in position.moves() if move != need]
    return need in position.moves() and not any(following.outcome for following in others)


def winner_by_passing(position: Any) -> int | None:
    """Who wins if both sides can only pass, by the rules."""
    while not position.outcome:
        if position.moves() != (PASS,):
            return None
        position = position.after(PASS)
    return position.outcome.winner
