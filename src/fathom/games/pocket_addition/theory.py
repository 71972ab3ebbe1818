"""The solution of Pocket Addition: a table over what is left in the pool and both totals.

States are seen from the seat to move, so both seats share the table, and numbers too large for both are left out:

    (0b1110011110, 6, 9)  ->  +3             the pool, the own total, the other total -> a signed distance

+3 wins in 3 plies, -4 loses in 4. There are no draws. A pass just before matters only to a seat that must pass too.
"""

from __future__ import annotations

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Known
from fathom.core.numerals import numbers_in
from fathom.core.outcome import other
from fathom.core.value import Census, Value, value_of
from fathom.games.pocket_addition.rules import Options, Position

KNOWN = Known(positions=1973, winner=1, plies=5)


class Table:
    """The exact value of every position, computed on demand and cached."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._plies: dict[tuple[int, int, int], int] = {}

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        if position.passed and not position.choices:
            plies = 1 if position.own >= position.foe else -1
        else:
            plies = self.signed_plies(position.pool, position.own, position.foe, meter)
        return Value(position.to_move, plies) if plies > 0 else Value(other(position.to_move), -plies)

    @property
    def states(self) -> int:
        """The number of states in the table so far."""
        return len(self._plies)

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        if not position.choices:
            return [self.value(position.after(move), meter) for move in position.moves()]
        _, pool, own, foe, _, _, seat, _ = position
        values = []
        for number in numbers_in(position.choices):
            if own + number == self.options.target:
                values.append(Value(seat, 0))
                continue
            plies = self.signed_plies(pool ^ 1 << number, foe, own + number, meter)
            values.append(Value(other(seat), plies) if plies > 0 else Value(seat, -plies))
        return values

    def signed_plies(self, pool: int, own: int, foe: int, meter: Meter = UNLIMITED) -> int:
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
                meter.tick()
        return known[asked]

    def _reduce(self, pool: int, own: int, foe: int) -> tuple[int, int, int]:
        """The state without the numbers that neither seat can take any more."""
        return pool & (2 << self.options.target - min(own, foe)) - 1, own, foe

    def _missing(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        """The states that must be known first; if there are none, stores the state's own value."""
        pool, own, foe = state
        target, known = self.options.target, self._plies
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
        if not pool & (2 << self.options.target - foe) - 1:
            self._plies[state] = 2 if own > foe else -2  # the second to pass took the last number
            return []
        following = self._reduce(pool, foe, own)
        if following not in self._plies:
            return [following]
        self._plies[state] = _best([self._plies[following]])
        return []

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        return None


def _best(theirs: list[int]) -> int:
    """The best signed distance for a seat whose moves lead to these, given from the other seat's side."""
    lost = [plies for plies in theirs if plies < 0]
    if lost:
        return 1 - max(lost)
    return -1 - max(theirs)


def oracle(options: Options, _meter: Meter = UNLIMITED) -> Table:
    return Table(options)
