"""Range War with a reach, written again from its rules as plainly as possible: to compare the room with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Plain(NamedTuple):
    """The options."""

    highest: int
    reach: int
    second_move: str = "lower"

    def open_numbers(self, claimed: tuple[int, ...]) -> list[int]:
        """What may be claimed next."""
        free = [n for n in range(1, self.highest + 1) if n not in claimed]
        if not claimed:
            return free
        last = claimed[-1]
        near = [n for n in free if abs(n - last) <= self.reach or self.reach == 0]
        if len(claimed) == 1:
            return [n for n in near if n < last] if self.second_move == "lower" else near
        has_risen = last > claimed[-2]
        return [n for n in near if (n < last) == has_risen]

    def value(self, claimed: tuple[int, ...]) -> tuple[int, int]:
        """The winner, and in how many plies."""
        return _value(self, frozenset(claimed[:-2]), claimed[-2:], 1 + len(claimed) % 2)


@cache
def _value(plain: Plain, before: frozenset[int], last_two: tuple[int, ...], seat: int) -> tuple[int, int]:
    """The order of the numbers before the last two does not matter."""
    claimed = (*sorted(before), *last_two)
    found = [plain.value((*claimed, n)) for n in plain.open_numbers(claimed)]
    won = [plies for winner, plies in found if winner == seat]
    if won:
        return seat, 1 + min(won)
    return 3 - seat, max((1 + plies for _, plies in found), default=0)
