"""The levels of play, defined by exact values: how often a level makes a mistake, and how far it sees.

    Level("@casual", mistake=Fraction(45, 100), sight=7)

With the chance `mistake` a level plays any legal move, all equally likely. Otherwise it looks at the exact value of the
position after each move, but sees only wins and losses within `sight` plies from there; anything further away looks
like a draw. It plays one of the moves that look best, all equally likely: a win (the quickest), else anything that is
not lost, else a loss (the slowest).

A trickster plays perfectly while it can win or draw. In a lost position it plays the move that leaves the opponent the
most ways to go wrong, and among drawing moves it picks in the same way.

A student plays by the rules of `fathom teach` (see `fathom.show.strategy`): any move that the first rule that applies
recommends, all equally likely, and any legal move where no rule applies. It knows no values.

Two baselines are levels that compare less. `@greedy` sees a win at once, and nothing else. `@minimax-N` is a minimax
over N plies in which everything unfinished scores 0 and a win is a win, quick or slow. It needs no search of its own:
the winner hurries and the loser delays, so a minimax over N plies sees a result exactly when its distance is at most N.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final, Literal, NamedTuple

from fathom.core.outcome import Seat
from fathom.core.value import DRAW, Value


class Answers(NamedTuple):
    """After how many replies to a move seat 1 wins with perfect play, seat 2 does, and nobody."""

    first: int
    second: int
    drawn: int

    @classmethod
    def of(cls, values: Sequence[Value]) -> Answers:
        """By the values after each reply."""
        winners = [value.winner for value in values]
        return cls(winners.count(1), winners.count(2), winners.count(None))


#: For the i-th move: the answers to it.
Replies = Callable[[int], Answers]

#: If there are more replies than this, a trickster looks at none: that would take too long.
MOST_REPLIES = 250_000
_SHARE_BITS = 64

#: What a level tells apart: also how far away a win or a loss is; only wins, draws and losses; or only wins.
Compares = Literal["distances", "results", "wins"]


class Level(NamedTuple):
    """A level of play. With `sight` None it sees everything; a level that plays by rules needs neither."""

    name: str
    mistake: Fraction
    sight: int | None
    tricks: bool = False
    by_rules: bool = False
    compares: Compares = "distances"

    def score(self, value: Value, seat: Seat) -> int:
        """How good the position after a move looks to this level; anything beyond its sight looks like a draw."""
        if self.sight is not None and (value.plies or 0) > self.sight:
            return DRAW.score(seat)
        score = value.score(seat)
        if self.compares == "distances":
            return score
        return int(score > 0) - int(score < 0 and self.compares == "results")


LEVELS = (
    Level("@random", Fraction(1), 0),
    Level("@novice", Fraction(70, 100), 6),
    Level("@casual", Fraction(45, 100), 7),
    Level("@skilled", Fraction(25, 100), 8),
    Level("@expert", Fraction(10, 100), 10),
    Level("@perfect", Fraction(0), None),
    Level("@trickster", Fraction(0), None, tricks=True),
    Level("@student", Fraction(0), 0, by_rules=True),
)

GREEDY: Final = Level("@greedy", Fraction(0), 0, compares="wins")


def minimax_level(plies: int) -> Level:
    """A minimax over so many plies: those after its own move are one fewer."""
    return Level(f"@minimax-{plies}", Fraction(0), plies - 1, compares="results")


def level_named(name: str) -> Level:
    """The level of a machine player: `level_named("@expert")`."""
    return next(level for level in LEVELS if level.name == name)


def weights(
    level: Level, seat: Seat, values: Sequence[Value], replies: Replies, advised: Collection[int] = ()
) -> list[int]:
    """How likely each move is, as whole numbers in proportion to the chances.

    `values` are those of the positions after each move of `seat`; `advised` are the indices of the moves that the rules
    for winning recommend.
    """
    if level.by_rules:
        return weights_by_rules(len(values), advised)
    if level.mistake == 1:
        return [1] * len(values)
    liked = _candidates(level, seat, values, replies)
    slip, care = level.mistake.numerator, level.mistake.denominator - level.mistake.numerator
    # slip / moves for every move, plus care / liked for a liked one: all times moves * liked
    found = [slip * len(liked)] * len(values)
    for i in liked:
        found[i] += care * len(values)
    divisor = gcd(*found)
    return [weight // divisor for weight in found]


def weights_by_rules(count: int, advised: Collection[int]) -> list[int]:
    """The same for a level that plays by rules, out of `count` moves."""
    if not advised:
        return [1] * count
    found = [0] * count
    for i in advised:
        found[i] = 1
    return found


def _candidates(level: Level, seat: Seat, values: Sequence[Value], replies: Replies) -> list[int]:
    """The indices of the moves that a level chooses from when it makes no mistake."""
    scores = {value: level.score(value, seat) for value in set(values)}  # many moves, few values
    best = max(scores.values())
    liked = [i for i, value in enumerate(values) if scores[value] == best]
    if best > 0 or not level.tricks:
        return liked
    is_lost = best < 0
    return _trickiest(seat, list(range(len(values))) if is_lost else liked, values, replies) or liked


class Trap(NamedTuple):
    """How easily the opponent goes wrong: the number of replies that are mistakes, their share, and how late.

    The share is a whole number of 2**-64ths, rounded down, which is quick to compare. It is exact enough to tell all
    shares apart: two different fractions with denominators up to twice `MOST_REPLIES` are much further apart than that.
    """

    ways: int
    share: int
    score: int


def _trickiest(seat: Seat, moves: list[int], values: Sequence[Value], replies: Replies) -> list[int]:
    """Those of the moves that set the best trap; none if there are too many replies to look at."""
    traps: list[Trap] = []
    looked_at = 0
    for i in moves:
        answers = replies(i)
        looked_at += sum(answers)
        if looked_at > MOST_REPLIES:
            return []
        traps.append(_trap(seat, values[i], answers))
    best = max(traps)
    return [i for i, trap in zip(moves, traps, strict=True) if trap == best]


@lru_cache(maxsize=1 << 14)
def _trap(seat: Seat, value: Value, answers: Answers) -> Trap:
    """In the share, a reply counts 1 if it gives `seat` the win, and 1/2 if it turns its loss into a draw."""
    wins = answers.first if seat == 1 else answers.second
    draws = 0 if value.winner is None else answers.drawn
    share = (2 * wins + draws << _SHARE_BITS) // (2 * sum(answers)) if any(answers) else 0
    return Trap(wins + draws, share, value.score(seat))
