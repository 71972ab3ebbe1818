"""The rules for winning that have drills, and how well a learner has mastered each.

A rule is mastered when the last three answers to its drills were known: right, without a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypedDict

from fathom import games
from fathom.analysis.citing import CitedRule
from fathom.coach.drills import Drill, drill_of

MASTERED = 3


class MasteryDict(TypedDict):
    """A rule as JSON: how many answers in a row were known up to the last one, and is it mastered?"""

    rule: int
    name: str
    in_a_row: int
    mastered: bool


class Mastery(NamedTuple):
    """A rule, and how many of the last answers to its drills were known in a row."""

    rule: CitedRule
    in_a_row: int = 0

    @property
    def is_mastered(self) -> bool:
        return self.in_a_row >= MASTERED

    def as_dict(self) -> MasteryDict:
        return {
            "rule": self.rule.number,
            "name": self.rule.name,
            "in_a_row": self.in_a_row,
            "mastered": self.is_mastered,
        }


@cache
def examples(name: str) -> dict[CitedRule, Drill]:
    """The rules of a game with default options that have drills, in order, each with its example as a drill.

    Where a rule cannot be broken to your cost, there is nothing to ask.
    """
    strategy = games.room(name).strategy(games.game(name).options_type())
    drills = [drill_of(games.read_code(rule.example)) for rule in strategy.rules] if strategy else []
    return {drill.rule: drill for drill in drills if drill and drill.rule}


def goal_words(rules: Sequence[Mastery]) -> str:
    """The next goal: `Next: rule 2, Block (1 of 3 right in a row).`"""
    following = next((rule for rule in rules if not rule.is_mastered), None)
    if following is None:
        return "You know every rule." if rules else ""
    return f"Next: {following.rule.words} ({following.in_a_row} of {MASTERED} right in a row)."
