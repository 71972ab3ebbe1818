"""The yardstick for large options of Pocket Addition: a plain table in a dictionary, one state at a time.

    (0b1110011110, 6, 9)  ->  +3             the pool, the own total, the other total -> a signed distance

+3 wins in 3 plies, -4 loses in 4. A pass just before matters only to a seat that must pass too.
"""

from __future__ import annotations

from fathom.core.numerals import numbers_in


class PlainTable:
    """Every state that the value of the start depends on."""

    def __init__(self, highest: int, target: int) -> None:
        self.target = target
        self._plies: dict[tuple[int, int, int], int] = {}
        self.start = self.signed_plies((2 << highest) - 2, 0, 0)

    @property
    def states(self) -> int:
        return len(self._plies)

    def signed_plies(self, pool: int, own: int, foe: int) -> int:
        """The signed distance for the seat with `own`, if the other one has not just passed."""
        asked, known = self._reduce(pool, own, foe), self._plies
        stack = [] if asked in known else [asked]
        while stack:
            state = stack[-1]
            missing = [] if state in known else self._missing(state)
            if missing:
                stack += missing
            else:
                stack.pop()
        return known[asked]

    def _reduce(self, pool: int, own: int, foe: int) -> tuple[int, int, int]:
        """The state without the numbers that neither seat can take any more."""
        return pool & (2 << self.target - min(own, foe)) - 1, own, foe

    def _missing(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        """The states that must be known first; if there are none, stores the state's own value."""
        pool, own, foe = state
        target, known = self.target, self._plies
        choices = pool & (2 << target - own) - 1
        if choices >> target - own & 1 and target > own:
            known[state] = 1  # takes the number that makes the target
            return []
        if not choices:
            return self._after_a_pass(state)
        following = [self._reduce(pool ^ 1 << n, foe, own + n) for n in numbers_in(choices)]
        missing = [state for state in following if state not in known]
        if not missing:
            known[state] = _best([known[state] for state in following])
        return missing

    def _after_a_pass(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        """The same for a seat that must pass: the other one moves, or passes as well, and the totals decide."""
        pool, own, foe = state
        if not pool & (2 << self.target - foe) - 1:
            self._plies[state] = 2 if own > foe else -2  # the second to pass took the last number
            return []
        following = self._reduce(pool, foe, own)
        if following not in self._plies:
            return [following]
        self._plies[state] = _best([self._plies[following]])
        return []


def _best(theirs: list[int]) -> int:
    """The best signed distance for a seat whose moves lead to these, given from the other seat's side."""
    lost = [plies for plies in theirs if plies < 0]
    if lost:
        return 1 - max(lost)
    return -1 - max(theirs)
