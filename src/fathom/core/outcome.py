"""How a game ended, as data: who won, in which way, by which rule, and the facts behind it.

Each room names the ways in which its game can end:

    class Ending(core.Ending):
        MULTIPLE = 2, "{number} is a multiple of {divisor}"

    outcome = Outcome(2, Ending.MULTIPLE, (("number", 532), ("divisor", 7)))
    outcome.rule                            -> 2
    outcome.describe(("Ann", "Ben"))        -> "532 is a multiple of 7"

A clause may also name `{winner}` and `{loser}`, and `{seat}` where a fact of that name says which one is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypedDict

#: 1 or 2. Seat 1 moves first. A puzzle has seat 1 only.
Seat = int

#: The facts behind an ending: `(("number", 532), ("divisor", 7))`.
Facts = tuple[tuple[str, int | str], ...]

#: The names of players who have not given any.
SEATS = ("seat 1", "seat 2")


def other(seat: Seat) -> Seat:
    """The seat across the board: `other(1) == 2`."""
    return 3 - seat


class Ending(Enum):
    """The ways in which a game can end: the number of the rule, and the clause that says what happened."""

    def __init__(self, rule: int | None, clause: str) -> None:
        self.rule = rule
        self.clause = clause


class MatchEnding(Ending):
    """The ways in which a match can end apart from the rules of its game."""

    RESIGNED = None, "{seat} resigned"
    FORFEIT = None, "{seat} forfeited: {reason}"
    TIME = None, "{seat} ran out of time"
    ABANDONED = None, "{seat} left the match"


class OutcomeDict(TypedDict):
    """An outcome as JSON."""

    winner: Seat | None
    reason: str


class Outcome(NamedTuple):
    """Who won (None: nobody), how the game ended, and the facts behind it.

    >>> import fathom
    >>> outcome = fathom.Match("range-war:2.1.10.9").outcome
    >>> outcome.winner, outcome.rule, outcome.describe(("Ann", "Ben"))
    (2, 4, 'no number higher than 9 is left for Ann')
    """

    winner: Seat | None
    ending: Ending
    facts: Facts = ()

    @property
    def rule(self) -> int | None:
        """The number of the rule that ended the game; None if the match was broken off."""
        return self.ending.rule

    def describe(self, names: Sequence[str] = SEATS) -> str:
        """Why the game is over, as a clause with these names for the players."""
        called: dict[str, int | str] = dict(self.facts)
        if isinstance(seat := called.get("seat"), int):
            called["seat"] = names[seat - 1]
        if self.winner is not None and len(names) > 1:
            called |= {"winner": names[self.winner - 1], "loser": names[other(self.winner) - 1]}
        return self.ending.clause.format(**called)

    @property
    def reason(self) -> str:
        """Why the game is over, as a clause that names players by their seats."""
        return self.describe()

    def as_dict(self) -> OutcomeDict:
        return {"winner": self.winner, "reason": self.reason}
