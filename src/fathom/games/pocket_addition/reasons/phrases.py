"""The words in which reasons of Pocket Addition speak of players, numbers and settled positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fathom.core.numerals import numbers_in
from fathom.core.outcome import Seat, other
from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.pocket_addition.reasons.causes import Cause, Settled, highest_total
from fathom.games.pocket_addition.rules import Move, Position

_NUMBERS_NAMED = 3


class Person(NamedTuple):
    """How a sentence speaks of a player: `the opponent takes`, `they take`, `you are`."""

    name: str
    whose: str
    s: str
    be: str


YOU = Person("you", "your", "", "are")
OPPONENT = Person("the opponent", "the opponent's", "s", "is")
#: The opponent, once the sentence has named them.
THEY = Person("they", "their", "", "are")


class Cast(NamedTuple):
    """Who wins, and how the sentence calls both sides."""

    seat: Seat
    winner: Person
    loser: Person

    def later(self) -> Cast:
        """The same, once the opponent has been named."""
        return Cast(self.seat, YOU, THEY) if self.winner is YOU else Cast(self.seat, THEY, YOU)


def explain(position: Position, found: Settled, cast: Cast, adviser: Adviser[Position, Move]) -> str:
    """Why a settled position is won: `the opponent is stuck at 12, and you can still get to 14 with the 5`."""
    _, winner, loser = cast
    target = position.options.target
    own, foe = totals(position, cast.seat)
    if found.cause is Cause.TARGET:
        return f"{winner.name} make{winner.s} {target} with the {target - own}"
    if found.cause is Cause.TOTALS:
        last = f"at {own} each {winner.name} win{winner.s}, having taken last"
        return f"{_out_of_reach(position)}, and {last if own == foe else f'{winner.whose} {own} beats {foe}'}"
    choices = numbers_in(position.pool & (2 << target - foe) - 1)
    if found.cause is Cause.AHEAD and choices:
        most = highest_total(position, other(cast.seat))
        return f"{loser.name} can get no further than {most} with {_name(choices)}, below {winner.whose} {own}"
    stuck = f"{loser.name} {loser.be} stuck at {foe}"
    if found.cause is Cause.AHEAD:
        return f"{stuck}, below {winner.whose} {own}"
    return f"{stuck}, and {_catch_up(position, cast, adviser)}"


def totals(position: Position, seat: Seat) -> tuple[int, int]:
    """The total of a seat, and that of the other one."""
    own, foe = position.own, position.foe
    return (own, foe) if position.to_move == seat else (foe, own)


def play_alone(position: Position, seat: Seat, adviser: Adviser[Position, Move]) -> tuple[list[int], int]:
    """The numbers with which a seat reaches the total of one that can only pass, and its own total then."""
    (total, foe), taken = totals(position, seat), list[int]()
    while total < foe or not taken:
        move, after = adviser.best(position)
        if position.to_move == seat:
            assert isinstance(move, int)
            taken.append(move)
            total += move
        position = after
    return taken, total


def _catch_up(position: Position, cast: Cast, adviser: Adviser[Position, Move]) -> str:
    """`you can still get to 13 with the 4`"""
    seat, winner, _ = cast
    target, (_, foe) = position.options.target, totals(position, seat)
    taken, total = play_alone(position, seat, adviser)
    if total == foe:
        return f"{winner.name} can still tie with {_name(taken)} and win, having taken last"
    reaches = f"make {total}" if total == target else f"get to {total}"
    return f"{winner.name} can still {reaches} with {_name(taken)}"


def _out_of_reach(position: Position) -> str:
    left = numbers_in(position.pool)
    if not left:
        return "no number is left"
    if len(left) > _NUMBERS_NAMED:
        return f"neither of you can add any of the {len(left)} numbers left"
    return f"neither of you can add {enumerate_words(map(str, left), 'or')}"


def _name(numbers: Sequence[int]) -> str:
    """`the 4`, `the 2 and the 4`, or `what is left` if there are many."""
    if len(numbers) > _NUMBERS_NAMED:
        return "what is left"
    return enumerate_words([f"the {number}" for number in numbers])
