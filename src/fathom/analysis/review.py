"""A review of a match, as data: every move with its verdict, the turning point, and each player's accuracy.

    reviewed = review(match)
    reviewed.moves[4].verdict, reviewed.turning_point, reviewed.players[0].accuracy

tested     not all legal moves have the same result, so the player could go wrong
accuracy   the share of a player's tested decisions that kept the result; None if no decision was tested
slower     plies by which a move that keeps a win makes it longer: counted separately, never a mistake
sooner     plies by which a move in a lost position brings the end nearer: counted separately, too
over       in a puzzle, the MP that a move costs over the best one
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import reason, rule_of
from fathom.analysis.citing import CitedRule, CitedRuleDict, add_rule
from fathom.analysis.judge import best_line, judge
from fathom.core.code import write_code
from fathom.core.game import MP, AnyPosition, Measure
from fathom.core.match import AnyMatch
from fathom.core.outcome import Ending, MatchEnding, OutcomeDict, Seat
from fathom.core.record import result_of
from fathom.core.value import AnyAdviser, Value, ValueDict
from fathom.show.verdicts import Verdict

#: What decided the result: the last throw, a match broken off against its value, or no mistake at all.
Decided = Literal["throw", "resignation", "forfeit", "time", "absence", "start"]
BY_THROW: Final = "throw"
BY_RESIGNATION: Final = "resignation"
BY_FORFEIT: Final = "forfeit"
BY_TIME: Final = "time"
BY_ABSENCE: Final = "absence"
FROM_THE_START: Final = "start"
_BROKEN_OFF: Final[Mapping[Ending, Decided]] = {
    MatchEnding.RESIGNED: BY_RESIGNATION,
    MatchEnding.FORFEIT: BY_FORFEIT,
    MatchEnding.TIME: BY_TIME,
    MatchEnding.ABANDONED: BY_ABSENCE,
}


class ReviewedMoveDict(TypedDict):
    """A move that was made, as JSON."""

    ply: int
    seat: Seat
    move: str
    verdict: Verdict
    winner: NotRequired[Seat | None]
    plies: NotRequired[int | None]
    mp: NotRequired[int | None]
    over: NotRequired[int | None]
    tested: bool
    slower: NotRequired[int | None]
    sooner: NotRequired[int | None]
    hint: int | None
    why: str | None
    rule: CitedRuleDict | None
    line: list[str] | None
    better: str | None
    better_why: str | None


class PlayerReviewDict(TypedDict):
    """One player's accuracy, as JSON."""

    seat: Seat
    name: str
    moves: int
    tested: int
    kept: int
    kept_after_hint: int
    slower: NotRequired[int]
    sooner: NotRequired[int]
    over: NotRequired[int]
    accuracy: float | None


class ReviewDict(TypedDict):
    """A review as JSON."""

    code: str
    game: str
    options: dict[str, int | str]
    result: str
    outcome: OutcomeDict | None
    value: ValueDict
    moves: list[ReviewedMoveDict]
    decided: Decided
    turning_point: int | None
    players: list[PlayerReviewDict]


class BetterMove(NamedTuple):
    """What would have been best instead of a mistake, and why."""

    move: str
    reason: str


class ReviewedMove(NamedTuple):
    """One move that was made. `ply` counts from 1; `before` and `value` are the values before and after it."""

    ply: int
    seat: Seat
    move: str
    verdict: Verdict
    before: Value
    value: Value
    tested: bool
    hint: int | None
    #: Why the move has its value: for throws, or on request for every move.
    reason: str | None
    #: Perfect play against a throw; empty if the throw ended the game.
    line: list[str] | None
    #: For a throw, or a move of a puzzle that cost MP: what would have been best.
    better: BetterMove | None
    #: The rule for winning that recommends the move, if it keeps the result.
    rule: CitedRule | None = None

    @property
    def explanation(self) -> str:
        """The reason, with the rule that it is an instance of; empty without a reason."""
        return add_rule(self.reason, self.rule) if self.reason else ""

    @property
    def throws(self) -> bool:
        """Did it give the result away: a win, a draw, or the last way to the end of a puzzle?"""
        return self.value.winner != self.before.winner

    @property
    def over(self) -> int | None:
        """In a puzzle, its cost in MP over the best move; None if the end is out of reach."""
        return None if self.value.mp is None or self.before.mp is None else self.value.mp - self.before.mp

    @property
    def keeps(self) -> bool:
        """Did it give nothing away?"""
        return not self.throws and not self.over

    @property
    def slower(self) -> int | None:
        """The plies by which the win got longer; None unless a win was kept."""
        return self._distance_lost() if self.before.winner == self.seat else None

    @property
    def sooner(self) -> int | None:
        """The plies by which the loss came nearer; None unless the position was lost."""
        return self._distance_lost() if self.before.winner not in {self.seat, None} else None

    def _distance_lost(self) -> int | None:
        if self.throws or self.before.plies is None or self.value.plies is None:
            return None
        return abs(self.value.plies + 1 - self.before.plies)

    def as_dict(self, measure: Measure) -> ReviewedMoveDict:
        rule = self.rule.as_dict() if self.rule else None
        if measure == MP:
            return {
                "ply": self.ply,
                "seat": self.seat,
                "move": self.move,
                "verdict": self.verdict,
                "mp": self.value.mp,
                "over": self.over,
                "tested": self.tested,
                "hint": self.hint,
                "why": self.reason,
                "rule": rule,
                "line": self.line,
                "better": self.better and self.better.move,
                "better_why": self.better and self.better.reason,
            }
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
            "why": self.reason,
            "rule": rule,
            "line": self.line,
            "better": self.better and self.better.move,
            "better_why": self.better and self.better.reason,
        }


class PlayerReview(NamedTuple):
    """One player's accuracy: the results kept and, counted separately, the distance lost."""

    seat: Seat
    name: str
    moves: int
    tested: int
    kept: int
    #: How many of the kept results came after a hint.
    kept_after_hint: int
    slower: int
    sooner: int
    #: In a puzzle, the MP that its moves cost over the best ones.
    over: int

    @property
    def accuracy(self) -> Fraction | None:
        return Fraction(self.kept, self.tested) if self.tested else None

    def as_dict(self, measure: Measure) -> PlayerReviewDict:
        accuracy = None if self.accuracy is None else float(self.accuracy)
        if measure == MP:
            return {
                "seat": self.seat,
                "name": self.name,
                "moves": self.moves,
                "tested": self.tested,
                "kept": self.kept,
                "kept_after_hint": self.kept_after_hint,
                "over": self.over,
                "accuracy": accuracy,
            }
        return {
            "seat": self.seat,
            "name": self.name,
            "moves": self.moves,
            "tested": self.tested,
            "kept": self.kept,
            "kept_after_hint": self.kept_after_hint,
            "slower": self.slower,
            "sooner": self.sooner,
            "accuracy": accuracy,
        }


class Review(NamedTuple):
    """A match with its moves and players reviewed.

    >>> import fathom
    >>> review = fathom.review("pocket-addition:9.8.6")
    >>> review.decided, review.turning_point.move
    ('throw', '8')
    >>> [player.accuracy for player in review.players]
    [Fraction(1, 2), Fraction(0, 1)]
    """

    match: AnyMatch
    start: Value
    moves: list[ReviewedMove]
    players: list[PlayerReview]

    @property
    def values(self) -> list[Value]:
        """The value at the start and after each ply."""
        return [self.start, *(move.value for move in self.moves)]

    @property
    def decided(self) -> Decided:
        """What decided the result, or the present value of an unfinished match."""
        outcome = self.match.outcome
        if outcome and outcome.winner != self.values[-1].winner:
            return _BROKEN_OFF[outcome.ending]
        return BY_THROW if any(move.throws for move in self.moves) else FROM_THE_START

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The last throw, after which the result never changed; None if no throw decided the match."""
        if self.decided != BY_THROW:
            return None
        return next(move for move in reversed(self.moves) if move.throws)

    def as_dict(self) -> ReviewDict:
        match, turning = self.match, self.turning_point
        outcome, measure = match.outcome, match.game.measure
        return {
            "code": write_code(match),
            "game": match.game.name,
            "options": match.options.as_dict(),
            "result": result_of(match),
            "outcome": outcome.as_dict() if outcome else None,
            "value": self.start.as_dict(measure),
            "moves": [move.as_dict(measure) for move in self.moves],
            "decided": self.decided,
            "turning_point": turning.ply if turning else None,
            "players": [player.as_dict(measure) for player in self.players],
        }


def review(match: AnyMatch, *, every_reason: bool = False, adviser: AnyAdviser | None = None) -> Review:
    """Review a match, finished or not; raises `Unknown` if there are no exact values."""
    adviser = adviser or adviser_for(match.game, match.options)
    before = [match.start, *(ply.position for ply in match.plies)]
    moves = [_review_move(match, index, before[index], adviser, every_reason) for index in range(len(match.plies))]
    players = [_review_player(match, seat, moves) for seat in range(1, match.game.seats + 1)]
    return Review(match, adviser.value(match.start), moves, players)


def _review_move(
    match: AnyMatch, index: int, before: AnyPosition, adviser: AnyAdviser, every_reason: bool
) -> ReviewedMove:
    ply = match.plies[index]
    judgement = judge(before, adviser, match.game.measure)
    judged = judgement.judged(ply.move)
    throws = judged.verdict is Verdict.THROWS
    costs = throws or (not match.game.is_contest and judged.verdict in {Verdict.OVER, Verdict.LOST})
    best = judgement.best if costs else judged
    is_mistake = costs and best.value != judged.value  # after a puzzle's last way to the end, nothing is better
    why_best = reason(match.game, judgement, best, adviser) if is_mistake else ""
    return ReviewedMove(
        ply=index + 1,
        seat=ply.seat,
        move=match.game.format_move(ply.move),
        verdict=judged.verdict,
        before=judgement.value,
        value=judged.value,
        tested=judgement.is_tested,
        hint=match.hints.get(index),
        reason=reason(match.game, judgement, judged, adviser) if costs or every_reason else None,
        line=[match.game.format_move(move) for move in best_line(ply.position, adviser)] if throws else None,
        better=BetterMove(match.game.format_move(best.move), why_best) if is_mistake else None,
        rule=rule_of(match.game, judgement, judged),
    )


def _review_player(match: AnyMatch, seat: Seat, moves: list[ReviewedMove]) -> PlayerReview:
    own = [move for move in moves if move.seat == seat]
    tested = [move for move in own if move.tested]
    kept = [move for move in tested if move.keeps]
    return PlayerReview(
        seat=seat,
        name=match.name(seat),
        moves=len(own),
        tested=len(tested),
        kept=len(kept),
        kept_after_hint=sum(move.hint is not None for move in kept),
        slower=sum(move.slower or 0 for move in own),
        sooner=sum(move.sooner or 0 for move in own),
        over=sum(move.over or 0 for move in own),
    )
