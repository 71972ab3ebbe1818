"""A position as data: an analysis with its board, and with every value in words.

Scripts show these words as they are, so that they need none of their own.
"""

from __future__ import annotations

from fathom import games
from fathom.analysis.analysis import Analysis, AnalyzedMove, AnalyzedMoveDict
from fathom.core.code import StemDict, stem_of
from fathom.core.game import MP
from fathom.core.value import ValueDict
from fathom.show.canvas import Canvas
from fathom.show.verdicts import value_words, verdict_words
from fathom.show.view import StandingDict
from fathom.show.view import standing as standing_of
from fathom.web.live.views import Svg, announce


class ServedMoveDict(AnalyzedMoveDict):
    """A move with its verdict and value in words, the rank of its verdict (0 is best) and the code after it.

    `explanation` is the reason, with the rule for winning that it is an instance of.
    """

    explanation: str
    words: str
    worth: str
    rank: int
    code: str


class PositionDict(StandingDict):
    """A position: what `fathom analyze --json` prints, and the same for people.

    `worth` is the value for the seat to move, in words, and null once it is over; `standing` is a whole sentence.
    """

    value: ValueDict
    moves: list[ServedMoveDict]
    stem: StemDict
    standing: str
    worth: str | None
    board: list[str]
    drawing: Svg
    said: list[str]


def position_dict(analysis: Analysis, *, coach: bool = False) -> PositionDict:
    """An analysis with its board, and in words."""
    match = analysis.match
    room = games.room(match.game.name)
    return {
        **standing_of(match),
        "value": analysis.value.as_dict(analysis.measure),
        "moves": describe_moves(analysis),
        "stem": stem_of(match).as_dict(),
        "standing": describe_standing(analysis),
        "worth": None if match.outcome else _describe_worth(analysis),
        "board": room.text.board(match, Canvas()),
        "drawing": room.draw(match, coach=coach),
        "said": announce(match),
    }


def describe_moves(analysis: Analysis) -> list[ServedMoveDict]:
    """The moves of an analysis in order, each described in words."""
    return [_describe_move(analysis, move) for move in analysis.moves]


def _describe_move(analysis: Analysis, move: AnalyzedMove) -> ServedMoveDict:
    match = analysis.match
    return {
        **move.as_dict(analysis.measure),
        "explanation": move.explanation,
        "words": verdict_words(move.verdict, analysis.value),
        # Plies count from before the move, like the value of the position.
        "worth": value_words(move.value.one_ply_earlier(), match.position.to_move, analysis.measure),
        "rank": move.verdict.rank,
        "code": stem_of(match).after([*match.moves, move.move]),
    }


def _describe_worth(analysis: Analysis) -> str:
    return value_words(analysis.value, analysis.match.position.to_move, analysis.measure)


def describe_standing(analysis: Analysis) -> str:
    """Whose turn it is and how that seat stands, or how the game ended."""
    match, outcome = analysis.match, analysis.match.outcome
    if outcome:
        head = f"Player {outcome.winner} has won" if outcome.winner else "It is over"
        return f"{head}: {outcome.describe(('Player 1', 'Player 2'))}."
    head = "With best play" if analysis.measure == MP else f"Player {match.position.to_move} to move"
    return f"{head}: {_describe_worth(analysis)}."
