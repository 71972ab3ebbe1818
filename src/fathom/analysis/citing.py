"""Which of the rules for winning a good move is an instance of.

cite(judgement, strategy)                -> {7: CitedRule(2, "Block")}
add_rule("takes the 7 ...", rule)        -> "takes the 7 ... (rule 2, Block)"
"""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from fathom.analysis.judge import Judgement
from fathom.core.game import Move
from fathom.core.outcome import other
from fathom.show.strategy import AnyStrategy


class CitedRuleDict(TypedDict):
    """A rule for winning as JSON."""

    number: int
    name: str


class CitedRule(NamedTuple):
    """A rule for winning, by its number and its name in the list of `fathom teach`.

    >>> import fathom
    >>> fathom.analyze("pocket-addition:6.8").moves[-1].rule
    CitedRule(number=1, name='Make 15')
    """

    number: int
    name: str

    @property
    def words(self) -> str:
        """`rule 2, Block`"""
        return f"rule {self.number}, {self.name}"

    def as_dict(self) -> CitedRuleDict:
        return {"number": self.number, "name": self.name}


def cite(judgement: Judgement, strategy: AnyStrategy | None) -> dict[Move, CitedRule]:
    """The moves that the first rule that applies recommends and that keep the result, each with that rule.

    In a lost position there is nothing to keep, so no rule is cited.
    """
    position, value = judgement.position, judgement.value
    if strategy is None or value.winner == other(position.to_move):
        return {}
    advice = strategy.advice(position)
    if advice is None:
        return {}
    rule, advised = CitedRule(advice.number, advice.name), set(advice.moves)
    kept = (judged.move for judged in judgement.moves if judged.value.winner == value.winner)
    return {move: rule for move in kept if move in advised}


def add_rule(reason: str, rule: CitedRule | None) -> str:
    """A reason with the rule that it is an instance of."""
    return f"{reason} ({rule.words})" if rule else reason
