"""What settles a game of Pocket Addition before it is over, without looking ahead.

    TARGET   the seat to move makes the target
    THREAT   the other seat threatens to make it, with a number that is too large for the seat to move
    TOTALS   neither seat can add anything, so the totals are compared as they are
    ALONE    one seat can add nothing more, and the other one can still reach its total
    AHEAD    whatever one seat adds, it stays below the total that the other one has already

Each holds whatever is played later: a seat that can add nothing never will, since the pool only shrinks.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from fathom.core.numerals import numbers_in
from fathom.core.outcome import Seat
from fathom.games.pocket_addition.rules import Position


class Cause(Enum):
    TARGET = auto()
    THREAT = auto()
    TOTALS = auto()
    ALONE = auto()
    AHEAD = auto()


class Settled(NamedTuple):
    winner: Seat
    cause: Cause


def settled(position: Position) -> Settled | None:
    """Who wins, and why, if it takes no looking ahead to see it. The game must not be over."""
    options, pool, own, foe, choices, passed, seat, _ = position
    target, opponent = options.target, 3 - seat
    if pool >> target - own & 1:
        return Settled(seat, Cause.TARGET)
    threat = target - foe
    if pool >> threat & 1 and own + threat > target:
        return Settled(opponent, Cause.THREAT)
    theirs = pool & (2 << threat) - 1
    if not choices and not theirs:
        is_mine = own > foe or (own == foe and passed)  # who passes second took the last number
        return Settled(seat if is_mine else opponent, Cause.TOTALS)
    if own < foe and own + _most(choices, target - own) < foe:
        return Settled(opponent, Cause.AHEAD)
    if foe < own and foe + _most(theirs, threat) < own:
        return Settled(seat, Cause.AHEAD)
    if not choices:
        return Settled(opponent, Cause.ALONE)
    return Settled(seat, Cause.ALONE) if not theirs else None


def highest_total(position: Position, seat: Seat) -> int:
    """The highest total that a seat could reach if it had the rest of the pool to itself."""
    own = position.own if seat == position.to_move else position.foe
    room = position.options.target - own
    return own + _most(position.pool & (2 << room) - 1, room)


@lru_cache(maxsize=1 << 14)
def _most(numbers: int, room: int) -> int:
    """The largest sum of some of these numbers that is at most `room`."""
    sums = 1  # bit n: some of the numbers make n
    for number in numbers_in(numbers):
        sums |= sums << number
    return (sums & (2 << room) - 1).bit_length() - 1
