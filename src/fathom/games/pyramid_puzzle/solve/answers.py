"""What there is to know about a puzzle: its least cost, its best routes, and what each thing is worth."""

from __future__ import annotations

from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import PEAK, Tile
from fathom.games.pyramid_puzzle.rules import Options, Position
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.search import Ground, Search, Things, ground, search, things_of


class Answer(NamedTuple):
    """The least MP and the best routes, or the reason why there is none."""

    options: Options
    mp: int | None
    routes: BestRoutes | None
    reason: str | None


def solve(options: Options, start: Tile | None = None) -> Answer:
    """The best routes of a puzzle, from any base tile or from the one given."""
    field, things = _compiled(options)
    found = search(field, things, None if start is None else 1 << field.bit_of[start])
    if found.cost is None:
        return Answer(options, None, None, _why_none(options, found, start))
    return Answer(options, found.cost, BestRoutes(found), None)


def least_mp(options: Options) -> int | None:
    """Only the least MP: quicker than `solve`."""
    return search(*_compiled(options)).cost


def least_mp_by_start(options: Options) -> dict[Tile, int | None]:
    """The least MP from each base tile that is not blocked."""
    field, things = _compiled(options)
    free = [tile for tile in field.tiles if field.base >> field.bit_of[tile] & 1 and tile not in options.layout.blocked]
    return {tile: search(field, things, 1 << field.bit_of[tile]).cost for tile in free}


class Without(NamedTuple):
    """The least MP when things are taken away; None when there is no route left."""

    ladder: int | None
    dynamite: int | None
    both: int | None


def least_mp_without(options: Options) -> Without:
    field, things = _compiled(options)
    return Without(
        search(field, things.without(ladder=True)).cost,
        search(field, things.without(dynamite=True)).cost,
        search(field, things.without(ladder=True, dynamite=True)).cost,
    )


def from_here(position: Position) -> Answer:
    """The best ways on from a position in mid-play; its MP so far are not counted."""
    if position.tile is None:
        return solve(position.options)
    field, things = _compiled(position.options)
    mode = sum(1 << field.bit_of[tile] for tile in position.taken | position.opened)
    found = Search(field, things).run({mode: 1 << field.bit_of[position.tile]})
    if found.cost is None:
        return Answer(position.options, None, None, _why_none(position.options, found, position.tile))
    return Answer(position.options, found.cost, BestRoutes(found), None)


def _compiled(options: Options) -> tuple[Ground, Things]:
    return ground(options.levels), things_of(options.layout, options.levels)


def _why_none(options: Options, found: Search, start: Tile | None) -> str:
    """Why the peak cannot be reached, as far as one reason can be told."""
    reached = found.reached()
    if not reached:
        return "every base tile is blocked" if start is None else f"{start} is blocked"
    if not reached >> found.ground.bit_of[options.layout.key] & 1:
        return f"the key on {options.layout.key} is walled in"
    return f"the peak {PEAK} is walled in"
