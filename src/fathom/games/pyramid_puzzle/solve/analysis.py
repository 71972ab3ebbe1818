"""A puzzle with what every move leads to, in MP: the room's own analysis, as data."""

from __future__ import annotations

from typing import Any

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.reasons import MoveCost, move_costs, why
from fathom.games.pyramid_puzzle.solve.solution import solve_from
from fathom.show.view import standing

BEST, ONLY, OVER, LOST, FORCED = "best", "only", "over", "lost", "forced"


def analysis_json(match: Match) -> dict[str, Any]:
    """The keys of every analysis; a value is the least MP in all, or null when the peak is out of reach."""
    seen = standing(match)
    position = match.position
    rest = None if match.outcome else solve_from(position).mp
    total = position.mp if match.outcome and match.outcome.winner else None if rest is None else position.mp + rest
    seen["value"] = {"mp": total}
    costs = [] if match.outcome else move_costs(position)
    seen["moves"] = [_move_json(match, cost, costs) for cost in costs]
    return seen


def _move_json(match: Match, cost: MoveCost, costs: list[MoveCost]) -> dict[str, Any]:
    answer = solve_from(match.position.after(cost.move))
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
