"""Values turned into verdicts: what every legal move of a position is worth, exactly.

best     keeps the win, as quickly as any           holds    the longest resistance in a lost position
wins     keeps the win, more slowly                 lost     lost anyway, but sooner
only     the one of several that keeps the result   draws    keeps the draw
throws   gives the win or the draw away             forced   there is no other move
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fathom.core.value import Adviser, Value

BEST, WINS, ONLY, THROWS = "best", "wins", "only", "throws"
HOLDS, LOST, DRAWS, FORCED = "holds", "lost", "draws", "forced"
VERDICTS = (BEST, WINS, ONLY, THROWS, HOLDS, LOST, DRAWS, FORCED)

LONGEST_LINE = 100


class Judged(NamedTuple):
    """One legal move: the value of the position after it, and the verdict."""

    move: Any
    value: Value
    verdict: str


class Judgement(NamedTuple):
    """A position with its value and every legal move, in the room's order."""

    position: Any
    value: Value
    moves: tuple[Judged, ...]

    @property
    def best(self) -> Judged:
        """The first of the best moves."""
        return max(self.moves, key=lambda judged: judged.value.score(self.position.to_move))


def judge(position: Any, adviser: Adviser) -> Judgement:
    """Every legal move with its exact value and verdict."""
    value, seat = adviser.value(position), position.to_move
    reached = adviser.values_after(position)
    keeping = [after.winner for after in reached].count(value.winner)
    verdicts: dict[Value, str] = {}
    for values in adviser.meter.parts(tuple(set(reached))):  # many moves, few values
        verdicts |= {after: _verdict(value, after, seat, keeping, len(reached)) for after in values}
    judged: list[Judged] = []
    for moves in adviser.meter.parts(tuple(zip(position.moves(), reached, strict=True))):
        judged += [Judged(move, after, verdicts[after]) for move, after in moves]
    return Judgement(position, value, tuple(judged))


def _verdict(value: Value, reached: Value, seat: int, keeping: int, legal: int) -> str:
    if legal == 1:
        return FORCED
    if reached.winner != value.winner:
        return THROWS
    if keeping == 1:
        return ONLY
    if value.winner is None:
        return DRAWS
    is_best = reached.one_ply_earlier() == value
    if value.winner == seat:
        return BEST if is_best else WINS
    return HOLDS if is_best else LOST


def best_line(position: Any, adviser: Adviser, limit: int = LONGEST_LINE) -> Iterator[Any]:
    """The moves of perfect play from here, the first of equally good ones each time."""
    for _ in range(limit):
        if position.outcome:
            return
        move, position = adviser.best(position)
        yield move
