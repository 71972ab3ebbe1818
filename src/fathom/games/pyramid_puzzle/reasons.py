"""What each move of a position leads to, and why: exact totals, and sentences that state only exact facts.

    move_costs(position)          ->  [MoveCost(Move("D1"), total=12, over=0), ...]
    why(position, Move("E24"))    ->  "E24 leads to 13 MP in all, 1 over the best, which is D1. The ladder ..."

A total is what has been spent so far, what the move costs, and the least that can follow.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.memory import Memory
from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.rules import GAME, Move, Position
from fathom.games.pyramid_puzzle.solve.outlook import Outlook, outlook
from fathom.games.pyramid_puzzle.solve.solution import least_mp_from

_NAMED = 3


class MoveCost(NamedTuple):
    """A move, the MP in all with the best play after it, and how much that is over the best move.

    `total` and `over` are None if the move puts the peak out of reach.
    """

    move: Move
    total: int | None
    over: int | None


#: A cache of the last ones: every reason about a position needs the costs of all its moves.
_known_costs: Memory[Position, list[MoveCost]] = Memory(64)


def move_costs(position: Position, meter: Meter = UNLIMITED) -> list[MoveCost]:
    """Every legal move in the order of the rules."""
    known = _known_costs.get(position)
    return _known_costs.keep(position, _find_costs(position, meter)) if known is None else known


def _find_costs(position: Position, meter: Meter) -> list[MoveCost]:
    totals = [(move, _total(position.after(move), meter)) for move in position.moves()]
    best = min((total for _, total in totals if total is not None), default=None)
    return [MoveCost(move, total, _subtract(total, best)) for move, total in totals]


def _total(position: Position, meter: Meter) -> int | None:
    return _add(position.mp, least_mp_from(position, meter))


def _add(spent: int, rest: int | None) -> int | None:
    return None if rest is None else spent + rest


def _subtract(total: int | None, best: int | None) -> int | None:
    return None if total is None or best is None else total - best


# ------------------------------------------------------------------ facts


class Ladder(NamedTuple):
    """What the ladder does for a route that collects it.

    `detour`: how much more than the best route without the ladder it would cost if the ladder did nothing.
    `saves`: its inward moves once the ladder is held. `without`: the least MP in all if the ladder did nothing.
    """

    tile: Tile
    detour: int
    saves: int
    without: int


class Dynamite(NamedTuple):
    """The tiles that a route opens, and the least MP in all if no further tile could be opened."""

    opens: tuple[Tile, ...]
    without: int | None


class Grounds(NamedTuple):
    """The facts about a move, and about the first best route that begins with it."""

    move: Move
    cost: MoveCost
    best: tuple[Move, ...]
    ladder: Ladder | None
    dynamite: Dynamite | None
    #: Does the move spend a stick, and is it the last in hand?
    spends: bool
    spends_last: bool
    #: Would the ladder have paid off, and does no best route collect it after this move?
    misses_ladder: bool


def grounds(position: Position, move: Move, meter: Meter = UNLIMITED) -> Grounds:
    """The facts about a legal move; raises `IllegalMove` for any other."""
    after = position.after(move)
    costs = move_costs(position, meter)
    ahead = outlook(after, meter)
    opened = len(after.opened) > len(position.opened)
    return Grounds(
        move=move,
        cost=next(cost for cost in costs if cost.move == move),
        best=tuple(cost.move for cost in costs if cost.over == 0),
        ladder=_ladder(position, after, ahead, meter) if ahead else None,
        dynamite=_dynamite(position, after, ahead, meter) if ahead else None,
        spends=opened,
        spends_last=opened and position.sticks == 1,
        misses_ladder=ahead is not None and _misses_ladder(position, after, ahead, meter),
    )


def _ladder(position: Position, after: Position, ahead: Outlook, meter: Meter) -> Ladder | None:
    """The facts if the move or the route after it collects the ladder, else None."""
    tile = position.options.layout.ladder
    route = (after.tile, *ahead.ahead)
    if tile is None or position.has_ladder or tile not in route:
        return None
    held = route[route.index(tile) :]
    saves = sum(split(there)[0] < split(here)[0] for here, there in pairwise(held) if here and there)
    without = _add(position.mp, least_mp_from(position, meter, no_ladder=True))
    assert without is not None, "a ladder opens no way that was closed"
    return Ladder(tile, after.mp + ahead.mp + saves - without, saves, without)


def _dynamite(position: Position, after: Position, ahead: Outlook, meter: Meter) -> Dynamite | None:
    opens = (*sorted(after.opened - position.opened), *ahead.opens)
    without = _add(position.mp, least_mp_from(position, meter, no_dynamite=True)) if opens else None
    return Dynamite(opens, without) if opens else None


def _misses_ladder(position: Position, after: Position, ahead: Outlook, meter: Meter) -> bool:
    ladder = position.options.layout.ladder
    if ladder is None or after.has_ladder or ladder in ahead.tiles:
        return False
    return least_mp_from(position, meter, no_ladder=True) != least_mp_from(position, meter)


# ------------------------------------------------------------------ sentences


def why(position: Position, move: Move, meter: Meter = UNLIMITED) -> str:
    """What the move leads to, and why, in sentences that are all exactly true."""
    facts = grounds(position, move, meter)
    said = [_verdict(facts), *_on_sticks(facts)]
    if facts.ladder and not (facts.spends and facts.cost.over):
        said.append(_on_ladder(facts.ladder, facts.cost))
    if facts.dynamite:
        said.append(_on_dynamite(facts.dynamite, facts.cost))
    if facts.misses_ladder and facts.cost.over:
        said.append(f"The ladder on {position.options.layout.ladder} would pay, but after this move it no longer does.")
    return " ".join(said)


def _verdict(facts: Grounds) -> str:
    name, (_, total, over) = GAME.format_move(facts.move), facts.cost
    if not facts.best:
        return "There is no way to the peak from here, whatever the move."
    if total is None:
        return f"After {name} there is no way to the peak; the best is {_list_moves(facts.best)}."
    if over:
        return f"{name} leads to {total} MP in all, {over} over the best, which is {_list_moves(facts.best)}."
    if len(facts.best) == 1:
        return f"{name} is the one best move: {total} MP in all."
    return f"{name} is a best move: {total} MP in all."


def _list_moves(moves: tuple[Move, ...]) -> str:
    names = [GAME.format_move(move) for move in moves]
    if len(names) > _NAMED + 1:
        return f"{', '.join(names[:_NAMED])} or one of {len(names) - _NAMED} others"
    return enumerate_words(names, "or")


def _on_sticks(facts: Grounds) -> list[str]:
    if not facts.spends or facts.cost.over == 0:
        return []
    return [f"It spends {'the last stick in hand' if facts.spends_last else 'a stick'} on {facts.move.tile}."]


def _on_ladder(ladder: Ladder, cost: MoveCost) -> str:
    tile, detour, saves, without = ladder
    if detour == 0:
        return f"The ladder on {tile} lies on the way and saves {saves} MP."
    balance = "only " if saves < detour else ""
    against = f"{cost.total} MP in all with it, {without} on the best way without it"
    return f"The ladder on {tile} costs a detour of {detour} MP and saves {balance}{saves}: {against}."


def _on_dynamite(dynamite: Dynamite, cost: MoveCost) -> str:
    opens, without = enumerate_words(dynamite.opens), dynamite.without
    assert cost.total is not None
    if without is None:
        return f"The way opens {opens}; without dynamite there would be none."
    if without > cost.total:
        return f"Opening {opens} saves {without - cost.total} MP: the best way without dynamite takes {without} in all."
    if without == cost.total:
        return f"Opening {opens} saves nothing: the best way without dynamite takes {without} MP in all as well."
    return f"Opening {opens} does not pay: the best way without dynamite takes {without} MP in all."
