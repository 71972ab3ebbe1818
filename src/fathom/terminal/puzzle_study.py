"""`fathom analyze` on a puzzle: what every move leads to, in MP."""

from __future__ import annotations

from typing import Any

from fathom import games
from fathom.core.match import Match
from fathom.core.text import Canvas
from fathom.core.view import view
from fathom.games.pyramid_puzzle.answers import from_here
from fathom.games.pyramid_puzzle.move_costs import MoveCost, move_costs, why

BEST, ONLY, OVER, LOST, FORCED = "best", "only", "over", "lost", "forced"
_LISTED = 12


def analysis_json(match: Match) -> dict[str, Any]:
    """The keys of every analysis; a value is the least MP in all, or null when the peak is out of reach."""
    seen = view(match)
    position = match.position
    rest = None if match.outcome else from_here(position).mp
    total = position.mp if match.outcome and match.outcome.winner else None if rest is None else position.mp + rest
    seen["value"] = {"mp": total}
    costs = [] if match.outcome else move_costs(position)
    seen.pop("moves")
    seen["moves"] = [_move_json(match, cost, costs) for cost in costs]
    return seen


def _move_json(match: Match, cost: MoveCost, costs: list[MoveCost]) -> dict[str, Any]:
    answer = from_here(match.position.after(cost.move))
    return {
        "move": match.game.format_move(cost.move),
        "mp": cost.total,
        "over": cost.over,
        "verdict": verdict(cost, costs),
        "line": answer.routes.first()[1:] if answer.routes else [],
        "why": why(match.position, cost.move),
    }


def verdict(cost: MoveCost, costs: list[MoveCost]) -> str:
    """`best`, or `only` if no other move is; `over` the best, `lost` when the peak is out of reach, `forced`."""
    if len(costs) == 1:
        return FORCED
    if cost.total is None:
        return LOST
    if cost.over:
        return OVER
    return ONLY if sum(other.over == 0 for other in costs) == 1 else BEST


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
        lines.append(f"The other {len(costs) - len(shown)} moves cost more.")
    return lines
