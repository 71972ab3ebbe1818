"""Which of the rules for winning a good move is an instance of."""

from __future__ import annotations

from typing import NamedTuple

from fathom.analysis.judge import Judgement
from fathom.core.game import Move
from fathom.core.outcome import other
from fathom.show.strategy import AnyStrategy


class CitedRule(NamedTuple):
    """A rule for winning, by its number and its name."""

    number: int
    name: str

    @property
    def words(self) -> str:
        """`rule 2, Block`"""
        return f"rule {self.number}, {self.name}"


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
