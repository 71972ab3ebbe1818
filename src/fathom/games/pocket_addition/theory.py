"""The solution of Pocket Addition: the scores of every state that can follow from where somebody asks.

Small options are solved from the start of the game, large ones from the position asked about. What is solved once is
kept, and most positions of a match follow from the first that was asked about.
"""

from __future__ import annotations

from collections.abc import Iterable

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Known
from fathom.core.numerals import mask_of, numbers_in
from fathom.core.outcome import other
from fathom.core.value import Census, Value, value_of
from fathom.games.pocket_addition.rules import Options, Position
from fathom.games.pocket_addition.tables.bits import BitScores
from fathom.games.pocket_addition.tables.kept import KeptScores
from fathom.games.pocket_addition.tables.scores import BEST, Root, RowScores, Scores, reach

KNOWN = Known(positions=1973, winner=1, plies=5)
#: Of the layout in which a table is kept.
VERSION = 1

#: With so many numbers a game is solved from its start, whatever is asked, and with integers as sets of states.
_FEW_NUMBERS = 12
#: Solved roots that are kept.
_KEPT = 4
_LEAST_WIN = 128


class Table:
    """The exact value of every position, computed on demand and kept."""

    def __init__(self, options: Options, solved: Iterable[Scores] = ()) -> None:
        self.options = options
        self._solved = list(solved)

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        if position.passed and not position.choices:
            plies = 1 if position.own >= position.foe else -1
        else:
            plies = self._signed_plies(position.pool, position.own, position.foe, meter)
        return Value(position.to_move, plies) if plies > 0 else Value(other(position.to_move), -plies)

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        if not position.choices:
            return [self.value(position.after(move), meter) for move in position.moves()]
        _, pool, own, foe, _, _, seat, _ = position
        values = []
        for number in numbers_in(position.choices):
            if own + number == self.options.target:
                values.append(Value(seat, 0))
                continue
            plies = self._signed_plies(pool ^ 1 << number, foe, own + number, meter)
            values.append(Value(other(seat), plies) if plies > 0 else Value(seat, -plies))
        return values

    def _signed_plies(self, pool: int, own: int, foe: int, meter: Meter) -> int:
        """+3 if the seat with `own` wins in 3 plies, -4 if it loses in 4; the other one has not just passed."""
        score = self._covering(pool, own, foe, meter).score(pool, own, foe)
        return BEST - score if score >= _LEAST_WIN else -score

    def _covering(self, pool: int, own: int, foe: int, meter: Meter) -> Scores:
        for solved in self._solved:
            if self._is_covered(solved.root, pool, own, foe):
                return solved
        root = _root_of_game(self.options)
        if root.pool.bit_count() > _FEW_NUMBERS or not self._is_covered(root, pool, own, foe):
            root = Root.of(pool, own, foe, self.options.target)
        solved = solve(root, meter)
        self._solved = [solved, *self._solved][:_KEPT]
        return solved

    def _is_covered(self, root: Root, pool: int, own: int, foe: int) -> bool:
        """Does a state follow from the root, or one that is worth the same?"""
        missing = pool & ~root.pool & reach(self.options.target, own, foe)
        return not missing and root.total + sum(numbers_in(root.pool & ~pool)) == own + foe

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        return None

    def pack(self) -> bytes:
        """The whole game, which is solved now if it has not been."""
        return self._covering(mask_of(1, self.options.highest), 0, 0, UNLIMITED).pack()


def restore(options: Options, packed: bytes, _meter: Meter = UNLIMITED) -> Table:
    """The table from the bytes of `pack`; raises `ValueError` if they are not as many as there must be."""
    return Table(options, [KeptScores(_root_of_game(options), packed)])


def _root_of_game(options: Options) -> Root:
    return Root.of(mask_of(1, options.highest), 0, 0, options.target)


def solve(root: Root, meter: Meter = UNLIMITED) -> Scores:
    """The scores of every state that follows from a root, within the budget."""
    if root.pool.bit_count() <= _FEW_NUMBERS:
        return BitScores(root, meter)
    try:
        from fathom.games.pocket_addition.tables.arrays import ArrayScores
    except ImportError:  # numpy is not installed
        return RowScores(root, meter)
    return ArrayScores(root, meter)


def oracle(options: Options, _meter: Meter = UNLIMITED) -> Table:
    return Table(options)
