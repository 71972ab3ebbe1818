"""The levels of play, defined on exact values: how often a level slips, and how far it sees.

    Level("@casual", mistake=Fraction(1, 4), sight=1)

With the chance `mistake` a level plays any legal move, each as likely as the others. Otherwise it looks at the exact
value of the position after each move, but sees only wins and losses that come within `sight` plies from there; what
lies further looks to it like a draw. It plays one of the moves that look best, each as likely as the others: a win (the
quickest), else anything that is not lost, else a loss (the slowest).

A trickster plays perfectly. Where it cannot win, it looks among the moves that keep the result for the one that leaves
the opponent the most ways to go wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from fathom.core.outcome import Seat
from fathom.core.value import Value

#: For the i-th move: the values after each reply to it; none where the move ends the game.
Replies = Callable[[int], Sequence[Value]]

#: Looking at every reply to every move takes its time, so with more moves than this nobody looks.
MOST_TRAPS = 500


class Level(NamedTuple):
    """A way to play. `sight` None sees everything."""

    name: str
    mistake: Fraction
    sight: int | None
    tricks: bool = False


LEVELS = (
    Level("@random", Fraction(1), 0),
    Level("@novice", Fraction(1, 2), 0),
    Level("@casual", Fraction(1, 4), 1),
    Level("@skilled", Fraction(1, 8), 3),
    Level("@expert", Fraction(1, 32), 5),
    Level("@perfect", Fraction(0), None),
    Level("@trickster", Fraction(0), None, tricks=True),
)


def level_named(name: str) -> Level:
    """The level of a machine player: `level_named("@expert")`."""
    return next(level for level in LEVELS if level.name == name)


def weights(level: Level, seat: Seat, values: Sequence[Value], replies: Replies) -> list[int]:
    """How likely each move is, as whole numbers in proportion to the chances.

    `values` are those of the positions after each move of `seat`.
    """
    if level.mistake == 1:
        return [1] * len(values)
    liked = _liked(level, seat, values, replies)
    slip, care = level.mistake.numerator, level.mistake.denominator - level.mistake.numerator
    # slip / moves for every move, and care / liked on top of it for a liked one; both times moves * liked
    found = [slip * sum(liked) + (care * len(liked) if is_liked else 0) for is_liked in liked]
    divisor = gcd(*found)
    return [weight // divisor for weight in found]


def _liked(level: Level, seat: Seat, values: Sequence[Value], replies: Replies) -> list[bool]:
    """The moves that a level picks from when it does not slip."""
    scores = [_seen(level, value).score(seat) for value in values]
    best = max(scores)
    if not level.tricks or best > 0 or len(values) > MOST_TRAPS:
        return [score == best for score in scores]
    winner = values[scores.index(best)].winner
    traps = [
        _trap(seat, winner, replies(i)) if value.winner == winner else NO_MOVE for i, value in enumerate(values)
    ]
    deepest = max(traps)
    return [trap == deepest for trap in traps]


def _seen(level: Level, value: Value) -> Value:
    """The value as the level sees it."""
    if value.plies is None or level.sight is None or value.plies <= level.sight:
        return value
    return Value(None, None)


class Trap(NamedTuple):
    """How easily the opponent goes wrong: the share of replies that give something away, then how many there are."""

    share: Fraction
    number: int


NO_MOVE = Trap(Fraction(-1), 0)


def _trap(seat: Seat, winner: Seat | None, replies: Sequence[Value]) -> Trap:
    """A reply counts 1 if it turns the loss (or the draw) of `seat` into a win, and 1/2 if it turns it into a draw."""
    wins = sum(value.winner == seat for value in replies)
    draws = sum(value.winner is None for value in replies) if winner is not None else 0
    share = Fraction(2 * wins + draws, 2 * len(replies)) if replies else Fraction(0)
    return Trap(share, wins + draws)
