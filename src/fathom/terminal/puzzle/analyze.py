"""`fathom analyze` on a puzzle: what every move leads to, in MP."""

from __future__ import annotations

from collections.abc import Sequence

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import reason
from fathom.analysis.judge import Judged, judge
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.match import AnyMatch
from fathom.games.pyramid_puzzle.rules import puzzle_position
from fathom.show.canvas import Canvas

_LISTED = 12


def analysis_lines(match: AnyMatch, canvas: Canvas, meter: Meter = UNLIMITED) -> list[str]:
    """The board, the least MP, and every move; if there are very many, the best and a count of the others."""
    lines = [*games.room(match.game.name).text.board(match, canvas), ""]
    adviser = adviser_for(match.game, match.options, meter)
    if match.outcome:
        spent = puzzle_position(match).mp
        return [*lines, canvas.strong(f"The walk is over: {match.outcome.reason}, after {spent} MP.")]
    judgement = judge(match.position, adviser, match.game.measure)
    mp, moves = judgement.value.mp, judgement.moves
    best = "The peak is out of reach from here." if mp is None else f"The best from here is {mp} MP in all."
    lines += [canvas.strong(best), ""]
    shown = moves if len(moves) <= _LISTED else [one for one in moves if mp and one.value.mp == mp] or moves[:_LISTED]
    for judged in shown:
        head = f"{match.game.format_move(judged.move)}  {judged.verdict}"
        why = reason(match.game, judgement, judged, adviser)
        lines += [canvas.strong(head), *(f"  {part}" for part in canvas.wrap(why, "  "))]
    if len(shown) < len(moves):
        lines.append(f"The other {len(moves) - len(shown)} moves {_fare([one for one in moves if one not in shown])}.")
    return lines


def _fare(others: Sequence[Judged]) -> str:
    """What the moves that are not listed lead to."""
    lost = sum(other.value.mp is None for other in others)
    if lost == len(others):
        return "do not reach the peak"
    return "cost more, or do not reach the peak" if lost else "cost more"
