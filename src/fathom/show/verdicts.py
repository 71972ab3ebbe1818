"""Verdicts and values in words: the one place where they become English.

In a contest                                        In a puzzle
best     keeps the win, as quickly as any           best     leads to the fewest MP in all
wins     keeps the win, more slowly                 only     the one of several that does
only     the one of several that keeps the result   over     leads to more
throws   gives the win or the draw away             lost     the end is out of reach after it
holds    the longest resistance in a lost position  forced   there is no other move
lost     lost anyway, but sooner
draws    keeps the draw
forced   there is no other move
"""

from __future__ import annotations

from enum import StrEnum

from fathom.core.game import MP, Measure
from fathom.core.outcome import Seat
from fathom.core.value import Value
from fathom.core.words import counted


class Verdict(StrEnum):
    """How good a move is, by exact values only; from the most to the least desirable."""

    BEST = "best"
    ONLY = "only"
    WINS = "wins"
    FORCED = "forced"
    DRAWS = "draws"
    HOLDS = "holds"
    OVER = "over"
    LOST = "lost"
    THROWS = "throws"

    @property
    def rank(self) -> int:
        """0 for the most desirable."""
        return _RANKS[self]


#: A character for each verdict, for plain text: a mistake is a `!`, as in the chart of a review.
SYMBOLS = {
    Verdict.BEST: "+",
    Verdict.ONLY: "+",
    Verdict.WINS: "+",
    Verdict.FORCED: ".",
    Verdict.DRAWS: "=",
    Verdict.HOLDS: "-",
    Verdict.OVER: "!",
    Verdict.LOST: "-",
    Verdict.THROWS: "!",
}
_RANKS = {verdict: rank for rank, verdict in enumerate(Verdict)}


def verdict_words(verdict: Verdict, before: Value) -> str:
    """The verdict for people; it names what is thrown away. `before` is the value before the move."""
    return f"throws {thrown_words(before)}" if verdict is Verdict.THROWS else verdict


def thrown_words(before: Value) -> str:
    """What a move throws away: the win or the draw."""
    return "the draw" if before.winner is None else "the win"


def mistake_words(before: Value, after: Value) -> str:
    """What a move that is a mistake does: `throws the win`, or in a puzzle `costs 2 MP`."""
    if before.mp is None:
        return f"throws {thrown_words(before)}"
    return "leaves no way to the end" if after.mp is None else f"costs {after.mp - before.mp} MP"


def value_words(value: Value, seat: Seat, measure: Measure) -> str:
    """A value as the seat to move sees it: `you win in 5 moves`, or of a puzzle `12 MP in all`."""
    if measure == MP:
        return "out of reach" if value.mp is None else f"{value.mp} MP in all"
    if value.plies is None:
        return "a draw"
    who = "you win" if value.winner == seat else "you lose"
    return f"{who} at once" if value.plies == 0 else f"{who} in {plies_words(value.plies)}"


def plies_words(count: int) -> str:
    """For people: a ply is what they call a move."""
    return counted(count, "move")
