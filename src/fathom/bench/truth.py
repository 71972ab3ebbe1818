"""What is true of the position of an item, by the solver: the value, and the value after every move."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.judge import Judgement, judge
from fathom.bench.item import TruthDict
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser, Value

_REMEMBERED: Final = 4096
HALF: Final = Fraction(1, 2)


class Truth(NamedTuple):
    """A position, its exact judgement, and the adviser who gave it."""

    match: AnyMatch
    judgement: Judgement
    adviser: AnyAdviser

    @property
    def value(self) -> Value:
        return self.judgement.value

    @property
    def points(self) -> Fraction:
        """What the position is worth to the seat to move: 1, 1/2 or 0."""
        return points(self.value, self.match.position.to_move)

    @property
    def moves(self) -> dict[str, Value]:
        """The value after each legal move, by its text."""
        spell = self.match.game.format_move
        return {spell(judged.move): judged.value for judged in self.judgement.moves}

    def points_after(self, move: str) -> Fraction:
        return points(self.moves[move], self.match.position.to_move)

    @property
    def keeping(self) -> tuple[str, ...]:
        """The moves that keep the result."""
        return tuple(move for move, after in self.moves.items() if after.winner == self.value.winner)

    @property
    def chance(self) -> Fraction:
        """How likely a random move keeps the result."""
        return Fraction(len(self.keeping), len(self.judgement.moves))

    def as_dict(self) -> TruthDict:
        value, measure = self.value, self.match.game.measure
        return {
            "winner": value.winner,
            "plies": value.plies,
            "mp": value.mp,
            "moves": [{"move": move, **after.as_dict(measure)} for move, after in self.moves.items()],
        }


def points(value: Value, seat: Seat) -> Fraction:
    """What a value is worth to a seat."""
    return HALF if value.winner is None else Fraction(value.winner == seat)


@lru_cache(maxsize=_REMEMBERED)
def truth_of(code: str) -> Truth:
    """What is true of the position that a code names."""
    match = games.read_code(code)
    adviser = adviser_for(match.game, match.options)
    return Truth(match, judge(match.position, adviser, match.game.measure), adviser)
