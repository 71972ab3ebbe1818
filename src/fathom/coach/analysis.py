"""A position with the exact value of every move, as data: what `fathom analyze --json` prints."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from fathom.coach.adviser import ADVISERS_REMEMBERED, Adviser, adviser_for
from fathom.coach.judge import LONGEST_LINE, Judged, Judgement, best_line, judge
from fathom.coach.say import reason
from fathom.core.game import Game
from fathom.core.match import Match
from fathom.core.options import Options
from fathom.core.view import view

_MOST_LINES = 1000
#: Moves in all the lines that are remembered for one game.
_MOVES_REMEMBERED = 1 << 20


class AnalysedMove(NamedTuple):
    """One legal move: its verdict, the best play after it, and why."""

    move: str
    judged: Judged
    line: tuple[str, ...]
    why: str

    def as_json(self) -> dict[str, object]:
        winner, plies = self.judged.value
        verdict = self.judged.verdict
        return {
            "move": self.move,
            "winner": winner,
            "plies": plies,
            "verdict": verdict,
            "line": list(self.line),
            "why": self.why,
        }


class Analysis(NamedTuple):
    """A match as it stands, judged."""

    match: Match
    judgement: Judgement
    moves: tuple[AnalysedMove, ...]

    def as_json(self) -> dict[str, object]:
        """The keys in this order: code, game, options, played, to_move, over, outcome, value, moves."""
        seen = view(self.match)
        seen["value"] = self.judgement.value.as_json()
        seen["moves"] = seen.pop("moves") and [move.as_json() for move in self.moves]
        return seen


def analyse(match: Match, adviser: Adviser | None = None) -> Analysis:
    """Judge every legal move of the match as it stands."""
    analyst = _analyst(match.game, match.options, adviser or adviser_for(match.game, match.options))
    judgement, moves = analyst.analysed(match.position)
    return Analysis(match, judgement, moves)


class _Analyst:
    """Judges and explains the positions of one game, and remembers some: openings come up again and again."""

    def __init__(self, game: Game[Any], options: Options, adviser: Adviser) -> None:
        self.game = game
        self.adviser = adviser
        longest = min(game.longest(options) or LONGEST_LINE, LONGEST_LINE)
        most = longest * len(game.actions(options))
        self.analysed = lru_cache(_MOVES_REMEMBERED // most)(self._analysed)
        is_short = (game.longest(options) or LONGEST_LINE + 1) <= LONGEST_LINE
        self._line = lru_cache(_MOVES_REMEMBERED // longest)(self._short_line) if is_short else self._cut_line

    def _analysed(self, position: Any) -> tuple[Judgement, tuple[AnalysedMove, ...]]:
        judgement = judge(position, self.adviser)
        has_lines = len(judgement.moves) <= _MOST_LINES
        return judgement, tuple([self._explained(judgement, judged, has_lines) for judged in judgement.moves])

    def _explained(self, judgement: Judgement, judged: Judged, has_line: bool) -> AnalysedMove:
        """One judged move with its reason and its line (left out where there are very many moves)."""
        game, adviser = self.game, self.adviser
        line = self._line(judgement.position.after(judged.move)) if has_line else ()
        return AnalysedMove(game.format_move(judged.move), judged, line, reason(game, judgement, judged, adviser))

    def _short_line(self, position: Any) -> tuple[str, ...]:
        """The best line as texts: its first move, and the line after it, which may be remembered."""
        if position.outcome:
            return ()
        move, after = self.adviser.best(position)
        return (self.game.format_move(move), *self._line(after))

    def _cut_line(self, position: Any) -> tuple[str, ...]:
        """The beginning of a line that may be very long."""
        return tuple(self.game.format_move(move) for move in best_line(position, self.adviser))


_analyst = lru_cache(maxsize=ADVISERS_REMEMBERED)(_Analyst)
