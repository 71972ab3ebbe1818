"""`fathom analyze` on a puzzle: what every move leads to, in MP."""

from __future__ import annotations

from collections.abc import Sequence

from fathom import games
from fathom.core.match import Match
from fathom.games.pyramid_puzzle.reasons import MoveCost, move_costs, why
from fathom.games.pyramid_puzzle.solve.analysis import verdict
from fathom.show.text import Canvas

_LISTED = 12


def analysis_lines(match: Match, canvas: Canvas) -> list[str]:
    """The board, the least MP, and every move; of very many, the best and how many there are of the others."""
    lines = [*games.text(match.game.name).board(match, canvas), ""]
    if match.outcome:
        return [*lines, canvas.strong(f"The walk is over: {match.outcome.reason}, after {match.position.mp} MP.")]
    costs = move_costs(match.position)
    totals = [cost.total for cost in costs if cost.total is not None]
    best = f"{min(totals)} MP in all is the best from here." if totals else "The peak is out of reach from here."
    lines += [canvas.strong(best), ""]
    shown = costs if len(costs) <= _LISTED else [cost for cost in costs if cost.over == 0] or costs[:_LISTED]
    for cost in shown:
        head = f"{match.game.format_move(cost.move)}  {verdict(cost, costs)}"
        lines += [canvas.strong(head), *(f"  {part}" for part in canvas.wrap(why(match.position, cost.move), "  "))]
    if len(shown) < len(costs):
        lines.append(f"The other {len(costs) - len(shown)} moves {_fare([one for one in costs if one not in shown])}.")
    return lines


def _fare(others: Sequence[MoveCost]) -> str:
    """How moves do that are worse than those listed."""
    lost = sum(other.total is None for other in others)
    if lost == len(others):
        return "do not reach the peak"
    return "cost more, or do not reach the peak" if lost else "cost more"
