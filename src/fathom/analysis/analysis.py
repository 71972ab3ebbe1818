"""A position with the exact value of every move, as data: what `fathom analyze --json` prints."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from fathom import games
from fathom.analysis.adviser import ADVISERS_REMEMBERED, Adviser, adviser_for
from fathom.analysis.judge import LONGEST_LINE, Judged, Judgement, best_line, judge
from fathom.analysis.words import reason
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Game
from fathom.core.match import Match
from fathom.core.memory import Memory
from fathom.core.options import Options
from fathom.show.view import standing

_text = json.JSONEncoder(ensure_ascii=False).encode
_MOST_LINES = 1000
#: Moves in all the lines of the analyses that are remembered for one game.
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
        return {**standing(self.match), **_values_json(self.judgement, self.moves)}


def analyse(match: Match, meter: Meter = UNLIMITED) -> Analysis:
    """Judge every legal move of the match as it stands."""
    adviser = adviser_for(match.game, match.options, meter)
    judgement = judge(match.position, adviser)
    return Analysis(match, judgement, () if match.outcome else _analysed(match.game, judgement, adviser))


def analysis_json(match: Match, meter: Meter = UNLIMITED) -> dict[str, Any]:
    """A match as it stands with every move judged: by the room where its values are its own, else by the coach."""
    own = games.analysis(match.game.name)
    return own(match) if own else analyse(match, meter).as_json()


def analysis_text(match: Match, meter: Meter = UNLIMITED) -> str:
    """`analysis_json(match)` as text. What it says of a position is remembered: openings come up again and again."""
    if match.outcome or games.analysis(match.game.name):  # it may be a resignation, of which the position knows nothing
        return _text(analysis_json(match, meter))
    known = _values_known(match.game, match.options)
    values = known.get(match.position) or known.keep(match.position, _values_text(match, meter))
    return f"{_text(standing(match))[:-1]}, {values[1:]}"  # two objects become one


@lru_cache(maxsize=ADVISERS_REMEMBERED)
def _values_known(game: Game[Any], options: Options) -> Memory[Any, str]:
    """position -> its value and its moves as text, of as many positions as are remembered."""
    longest = min(game.longest(options) or LONGEST_LINE, LONGEST_LINE)
    return Memory(_MOVES_REMEMBERED // (longest * len(game.actions(options))))


def _values_text(match: Match, meter: Meter) -> str:
    adviser = adviser_for(match.game, match.options, meter)
    judgement = judge(match.position, adviser)
    return _text(_values_json(judgement, _analysed(match.game, judgement, adviser)))


def _values_json(judgement: Judgement, moves: tuple[AnalysedMove, ...]) -> dict[str, object]:
    return {"value": judgement.value.as_json(), "moves": [move.as_json() for move in moves]}


def _analysed(game: Game[Any], judgement: Judgement, adviser: Adviser) -> tuple[AnalysedMove, ...]:
    """The judged moves with their reasons and lines (which are left out where there are very many moves)."""
    limit = LONGEST_LINE if len(judgement.moves) <= _MOST_LINES else 0
    return tuple([_explained(game, judgement, judged, adviser, limit) for judged in judgement.moves])


def _explained(game: Game[Any], judgement: Judgement, judged: Judged, adviser: Adviser, limit: int) -> AnalysedMove:
    adviser.meter.tick()
    after = judgement.position.after(judged.move)
    line = tuple([game.format_move(move) for move in best_line(after, adviser, limit)])
    return AnalysedMove(game.format_move(judged.move), judged, line, reason(game, judgement, judged, adviser))
