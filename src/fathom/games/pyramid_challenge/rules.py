"""Pyramid Challenge: be the first to fill a pyramid of sums and differences.

    Options(levels=3, highest=9, copies=0)
    1, 2, ... 9, "pass"                     a move: the number for the next empty cell, or a pass
    own, foe  (4, 7, 3, 3), (5, 2, 6)       the filled cells of the seat to move and of the other seat

Cells are filled in this order (three levels):

          5
        3   4
      0   1   2

The numbers of the rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from fathom.core import options as core
from fathom.core import outcome as endings
from fathom.core.game import ONLY_PASS, PASS, NumberGame, Pass, Violation, game_over
from fathom.core.outcome import Outcome, Seat
from fathom.core.words import enumerate_words

Move = int | Pass
Cells = tuple[int, ...]


class Options(core.Options):
    levels = core.Whole(3, 1, 10, "rows of the pyramid; the bottom row has as many cells")
    highest = core.Whole(9, 1, 99, "the numbers are 1 to this")
    copies = core.Whole(
        0, 0, 6, "tokens of each number for both players together; 0 means as many as you like", ours=True
    )

    @property
    def cells(self) -> int:
        return self.levels * (self.levels + 1) // 2

    @property
    def is_limited(self) -> bool:
        """Can a number ever run out? The game is over at the latest when 2 * cells - 1 numbers have been placed."""
        return 0 < self.copies < 2 * self.cells - 1


DEFAULTS = Options()


class Ending(endings.Ending):
    COMPLETED = 4, "completed the pyramid"
    BOTH_STUCK = 5, "neither pyramid can be completed"


class Position(NamedTuple):
    """Both pyramids, seen from the seat to move."""

    options: Options
    own: Cells
    foe: Cells
    passed: bool
    to_move: Seat
    outcome: Outcome | None

    def moves(self) -> tuple[Move, ...]:
        if self.outcome:
            return ()
        return placeable(self.options, self.own, self.foe) or ONLY_PASS

    def after(self, move: Move) -> Position:
        options, own, foe, passed, seat, outcome = self
        fits = placeable(options, own, foe)
        if outcome or move not in (fits or ONLY_PASS):
            raise GAME.refusal(self, move)
        if move == PASS:
            outcome = Outcome(None, Ending.BOTH_STUCK) if passed else None  # rule 5
            return Position(options, foe, own, True, 3 - seat, outcome)
        own = (*own, move)
        if len(own) == options.cells:  # rule 4
            outcome = Outcome(seat, Ending.COMPLETED)
        return Position(options, foe, own, False, 3 - seat, outcome)

    def violation(self, move: Move) -> Violation | None:
        if self.outcome:
            return game_over(self.outcome)
        options, own = self.options, self.own
        fits, open_ones = fitting(options, own), placeable(options, own, self.foe)
        if move in (open_ones or ONLY_PASS):
            return None
        if move == PASS:
            return Violation(3, "A player with a number that fits may not pass")
        if not 1 <= move <= options.highest:
            return Violation(2, f"{move} is not a number of the game, which has 1 to {options.highest}")
        if move in fits:
            return Violation(6, f"Every token of {move} has been placed: {options.copies} for both players together")
        a, b = below(options.levels, own)
        if not fits:
            return Violation(3, f"Nothing fits above {a} and {b}, so only a pass is left")
        wanted = enumerate_words(map(str, fits), "or")
        return Violation(2, f"{move} does not fit above {a} and {b}: their sum or difference allows {wanted}")

    def key(self) -> tuple[Cells, Cells, bool, Seat, bool]:
        return (self.own, self.foe, self.passed, self.to_move, self.outcome is not None)

    def pyramid(self, seat: Seat) -> Cells:
        return self.own if seat == self.to_move else self.foe

    def tokens_left(self, number: int) -> int:
        """How many tokens of a number are left, where `copies` limits them."""
        return self.options.copies - self.own.count(number) - self.foe.count(number)

    def __repr__(self) -> str:
        filled = [f"seat {seat} has {' '.join(map(str, self.pyramid(seat))) or 'nothing'}" for seat in (1, 2)]
        return GAME.describe(self, *filled)


@lru_cache(maxsize=1 << 14)
def fitting(options: Options, cells: Cells) -> Cells:
    """The numbers that fit the next empty cell, rising: none if the pyramid is stuck (rule 2)."""
    if len(cells) < options.levels:
        return sums_and_differences(options.highest, None)
    return sums_and_differences(options.highest, below(options.levels, cells))


def placeable(options: Options, own: Cells, foe: Cells) -> Cells:
    """The numbers that fit the next empty cell of a pyramid and have a token left, rising (rules 2 and 6)."""
    fits, copies = fitting(options, own), options.copies
    if not copies:
        return fits
    return tuple([number for number in fits if own.count(number) + foe.count(number) < copies])


def below(levels: int, cells: Cells) -> tuple[int, int]:
    """The two numbers under the next empty cell, which must be above the bottom row."""
    left = supports(levels)[len(cells)]
    return cells[left], cells[left + 1]


@cache
def supports(levels: int) -> Cells:
    """For each cell, the index of the left one of the two below it (-1 in the bottom row)."""
    indices = [-1] * levels
    for row_below in range(levels, 1, -1):
        indices += [len(indices) - row_below + i for i in range(row_below - 1)]
    return tuple(indices)


@cache
def sums_and_differences(highest: int, pair: tuple[int, int] | None) -> Cells:
    """What may stand above a pair, rising; without a pair, any number (rule 2)."""
    if pair is None:
        return tuple(range(1, highest + 1))
    a, b = pair
    return tuple(sorted({n for n in (a + b, abs(a - b)) if 1 <= n <= highest}))


class PyramidChallenge(NumberGame[Position]):
    name = "pyramid-challenge"
    title = "Pyramid Challenge"
    summary = "Fill a pyramid in which every number is the sum or difference of the two below; first to finish wins."
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        return Position(options, (), (), False, 1, None)

    def actions(self, options: Options = DEFAULTS) -> tuple[Move, ...]:
        return (*range(1, options.highest + 1), PASS)

    def longest(self, options: Options = DEFAULTS) -> int:
        """One seat fills its pyramid, while the other one fills or passes."""
        return 2 * options.cells


GAME = PyramidChallenge()
