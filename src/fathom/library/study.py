"""Studying a match: exact values, reviews, hints."""

from __future__ import annotations

from fathom import games
from fathom.analysis import analysis, judge
from fathom.analysis import review as reviews
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import Analysis
from fathom.analysis.review import Review
from fathom.coach.hints import hint_of, hint_rungs
from fathom.core.budget import NO_LIMIT, Budget, Meter
from fathom.core.match import AnyMatch
from fathom.errors import BadOption, GameOver
from fathom.library.match import as_match


def analyze(match: AnyMatch | str, *, budget: Budget | None = None) -> Analysis:
    """The exact value of a position and of every legal move, each with its verdict and the reason for it.

    >>> import fathom
    >>> analysis = fathom.analyze("pocket-addition:6.9")
    >>> analysis.value
    Value(winner=1, plies=3)
    >>> move = analysis.moves[0]
    >>> move.move, move.verdict.value
    ('1', 'best')
    >>> print(move.reason)
    threatens the 8 that makes 15, which the opponent cannot take, since 9 + 8 exceeds 15

    `analysis.as_dict()` is what `fathom analyze --json` prints. Raises `Unknown` when the budget is spent.
    """
    return analysis.analyze(as_match(match), Meter(budget or NO_LIMIT))


def review(match: AnyMatch | str, *, every_reason: bool = False) -> Review:
    """A review of a match: every move with its verdict, the turning point, and each player's accuracy.

    >>> import fathom
    >>> review = fathom.review("pocket-addition:9.8.6")
    >>> [move.verdict.value for move in review.moves]
    ['throws', 'throws', 'only']
    >>> review.turning_point.move
    '8'
    """
    return reviews.review(as_match(match), every_reason=every_reason)


def hint(match: AnyMatch | str, level: int = 1) -> str:
    """The coach's hint: level 1 is a nudge, and each level tells more, up to the move and the reason for it.

    >>> import fathom
    >>> fathom.hint("range-war:6.4", 3)
    'Play 5.'
    """
    match = as_match(match)
    levels = hint_rungs(match.game)
    if not 1 <= level <= levels:
        raise BadOption(f"There is no hint {level} in {match.game.title}: they go from 1 to {levels}.")
    if match.outcome:
        raise GameOver(f"The game is over: {match.outcome.reason}.")
    return hint_of(match, level)


def best_line(match: AnyMatch | str, *, budget: Budget | None = None) -> tuple[str, ...]:
    """The moves of perfect play to the end of the game.

    >>> import fathom
    >>> fathom.best_line("pocket-addition:9.8")
    ('6',)
    """
    match, meter = as_match(match), Meter(budget or NO_LIMIT)
    if match.outcome:
        return ()
    own = games.room(match.game.name).best_line
    adviser = adviser_for(match.game, match.options, meter)
    line = own(match.position, meter) if own else judge.best_line(match.position, adviser)
    return tuple(map(match.game.format_move, line))
