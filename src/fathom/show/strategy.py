"""How a game is won, as a short list of rules that a person can remember.

    strategy = room.strategy(options)        None if the room has no list for these options
    strategy.advice(position)                -> Advice(number=2, name="Block", moves=(7,)), or None

The rules are tried in order, and the first one that recommends a move decides. Where none does, any move may be played.
A rule looks at the position as a person does at the table: it uses no table of values and no search of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple

from fathom.core.game import AnyPosition, M, Move, P

#: The moves that a rule recommends in a position; none if it does not apply.
Recommend = Callable[[P], Sequence[M]]


class Rule(NamedTuple, Generic[P, M]):
    """A rule: its name, one complete sentence, what it recommends, and the code of a position in which it decides."""

    name: str
    text: str
    recommend: Recommend[P, M]
    example: str


class Advice(NamedTuple, Generic[M]):
    """What the list says in a position: the number and the name of the rule that decides, and its moves."""

    number: int
    name: str
    moves: Sequence[M]


class Strategy(NamedTuple, Generic[P, M]):
    """The rules, in order, and the fact about the game that they rest on."""

    insight: str
    rules: tuple[Rule[P, M], ...]

    def advice(self, position: P) -> Advice[M] | None:
        """What the first rule that applies says, or None where none applies."""
        for number, rule in enumerate(self.rules, 1):
            moves = rule.recommend(position)
            if moves:
                return Advice(number, rule.name, moves)
        return None

    def moves(self, position: P) -> Sequence[M]:
        """The moves that a player who follows the rules may choose from."""
        advice = self.advice(position)
        legal: Sequence[M] = position.moves()
        return advice.moves if advice else legal


#: Of any game, for code that treats all games alike.
AnyRule = Rule[AnyPosition, Move]
AnyStrategy = Strategy[AnyPosition, Move]
