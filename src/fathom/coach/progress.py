"""A learner's progress: the rules mastered, the positions known, and the accuracy by week."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple, TypedDict

from fathom.analysis.adviser import adviser_for
from fathom.coach.mastery import Mastery, MasteryDict, goal_words
from fathom.core.game import AnyGame
from fathom.solver.walk import count


class ShareDict(TypedDict):
    """A share as JSON."""

    game: str
    positions: int
    known: int
    share: float
    remembered: int
    due: int
    rules: list[MasteryDict]
    mastered: int
    goal: str


class TallyDict(TypedDict):
    """A tally as JSON."""

    right: int
    total: int


class WeekDict(TypedDict):
    """A week as JSON."""

    week: str
    matches: TallyDict
    drills: TallyDict


class Share(NamedTuple):
    """For one game with default options: the number of only-move positions and of those known, and other goals.

    `remembered` counts the positions of any kind that were known the last time; `due` those to be asked now.
    """

    game: str
    positions: int
    known: int
    remembered: int
    due: int
    rules: Sequence[Mastery] = ()

    @property
    def mastered(self) -> int:
        return sum(rule.is_mastered for rule in self.rules)

    @property
    def goal(self) -> str:
        """What to learn next, in words."""
        return goal_words(self.rules)

    def as_dict(self) -> ShareDict:
        return {
            "game": self.game,
            "positions": self.positions,
            "known": self.known,
            "share": self.known / self.positions,
            "remembered": self.remembered,
            "due": self.due,
            "rules": [rule.as_dict() for rule in self.rules],
            "mastered": self.mastered,
            "goal": self.goal,
        }


class Tally(NamedTuple):
    """The number of right answers, and the total."""

    right: int = 0
    total: int = 0

    def plus(self, is_right: bool) -> Tally:
        return Tally(self.right + is_right, self.total + 1)

    def as_dict(self) -> TallyDict:
        return {"right": self.right, "total": self.total}


class Week(NamedTuple):
    """One week of matches and drills: `2026-W46`, as ISO 8601 counts weeks, in UTC."""

    week: str
    matches: Tally = Tally()
    drills: Tally = Tally()

    @property
    def both(self) -> Tally:
        return Tally(self.matches.right + self.drills.right, self.matches.total + self.drills.total)

    def as_dict(self) -> WeekDict:
        return {"week": self.week, "matches": self.matches.as_dict(), "drills": self.drills.as_dict()}


class Mark(NamedTuple):
    """One decision in a match, or one answer to a drill."""

    at: datetime
    is_right: bool
    in_match: bool


@cache
def only_moves(game: AnyGame) -> int:
    """The number of positions with exactly one winning move, with default options."""
    options = game.options_type()
    oracle = adviser_for(game, options).oracle
    return (oracle.census() or count(game.start(options), oracle)).only_moves


def weeks(marks: Iterable[Mark]) -> list[Week]:
    """Every week with a decision or an answer, in order."""
    tallies: dict[str, dict[bool, Tally]] = defaultdict(lambda: {True: Tally(), False: Tally()})
    for at, is_right, in_match in marks:
        year, number, _ = at.isocalendar()
        week = tallies[f"{year}-W{number:02}"]
        week[in_match] = week[in_match].plus(is_right)
    return [Week(name, tallies[name][True], tallies[name][False]) for name in sorted(tallies)]
