"""The solution of a puzzle: its least cost, its best routes, and what each thing is worth."""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import PEAK, Tile
from fathom.games.pyramid_puzzle.rules import Options, Position
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.eye import BoundedSearch
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes
from fathom.games.pyramid_puzzle.solve.search import Layer, RouteSearch, search_routes, starting_layer


class Solution(NamedTuple):
    """The least MP and the best routes of a puzzle, or the reason why there is none."""

    options: Options
    mp: int | None
    routes: BestRoutes | None
    reason: str | None


def solve(options: Options, start: Tile | None = None, meter: Meter = UNLIMITED) -> Solution:
    """The best routes of a puzzle, from any base tile or from the one given."""
    board, things = _encode(options)
    found = search_routes(board, things, None if start is None else 1 << board.bit_of[start], meter)
    return _conclude(options, found, start)


def best_routes_from(
    position: Position, meter: Meter = UNLIMITED, *, no_ladder: bool = False, no_dynamite: bool = False
) -> BestRoutes | None:
    """The best routes from a position, optionally as if the ladder did not help or no further tile could be opened."""
    found = _search_from(position, meter, no_ladder=no_ladder, no_dynamite=no_dynamite)
    return None if found.cost is None else BestRoutes(found)


def solve_from(position: Position, meter: Meter = UNLIMITED) -> Solution:
    """The best routes from any position; MP spent so far are not counted."""
    if position.tile is None:
        return solve(position.options, meter=meter)
    board, things = _encode(position.options)
    found = RouteSearch(board, things, meter).run(_layer_of(board, position, position.tile))
    return _conclude(position.options, found, position.tile, has_key=position.has_key)


def least_mp(options: Options) -> int | None:
    """Only the least MP: quicker than `solve`."""
    return search_routes(*_encode(options)).cost


def least_mp_from(
    position: Position, meter: Meter = UNLIMITED, *, no_ladder: bool = False, no_dynamite: bool = False
) -> int | None:
    """The least MP still to be spent, optionally as if the ladder did not help or no further tile could be opened."""
    return _search_from(position, meter, no_ladder=no_ladder, no_dynamite=no_dynamite).cost


def _search_from(position: Position, meter: Meter, *, no_ladder: bool, no_dynamite: bool) -> RouteSearch:
    board, things = _encode(position.options)
    start = _starting_from(board, things, position)
    return RouteSearch(board, things.without(ladder=no_ladder, dynamite=no_dynamite), meter).run(start)


def is_within(position: Position, mp: int) -> bool:
    """Can the peak be reached from here for at most `mp` more? Quicker than `least_mp_from`."""
    board, things = _encode(position.options)
    return BoundedSearch(board, things, mp).run(_starting_from(board, things, position)).cost is not None


def least_mp_by_start(options: Options) -> dict[Tile, int | None]:
    """The least MP from each base tile that is not blocked."""
    board, things = _encode(options)
    free = [tile for tile in board.tiles if board.base >> board.bit_of[tile] & 1 and tile not in options.layout.blocked]
    return {tile: search_routes(board, things, 1 << board.bit_of[tile]).cost for tile in free}


class Without(NamedTuple):
    """The least MP if things are taken away; None if there is no route left."""

    ladder: int | None
    dynamite: int | None
    both: int | None


def least_mp_without(options: Options, start: Tile | None = None) -> Without:
    """From any base tile, or from the one given."""
    board, things = _encode(options)
    tiles = None if start is None else 1 << board.bit_of[start]
    return Without(
        search_routes(board, things.without(ladder=True), tiles).cost,
        search_routes(board, things.without(dynamite=True), tiles).cost,
        search_routes(board, things.without(ladder=True, dynamite=True), tiles).cost,
    )


def _encode(options: Options) -> tuple[Bitboard, ThingSets]:
    return bitboard(options.levels), encode_layout(options.layout, options.levels)


def _starting_from(board: Bitboard, things: ThingSets, position: Position) -> Layer:
    return starting_layer(board, things) if position.tile is None else _layer_of(board, position, position.tile)


def _layer_of(board: Bitboard, position: Position, tile: Tile) -> Layer:
    """The layer with only the state of a position, to start a search from."""
    mode = sum(1 << board.bit_of[changed] for changed in position.taken | position.opened)
    return {mode: 1 << board.bit_of[tile]}


def _conclude(options: Options, found: RouteSearch, start: Tile | None, *, has_key: bool = False) -> Solution:
    if found.cost is not None:
        return Solution(options, found.cost, BestRoutes(found), None)
    why = _why_never(options, found) if start is None else _why_not_from(start, options, found, has_key=has_key)
    return Solution(options, None, None, why)


def _why_never(options: Options, found: RouteSearch) -> str:
    """Why no walk reaches the peak: the first obstacle on the way."""
    reached, board, key = found.reached_tiles(), found.board, options.layout.key
    if not reached:
        return "every base tile is blocked"
    if not reached >> board.bit_of[key] & 1:
        return f"the key on {key} is walled in"
    if not reached & board.from_inward[0]:
        return f"the peak {PEAK} is walled in"
    return f"no way leads from the key on {key} to the peak"


def _why_not_from(start: Tile, options: Options, found: RouteSearch, *, has_key: bool) -> str:
    """Why a walk from this tile does not reach the peak."""
    reached, key = found.reached_tiles(), options.layout.key
    if not reached:
        return f"{start} is blocked"
    if not has_key and not reached >> found.board.bit_of[key] & 1:
        return f"the key on {key} cannot be reached from {start}"
    return f"the peak cannot be reached from {start}"
