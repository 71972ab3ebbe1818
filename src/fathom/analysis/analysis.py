"""A position with the exact value of every move, in contests and puzzles alike: what `fathom analyze` shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, NotRequired, TypedDict

from fathom import games
from fathom.analysis.adviser import ADVISERS_REMEMBERED, adviser_for
from fathom.analysis.citing import CitedRule, CitedRuleDict, add_rule, cite
from fathom.analysis.judge import LONGEST_LINE, Judged, Judgement, best_line, judge
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import MP, AnyGame, AnyPosition, Measure
from fathom.core.match import AnyMatch
from fathom.core.memory import Memory
from fathom.core.options import Options
from fathom.core.value import AnyAdviser, Value, ValueDict
from fathom.show.verdicts import Verdict, value_words
from fathom.show.view import StandingDict, standing

_text = json.JSONEncoder(ensure_ascii=False).encode
_MOST_LINES = 1000
#: The cache of analyses of one game holds this many moves, over all lines.
_MOVES_REMEMBERED = 1 << 20


class AnalyzedMoveDict(ValueDict):
    """A move as JSON: its value (`winner` and `plies`, or `mp` and `over`), verdict, line, reason and rule."""

    move: str
    over: NotRequired[int | None]
    verdict: Verdict
    line: list[str]
    why: str
    rule: CitedRuleDict | None


class _Values(TypedDict):
    value: ValueDict
    moves: list[AnalyzedMoveDict]


class AnalysisDict(StandingDict, _Values):
    """An analysis as JSON."""


class AnalyzedMove(NamedTuple):
    """One legal move: the value after it, its verdict, the best play after it, and the reason.

    >>> import fathom
    >>> move = fathom.analyze("pocket-addition:9.8").moves[3]
    >>> move.move, move.verdict.value, move.line
    ('4', 'throws', ('7',))
    >>> print(move.reason)
    leaves the 7 with which the opponent makes 15; 6 would have made 15
    """

    move: str
    value: Value
    verdict: Verdict
    line: tuple[str, ...]
    reason: str
    #: In a puzzle, its MP over the best move; None if it puts the end out of reach.
    over: int | None = None
    #: The rule for winning that recommends the move, if it keeps the result.
    rule: CitedRule | None = None

    @property
    def explanation(self) -> str:
        """The reason, with the rule that it is an instance of."""
        return add_rule(self.reason, self.rule)

    def as_dict(self, measure: Measure) -> AnalyzedMoveDict:
        rule = self.rule.as_dict() if self.rule else None
        if measure == MP:
            return {
                "move": self.move,
                "mp": self.value.mp,
                "over": self.over,
                "verdict": self.verdict,
                "line": list(self.line),
                "why": self.reason,
                "rule": rule,
            }
        return {
            "move": self.move,
            "winner": self.value.winner,
            "plies": self.value.plies,
            "verdict": self.verdict,
            "line": list(self.line),
            "why": self.reason,
            "rule": rule,
        }


class Analysis(NamedTuple):
    """A match as it stands, with the value of the position and of every legal move.

    >>> import fathom
    >>> analysis = fathom.analyze("pocket-addition:9.8")
    >>> analysis.value, len(analysis.moves)
    (Value(winner=1, plies=1), 6)
    >>> list(analysis.as_dict())
    ['code', 'game', 'options', 'played', 'to_move', 'over', 'outcome', 'value', 'moves']
    """

    match: AnyMatch
    value: Value
    moves: tuple[AnalyzedMove, ...]

    @property
    def measure(self) -> Measure:
        return self.match.game.measure

    def as_dict(self) -> AnalysisDict:
        """The keys in this order: code, game, options, played, to_move, over, outcome, value, moves."""
        return {**standing(self.match), **_values_dict(self.value, self.moves, self.measure)}


def _values_dict(value: Value, moves: tuple[AnalyzedMove, ...], measure: Measure) -> _Values:
    return {"value": value.as_dict(measure), "moves": [move.as_dict(measure) for move in moves]}


def analyze(match: AnyMatch, meter: Meter = UNLIMITED) -> Analysis:
    """Judge every legal move of the match as it stands."""
    adviser = adviser_for(match.game, match.options, meter)
    if match.outcome:
        return Analysis(match, adviser.value(match.position), ())
    judgement = judge(match.position, adviser, match.game.measure)
    return Analysis(match, judgement.value, _analyze_moves(match.game, judgement, adviser))


def analysis_text(match: AnyMatch, meter: Meter = UNLIMITED) -> str:
    """`analyze(match)` as JSON. Values are cached by position, because openings come up often."""
    if match.outcome:  # perhaps by resignation, which the position does not show
        return _text(analyze(match, meter).as_dict())
    known = _known_values(match.game, match.options)
    values = known.get(match.position) or known.keep(match.position, _values_text(match, meter))
    return f"{_text(standing(match))[:-1]}, {values[1:]}"  # two objects become one


@lru_cache(maxsize=ADVISERS_REMEMBERED)
def _known_values(game: AnyGame, options: Options) -> Memory[AnyPosition, str]:
    """The cache: position -> its value and its moves as text."""
    longest = min(game.longest(options) or LONGEST_LINE, LONGEST_LINE)
    return Memory(_MOVES_REMEMBERED // (longest * len(game.actions(options))))


def _values_text(match: AnyMatch, meter: Meter) -> str:
    analysis = analyze(match, meter)
    return _text(_values_dict(analysis.value, analysis.moves, analysis.measure))


def _analyze_moves(game: AnyGame, judgement: Judgement, adviser: AnyAdviser) -> tuple[AnalyzedMove, ...]:
    """The judged moves with their reasons and lines (no lines if there are very many moves)."""
    room, position, best = games.room(game.name), judgement.position, judgement.value.mp
    limit = LONGEST_LINE if len(judgement.moves) <= _MOST_LINES else 0
    explain, own_line, text, meter = _explainer(game), room.best_line, game.format_move, adviser.meter
    cited = cite(judgement, room.strategy(position.options))
    analyzed = []
    for judged in judgement.moves:
        meter.tick()
        after, reached = adviser.reach(position, judged.move, judged.value), judged.value.mp
        line = own_line(after, meter) if own_line else best_line(after, adviser, limit)
        over = None if best is None or reached is None else reached - best
        why = explain(judgement, judged, adviser)
        moves = tuple([text(move) for move in line])
        rule = cited.get(judged.move)
        analyzed.append(AnalyzedMove(text(judged.move), judged.value, judged.verdict, moves, why, over, rule))
    return tuple(analyzed)


def reason(game: AnyGame, judgement: Judgement, judged: Judged, adviser: AnyAdviser) -> str:
    """Why a move has its value, in one sentence, by the game's own ideas."""
    return _explainer(game)(judgement, judged, adviser)


def explain(game: AnyGame, judgement: Judgement, judged: Judged, adviser: AnyAdviser) -> str:
    """The reason, with the rule for winning that it is an instance of."""
    return add_rule(reason(game, judgement, judged, adviser), rule_of(game, judgement, judged))


def rule_of(game: AnyGame, judgement: Judgement, judged: Judged) -> CitedRule | None:
    """The rule for winning that recommends a move, if the move keeps the result."""
    return cite(judgement, games.room(game.name).strategy(judgement.position.options)).get(judged.move)


def _explainer(game: AnyGame) -> Callable[[Judgement, Judged, AnyAdviser], str]:
    """The function that explains a game's moves: its room's own, or else one that gives the bare result."""
    reasons = games.room(game.name).reasons
    if reasons is None:
        return lambda judgement, judged, _: value_words(judged.value, judgement.position.to_move, game.measure)
    why = reasons.why
    return lambda judgement, judged, adviser: why(judgement.position, judged.move, adviser)
