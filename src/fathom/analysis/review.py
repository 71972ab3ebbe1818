"""A match looked back on, as data: every move with its verdict, the turning point, and how exact each player was.

    reviewed = review(match)
    reviewed.moves[4].verdict, reviewed.turning_point, reviewed.players[0].accuracy

tested     not all legal moves have the same result, so the decision could go wrong
accuracy   the share of a player's tested decisions that kept the result; None where no decision was tested
slower     plies by which a move that keeps a win makes it longer: a count of its own, never a mistake
sooner     plies by which a move in a lost position shortens the resistance: a count of its own, too
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from fathom.analysis.adviser import adviser_for
from fathom.analysis.judge import THROWS, Judged, Judgement, best_line, judge
from fathom.analysis.words import reason
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.core.record import result_of
from fathom.core.value import Adviser, Value
from fathom.errors import Unknown

#: What decided the result: the last throw, a resignation against the value, or nothing that happened.
BY_THROW, BY_RESIGNATION, FROM_THE_START = "throw", "resignation", "start"


class ReviewedMove(NamedTuple):
    """One move that was made. `ply` counts from 1; `before` and `value` are those of the positions around it."""

    ply: int
    seat: Seat
    move: str
    verdict: str
    before: Value
    value: Value
    tested: bool
    hint: int | None
    #: Why the move is worth what it is: for throws, and for every move when that was asked for.
    why: str | None
    #: Perfect play against a throw.
    line: list[str] | None

    @property
    def throws(self) -> bool:
        return self.verdict == THROWS

    @property
    def slower(self) -> int | None:
        """By how many plies the win got longer; None unless a win was kept."""
        return self._distance_lost() if self.before.winner == self.seat else None

    @property
    def sooner(self) -> int | None:
        """By how many plies the loss came nearer; None unless the position was lost."""
        return self._distance_lost() if self.before.winner not in {self.seat, None} else None

    def _distance_lost(self) -> int | None:
        if self.throws or self.before.plies is None or self.value.plies is None:
            return None
        return abs(self.value.plies + 1 - self.before.plies)

    def as_json(self) -> dict[str, object]:
        return {
            "ply": self.ply,
            "seat": self.seat,
            "move": self.move,
            "verdict": self.verdict,
            "winner": self.value.winner,
            "plies": self.value.plies,
            "tested": self.tested,
            "slower": self.slower,
            "sooner": self.sooner,
            "hint": self.hint,
            "why": self.why,
            "line": self.line,
        }


class PlayerReview(NamedTuple):
    """How exact one player was: results kept, and beside it, never mixed in, distances lost."""

    seat: Seat
    name: str
    moves: int
    tested: int
    kept: int
    #: How many of the results kept were kept after a hint.
    kept_after_hint: int
    slower: int
    sooner: int

    @property
    def accuracy(self) -> Fraction | None:
        return Fraction(self.kept, self.tested) if self.tested else None

    def as_json(self) -> dict[str, object]:
        accuracy = self.accuracy
        return self._asdict() | {"accuracy": None if accuracy is None else float(accuracy)}


class Review(NamedTuple):
    """A match with everything there is to say about it."""

    match: Match
    start: Value
    moves: list[ReviewedMove]
    players: list[PlayerReview]

    @property
    def values(self) -> list[Value]:
        """The value at the start and after each ply."""
        return [self.start, *(move.value for move in self.moves)]

    @property
    def decided(self) -> str:
        """What decided the result as it ended, or as it stands in an unfinished match."""
        outcome = self.match.outcome
        if outcome and outcome.winner != self.values[-1].winner:
            return BY_RESIGNATION
        return BY_THROW if any(move.throws for move in self.moves) else FROM_THE_START

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The last throw, after which the result never changed again; None where no throw decided."""
        if self.decided != BY_THROW:
            return None
        return next(move for move in reversed(self.moves) if move.throws)

    def as_json(self) -> dict[str, object]:
        match, turning = self.match, self.turning_point
        outcome = match.outcome
        return {
            "code": write_code(match),
            "game": match.game.name,
            "options": match.options.as_json(),
            "result": result_of(match),
            "outcome": outcome.as_json() if outcome else None,
            "value": self.start.as_json(),
            "moves": [move.as_json() for move in self.moves],
            "decided": self.decided,
            "turning_point": turning.ply if turning else None,
            "players": [player.as_json() for player in self.players],
        }


def review(match: Match, *, every_reason: bool = False, adviser: Adviser | None = None) -> Review:
    """Look back on a match, finished or not; raises `Unknown` where there are no exact values."""
    if match.game.seats != 2:
        raise Unknown(f"The exact values of {match.game.title} are not worked out yet, so it cannot be reviewed.")
    adviser = adviser or adviser_for(match.game, match.options)
    before = [match.start, *(ply.position for ply in match.plies)]
    moves = [_reviewed(match, index, before[index], adviser, every_reason) for index in range(len(match.plies))]
    players = [_player(match, seat, moves) for seat in (1, 2)]
    return Review(match, adviser.value(match.start), moves, players)


def _reviewed(match: Match, index: int, before: Any, adviser: Adviser, every_reason: bool) -> ReviewedMove:
    ply = match.plies[index]
    judgement = judge(before, adviser)
    judged = next(judged for judged in judgement.moves if judged.move == ply.move)
    throws = judged.verdict == THROWS
    return ReviewedMove(
        ply=index + 1,
        seat=ply.seat,
        move=match.game.format_move(ply.move),
        verdict=judged.verdict,
        before=judgement.value,
        value=judged.value,
        tested=is_tested(judgement),
        hint=match.hints.get(index),
        why=_why(match, judgement, judged, adviser) if throws or every_reason else None,
        line=[match.game.format_move(move) for move in best_line(ply.position, adviser)] if throws else None,
    )


def is_tested(judgement: Judgement) -> bool:
    """Could the decision go wrong: do some legal moves keep the result and others not?"""
    return len({judged.value.winner for judged in judgement.moves}) > 1


def _why(match: Match, judgement: Judgement, judged: Judged, adviser: Adviser) -> str:
    return reason(match.game, judgement, judged, adviser)


def _player(match: Match, seat: Seat, moves: list[ReviewedMove]) -> PlayerReview:
    own = [move for move in moves if move.seat == seat]
    tested = [move for move in own if move.tested]
    kept = [move for move in tested if not move.throws]
    return PlayerReview(
        seat=seat,
        name=match.name(seat),
        moves=len(own),
        tested=len(tested),
        kept=len(kept),
        kept_after_hint=sum(move.hint is not None for move in kept),
        slower=sum(move.slower or 0 for move in own),
        sooner=sum(move.sooner or 0 for move in own),
    )
