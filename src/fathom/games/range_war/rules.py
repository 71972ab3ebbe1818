"""Range War: claim numbers, up and down in turn; the seat that cannot move loses.

    Options(highest=10, second_move="lower", reach=0)
    1, 2, ... 10                            a move: the number claimed
    free      0b11110101110                 the numbers not yet claimed (bit n is number n)
    must_go   "lower"                       where the next number must lie, seen from the last one

The numbers of the rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core import options as core
from fathom.core import outcome as endings
from fathom.core.game import Game, Violation, game_over
from fathom.core.numerals import listing, mask_of, numbers_in, read_number_move
from fathom.core.outcome import Outcome, Seat
from fathom.errors import BadOption

ANY, LOWER, HIGHER = "any", "lower", "higher"


class Options(core.Options):
    highest = core.Whole(10, 2, 1_000_000, "the line runs from 1 to this number")
    second_move = core.Choice(("lower", "free"), "must the second number be lower than the first, or is it free")
    reach = core.Whole(
        0, 0, 1_000_000, "how far from the last number the next one may be; 0 means any distance", ours=True
    )

    def check(self) -> None:
        if self.reach > self.highest:
            raise BadOption(
                f"reach={self.reach} is not possible: with highest={self.highest}, reach must be a whole number "
                f"from 0 to {self.highest}."
            )

    @property
    def is_limited(self) -> bool:
        """Can the reach ever forbid a number? No two numbers of the line are further apart than highest - 1."""
        return 0 < self.reach < self.highest - 1


DEFAULTS = Options()


class Ending(endings.Ending):
    STUCK = 4, "no number {way} than {last} is left for {loser}"
    OUT_OF_REACH = 4, "no number {way} than {last} and at most {reach} away is left for {loser}"


class Position(NamedTuple):
    """The number line, the last number and the direction of the next one."""

    options: Options
    free: int
    last: int | None
    must_go: str
    choices: int
    to_move: Seat
    outcome: Outcome | None

    def moves(self) -> tuple[int, ...]:
        return numbers_in(self.choices)

    def after(self, move: int) -> Position:
        options, free, last, _, choices, seat, _ = self
        if move < 0 or not choices >> move & 1:
            raise GAME.refusal(self, move)
        free ^= 1 << move
        below = free & (1 << move) - 1
        if last is None:
            must_go, choices = (LOWER, below) if options.second_move == "lower" else (ANY, free)
        elif move > last:  # rule 2: after a rise, down
            must_go, choices = LOWER, below
        else:  # rule 2: after a fall, up
            must_go, choices = HIGHER, free ^ below
        ahead, reach = choices, options.reach
        if reach:  # rule 5
            choices &= mask_of(max(1, move - reach), move + reach)
        outcome = None if choices else _stuck(seat, move, must_go, reach if ahead else 0)
        return Position(options, free, move, must_go, choices, 3 - seat, outcome)

    def violation(self, move: int) -> Violation | None:
        highest = self.options.highest
        if self.outcome:
            return game_over(self.outcome)
        if not 1 <= move <= highest:
            return Violation(1, f"{move} is not on the line, which runs from 1 to {highest}")
        if self.choices >> move & 1:
            return None
        if not self.free >> move & 1:
            return Violation(1, f"{move} has been claimed already")
        last, reach = self.last or 0, self.options.reach
        if self.must_go == ANY or (move < last) == (self.must_go == LOWER):
            return Violation(5, f"{move} is {abs(move - last)} away from {last}, and the reach is {reach}")
        if self.is_second_move:
            return Violation(3, f"{move} is not lower than {self.last}, as the second number must be")
        trend = "fall" if self.must_go == HIGHER else "rise"
        return Violation(2, f"{move} is not {self.must_go} than {self.last}, as it must be after a {trend}")

    def key(self) -> tuple[str, int, int, Seat]:
        """Only the counts of free numbers on the required side and on the other side matter, if nothing is too far."""
        if self.options.is_limited:
            return (self.must_go, self.last or 0, self.free, self.to_move)
        if self.last is None:
            return (ANY, 0, self.options.highest, self.to_move)
        below = (self.free & (1 << self.last) - 1).bit_count()
        above = self.free.bit_count() - below
        if self.must_go == ANY:
            return (ANY, below + 1, above + 1, self.to_move)
        n, m = (below, above) if self.must_go == LOWER else (above, below)
        return (LOWER, n, m, self.to_move)

    def __repr__(self) -> str:
        free = f"free {listing(numbers_in(self.free))}"
        last = [] if self.last is None else [f"last {self.last}", f"next {self.must_go}"]
        return GAME.describe(self, free, *last)

    @property
    def is_second_move(self) -> bool:
        return self.free.bit_count() == self.options.highest - 1


def _stuck(winner: Seat, move: int, must_go: str, reach: int) -> Outcome:
    """The outcome by rule 4; `reach` is 0 unless free numbers lie in that direction, all of them too far away.

    The line has at least two numbers, and neighbours are always in reach, so a direction is required before they run
    out.
    """
    if reach:
        return Outcome(winner, Ending.OUT_OF_REACH, (("way", must_go), ("last", move), ("reach", reach)))
    return Outcome(winner, Ending.STUCK, (("way", must_go), ("last", move)))


class RangeWar(Game[Position, int]):
    name = "range-war"
    title = "Range War"
    summary = "Claim numbers, up and down in turn; whoever cannot move loses."
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        line = mask_of(1, options.highest)
        return Position(options, line, None, ANY, line, 1, None)

    def actions(self, options: Options = DEFAULTS) -> tuple[int, ...]:
        return tuple(range(1, options.highest + 1))

    def longest(self, options: Options = DEFAULTS) -> int:
        return options.highest

    def parse_move(self, text: str) -> int:
        return read_number_move(text)

    def format_move(self, move: int) -> str:
        return str(move)


GAME = RangeWar()
