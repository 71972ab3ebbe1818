"""Pocket Addition: take numbers from a shared pool to make the target exactly.

    Options(highest=9, target=15)
    1, 2, ... 9, "pass"                     a move: the number taken, or a pass
    pool      0b1110111110                  the numbers that are left (bit n is number n)
    own, foe  6, 9                          the totals of the seat to move and of the other seat

The numbers of the rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core import options as core
from fathom.core import outcome as endings
from fathom.core.game import ONLY_PASS, PASS, NumberGame, Pass, Violation, game_over
from fathom.core.numerals import listing, mask_of, numbers_in
from fathom.core.outcome import Outcome, Seat, other

Move = int | Pass


class Options(core.Options):
    highest = core.Whole(9, 1, 50, "the pool holds 1 to this number, each once")
    target = core.Whole(15, 1, 1275, "the total that wins at once and that nobody may exceed")


DEFAULTS = Options()


class Ending(endings.Ending):
    TARGET = 2, "made {total} exactly"
    HIGHER = 3, "the higher total, {high} against {low}"
    LAST_NUMBER = 3, "both have {total} and {winner} took the last number"


class Position(NamedTuple):
    """The pool and both totals, seen from the seat to move."""

    options: Options
    pool: int
    own: int
    foe: int
    choices: int
    passed: bool
    to_move: Seat
    outcome: Outcome | None

    def moves(self) -> tuple[Move, ...]:
        if self.choices:
            return numbers_in(self.choices)
        return () if self.outcome else ONLY_PASS

    def after(self, move: Move) -> Position:
        options, pool, own, foe, choices, passed, seat, outcome = self
        if move == PASS:
            if choices or outcome:
                raise GAME.refusal(self, move)
            if passed:  # rule 3: two passes in a row
                return Position(options, pool, foe, own, 0, True, 3 - seat, _compare_totals(seat, own, foe))
        else:
            if move < 0 or not choices >> move & 1:
                raise GAME.refusal(self, move)
            pool ^= 1 << move
            own += move
            if own == options.target:  # rule 2
                made = Outcome(seat, Ending.TARGET, (("total", own),))
                return Position(options, pool, foe, own, 0, False, 3 - seat, made)
        room = options.target - foe
        return Position(options, pool, foe, own, pool & (2 << room) - 1, move == PASS, 3 - seat, None)

    def violation(self, move: Move) -> Violation | None:
        options, pool, own, _, choices, _, _, outcome = self
        if outcome:
            return game_over(outcome)
        if move == PASS:
            return Violation(3, "A player who can take a number may not pass") if choices else None
        if not 1 <= move <= options.highest:
            return Violation(1, f"{move} is not a number of the pool, which runs from 1 to {options.highest}")
        if choices >> move & 1:
            return None
        if not pool >> move & 1:
            return Violation(1, f"{move} has been taken already")
        return Violation(1, f"{own} + {move} = {own + move} exceeds {options.target}")

    def key(self) -> tuple[int, int, int, bool, Seat, bool]:
        """Without the numbers that are too large for both seats: they no longer matter."""
        room = self.options.target - min(self.own, self.foe)
        is_over = self.outcome is not None
        return (self.pool & (2 << room) - 1, self.own, self.foe, self.passed, self.to_move, is_over)

    def __repr__(self) -> str:
        first, second = self.totals
        pool = f"pool {listing(numbers_in(self.pool))}"
        return GAME.describe(self, f"seat 1 has {first}", f"seat 2 has {second}", pool)

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of seats 1 and 2."""
        return (self.own, self.foe) if self.to_move == 1 else (self.foe, self.own)


def _compare_totals(seat: Seat, own: int, foe: int) -> Outcome:
    """The outcome by rule 3, when `seat` has made the second pass in a row.

    The two passes follow the last number taken, so the seat that passes second is the one that took it.
    """
    if own == foe:
        return Outcome(seat, Ending.LAST_NUMBER, (("total", own),))
    winner = seat if own > foe else other(seat)
    return Outcome(winner, Ending.HIGHER, (("high", max(own, foe)), ("low", min(own, foe))))


class PocketAddition(NumberGame[Position]):
    name = "pocket-addition"
    title = "Pocket Addition"
    summary = "Take numbers from a shared pool; whoever makes 15 exactly wins at once."
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        pool = mask_of(1, options.highest)
        return Position(options, pool, 0, 0, pool & (2 << options.target) - 1, False, 1, None)

    def actions(self, options: Options = DEFAULTS) -> tuple[Move, ...]:
        return (*range(1, options.highest + 1), PASS)

    def longest(self, options: Options = DEFAULTS) -> int:
        """Every number is taken, with a pass between each two, and two passes at the end."""
        return 2 * options.highest + 1


GAME = PocketAddition()
