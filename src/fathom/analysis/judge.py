"""Turns values into verdicts: exactly how good each legal move of a position is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fathom.core.game import MP, PLIES, AnyPosition, Measure, Move
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser, Prefer, Value
from fathom.show.verdicts import Verdict

LONGEST_LINE = 100


class Judged(NamedTuple):
    """One legal move: the value of the position after it, and the verdict."""

    move: Move
    value: Value
    verdict: Verdict


class Judgement(NamedTuple):
    """A position with its value and every legal move, in the room's order."""

    position: AnyPosition
    value: Value
    moves: tuple[Judged, ...]
    prefer: Prefer[AnyPosition, Move] | None = None

    @property
    def best(self) -> Judged:
        """Of the best moves the preferred one, or else the first: the same as the adviser's."""
        first = max(self.moves, key=lambda judged: judged.value.score(self.position.to_move))
        equal = [judged.move for judged in self.moves if judged.value == first.value]
        return self.judged(self.prefer(self.position, equal)) if self.prefer and len(equal) > 1 else first

    def judged(self, move: Move) -> Judged:
        """The value and verdict of one of the legal moves."""
        return next(judged for judged in self.moves if judged.move == move)

    @property
    def is_tested(self) -> bool:
        """Can a player go wrong here: do some legal moves keep the result, or the fewest MP, and others not?"""
        return any(map(self.is_mistake, self.moves))

    def is_mistake(self, judged: Judged) -> bool:
        """Does a move give the win or the draw away, or cost MP?"""
        return (judged.value.winner, judged.value.mp) != (self.value.winner, self.value.mp)


def judge(position: AnyPosition, adviser: AnyAdviser, measure: Measure = PLIES) -> Judgement:
    """Every legal move with its exact value and verdict."""
    value, seat = adviser.judge_moves_of(position), position.to_move
    reached = adviser.values_after(position)
    if measure == MP:
        keeping = reached.count(value)
    else:
        keeping = [after.winner for after in reached].count(value.winner)
    verdicts: dict[Value, Verdict] = {}
    for values in adviser.meter.parts(tuple(set(reached))):  # many moves, few values
        for after in values:
            if measure == MP:
                verdicts[after] = _puzzle_verdict(value, after, keeping, len(reached))
            else:
                verdicts[after] = _verdict(value, after, seat, keeping, len(reached))
    judged: list[Judged] = []
    for moves in adviser.meter.parts(tuple(zip(position.moves(), reached, strict=True))):
        judged += [Judged(move, after, verdicts[after]) for move, after in moves]
    return Judgement(position, value, tuple(judged), adviser.prefer)


def _verdict(value: Value, reached: Value, seat: Seat, keeping: int, legal: int) -> Verdict:
    if legal == 1:
        return Verdict.FORCED
    if reached.winner != value.winner:
        return Verdict.THROWS
    if keeping == 1:
        return Verdict.ONLY
    if value.winner is None:
        return Verdict.DRAWS
    is_best = reached.one_ply_earlier() == value
    if value.winner == seat:
        return Verdict.BEST if is_best else Verdict.WINS
    return Verdict.HOLDS if is_best else Verdict.LOST


def _puzzle_verdict(value: Value, reached: Value, keeping: int, legal: int) -> Verdict:
    if legal == 1:
        return Verdict.FORCED
    if reached.mp is None:
        return Verdict.LOST
    if reached != value:
        return Verdict.OVER
    return Verdict.ONLY if keeping == 1 else Verdict.BEST


def best_line(position: AnyPosition, adviser: AnyAdviser, limit: int = LONGEST_LINE) -> Iterator[Move]:
    """The moves of perfect play from here."""
    for _ in range(limit):
        if position.outcome:
            return
        move, position = adviser.best(position)
        yield move
