"""A position with the exact value of every move, as data: what `fathom analyze --json` prints."""

from __future__ import annotations

from typing import Any, NamedTuple

from fathom.coach.adviser import adviser_for
from fathom.coach.judge import LONGEST_LINE, Judged, Judgement, best_line, judge
from fathom.coach.say import reason
from fathom.core.match import Match
from fathom.core.value import Adviser
from fathom.core.view import view

_MOST_LINES = 1000


class AnalysedMove(NamedTuple):
    """One legal move: its verdict, the best play after it, and why."""

    move: str
    judged: Judged
    line: list[str]
    why: str

    def as_json(self) -> dict[str, object]:
        winner, plies = self.judged.value
        verdict = self.judged.verdict
        return {
            "move": self.move,
            "winner": winner,
            "plies": plies,
            "verdict": verdict,
            "line": self.line,
            "why": self.why,
        }


class Analysis(NamedTuple):
    """A match as it stands, judged."""

    match: Match
    judgement: Judgement
    moves: list[AnalysedMove]

    def as_json(self) -> dict[str, object]:
        """The keys in this order: code, game, options, played, to_move, over, outcome, value, moves."""
        seen = view(self.match)
        seen["value"] = self.judgement.value.as_json()
        seen["moves"] = seen.pop("moves") and [move.as_json() for move in self.moves]
        return seen


def analyse(match: Match, adviser: Adviser | None = None) -> Analysis:
    """Judge every legal move of the match as it stands."""
    adviser = adviser or adviser_for(match.game, match.options)
    judgement = judge(match.position, adviser)
    return Analysis(match, judgement, [analysed(match.game, judgement, judged, adviser) for judged in judgement.moves])


def analysed(game: Any, judgement: Judgement, judged: Judged, adviser: Adviser) -> AnalysedMove:
    """One judged move with its reason and its line (left out where there are very many moves)."""
    limit = LONGEST_LINE if len(judgement.moves) <= _MOST_LINES else 0
    after = judgement.position.after(judged.move)
    line = [game.format_move(move) for move in best_line(after, adviser, limit)]
    return AnalysedMove(game.format_move(judged.move), judged, line, reason(game, judgement, judged, adviser))
