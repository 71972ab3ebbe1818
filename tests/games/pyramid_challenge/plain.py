"""Pyramid Challenge with tokens, written again from its rules as plainly as possible: to compare the room with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Cells = tuple[int, ...]


class Plain(NamedTuple):
    """The options; without copies, as many tokens as you like."""

    levels: int
    highest: int
    copies: int

    @property
    def cells(self) -> int:
        return sum(range(self.levels + 1))

    def open_numbers(self, own: Cells, foe: Cells) -> list[int]:
        """What the seat with the first pyramid may place next."""
        fits = list(range(1, self.highest + 1))
        if len(own) >= self.levels:
            start, length = 0, self.levels
            while len(own) >= start + length + length - 1:  # the row above is full as well
                start, length = start + length, length - 1
            left = start + len(own) - (start + length)
            a, b = own[left], own[left + 1]
            fits = [n for n in fits if n in (a + b, a - b, b - a)]
        return [n for n in fits if self.copies == 0 or (own + foe).count(n) < self.copies]


@cache
def value(plain: Plain, own: Cells, foe: Cells, has_passed: bool = False) -> tuple[int | None, int | None]:
    """1 if the seat to move wins, 2 if the other does, None for a draw; and in how many plies."""
    numbers = plain.open_numbers(own, foe)
    if not numbers:
        if has_passed:
            return None, None
        found = [value(plain, foe, own, True)]
    else:
        found = [(2, 0) if len(own) + 1 == plain.cells else value(plain, foe, (*own, number)) for number in numbers]
    won = [plies for winner, plies in found if winner == 2 and plies is not None]
    if won:
        return 1, 1 + min(won)
    if any(winner is None for winner, _ in found):
        return None, None
    return 2, 1 + max(plies for _, plies in found if plies is not None)
