"""How hard a puzzle is: features that are measured exactly, and the grade that the panel gives it.

    rate(Options()).mp == 12        rate(Options()).routes == 5        rate(Options()).grade == "medium"

An item is the ladder or a stick of dynamite, but not the key.

- *needed*: without this one item the least MP would be more, or there would be no route at all.
- *decoy*: no best route collects this item (so without it, the best routes would be the same).
- *tempting*: a decoy that some route can collect for at most two MP over the best.
- *greedy gap*: what the greedy walker (see `greedy`) spends over the best; None if it never gets there.
- *alternatives*: moves other than those of the best route that lead to at most two MP over the best, at every step.
- *twist*: a move outward, or a second crossing of a tile that the route opened.

Every puzzle with a solution has exactly one grade, by the solver with the least foresight that finds a best route
(see `panel`):

    easy       the greedy one
    medium     the one that looks two decisions ahead
    hard       the one that looks four decisions ahead, or none of them
    fiendish   none of them, and every best route has a twist
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypedDict

from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.make.alternatives import count_alternatives
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp, least_mp_collecting
from fathom.games.pyramid_puzzle.make.panel import FORESIGHT, Solver, finds
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import (
    Bitboard,
    ThingSets,
    TileSet,
    bitboard,
    encode_layout,
    tile_numbers,
)
from fathom.games.pyramid_puzzle.solve.codes import write_puzzle_code
from fathom.games.pyramid_puzzle.solve.routes import BestRoutes, is_outward, is_second_crossing
from fathom.games.pyramid_puzzle.solve.search import RouteSearch, search_routes
from fathom.games.pyramid_puzzle.solve.solution import solve

Grade = Literal["easy", "medium", "hard", "fiendish"]
EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"
FIENDISH: Final = "fiendish"
GRADES: tuple[Grade, ...] = (EASY, MEDIUM, HARD, FIENDISH)
TEMPTING = 2


class Rating(NamedTuple):
    """The measurements. Crossings, outward moves and alternatives are those of the first best route.

    >>> import fathom
    >>> rating = fathom.puzzles.read("pyramid-puzzle").rate()
    >>> rating.grade, rating.mp, rating.routes, rating.greedy_gap
    ('medium', 12, 5, 1)
    >>> rating.found_by
    ('two', 'four')
    """

    mp: int | None
    routes: int
    greedy_mp: int | None
    needed: tuple[Tile, ...]
    decoys: tuple[Tile, ...]
    tempting: tuple[Tile, ...]
    crossed_twice: tuple[Tile, ...]
    opened_twice: tuple[Tile, ...]
    outward: int
    alternatives: int
    found_by: tuple[Solver, ...]
    grade: Grade | None

    @property
    def greedy_gap(self) -> int | None:
        """What greed costs over the best; None if the greedy walker fails, or there is no solution."""
        return None if self.mp is None or self.greedy_mp is None else self.greedy_mp - self.mp


_UNSOLVABLE = Rating(None, 0, None, (), (), (), (), (), 0, 0, (), None)


def rate(options: Options) -> Rating:
    """The features and the grade of any puzzle; one without a solution has no grade."""
    board, things = bitboard(options.levels), encode_layout(options.layout, options.levels)
    found = search_routes(board, things)
    if found.cost is None:
        return _UNSOLVABLE
    routes = BestRoutes(found)
    decoys = things.items & ~things.key & ~route_tiles(board, routes)
    features = RouteFeatures.of(routes.first(), options.layout.blocked)
    greedy = greedy_mp(board, things)
    solvers = _found_by(board, things, routes, greedy)
    return Rating(
        mp=found.cost,
        routes=routes.count_apart_from_start(),
        greedy_mp=greedy,
        needed=_tile_names(board, needed_items(board, things, found.cost)),
        decoys=_tile_names(board, decoys),
        tempting=_tile_names(board, _tempting(board, things, decoys, found)),
        crossed_twice=features.crossed_twice,
        opened_twice=features.opened_twice,
        outward=features.outward,
        alternatives=count_alternatives(options, routes),
        found_by=solvers,
        grade=_grade(board, things, routes, solvers),
    )


def grade_puzzle(options: Options) -> Grade | None:
    """Only the grade: quicker than `rate`. None if there is no solution."""
    board, things = bitboard(options.levels), encode_layout(options.layout, options.levels)
    found = search_routes(board, things)
    if found.cost is None:
        return None
    routes = BestRoutes(found)
    return _grade(board, things, routes, _found_by(board, things, routes, greedy_mp(board, things)))


def _found_by(board: Bitboard, things: ThingSets, routes: BestRoutes, greedy: int | None) -> tuple[Solver, ...]:
    """The solvers of the panel that find a best route, those with less foresight first."""
    first: tuple[Solver, ...] = ("greedy",) if greedy == routes.cost else ()
    return (*first, *(name for name, depth in FORESIGHT.items() if finds(board, things, routes, depth)))


def _grade(board: Bitboard, things: ThingSets, routes: BestRoutes, found_by: Collection[Solver]) -> Grade:
    if "greedy" in found_by:
        return EASY
    if "two" in found_by:
        return MEDIUM
    return FIENDISH if "four" not in found_by and _share_twist(board, things, routes) else HARD


def _share_twist(board: Bitboard, things: ThingSets, routes: BestRoutes) -> bool:
    """Does every best route move outward, or cross twice a tile that it opened?"""
    return routes.share(lambda here, there: is_outward(board, here, there) or is_second_crossing(things, here, there))


class RouteFeatures(NamedTuple):
    """What a route does beyond going in and around."""

    crossed_twice: tuple[Tile, ...]
    opened_twice: tuple[Tile, ...]
    outward: int

    @property
    def has_twist(self) -> bool:
        return bool(self.outward or self.opened_twice)

    @staticmethod
    def of(route: list[Tile], blocked: Collection[Tile]) -> RouteFeatures:
        twice = tuple(sorted({tile for tile in route if route.count(tile) > 1}, key=split))
        outward = sum(split(there)[0] > split(here)[0] for here, there in pairwise(route))
        return RouteFeatures(twice, tuple(tile for tile in twice if tile in blocked), outward)


def needed_items(board: Bitboard, things: ThingSets, cost: int) -> TileSet:
    """The items without which (one at a time) the least MP would be more than `cost`."""
    needed = 0
    for tile in tile_numbers(things.items & ~things.key):
        if search_routes(board, without_item(things, 1 << tile)).cost != cost:
            needed |= 1 << tile
    return needed


def without_item(things: ThingSets, item: TileSet) -> ThingSets:
    """The same puzzle without an item."""
    return things._replace(ladder=things.ladder & ~item, sticks=things.sticks & ~item)


def route_tiles(board: Bitboard, routes: BestRoutes) -> TileSet:
    """Every tile of the best routes, as a set of tiles."""
    return sum(1 << board.bit_of[tile] for tile in routes.tiles())


def _tempting(board: Bitboard, things: ThingSets, decoys: TileSet, found: RouteSearch) -> TileSet:
    assert found.cost is not None
    tempting = 0
    for tile in tile_numbers(decoys):
        cost = least_mp_collecting(board, things, 1 << tile)
        if cost is not None and cost <= found.cost + TEMPTING:
            tempting |= 1 << tile
    return tempting


def _tile_names(board: Bitboard, tiles: TileSet) -> tuple[Tile, ...]:
    return tuple(board.tiles[tile] for tile in tile_numbers(tiles))


# ------------------------------------------------------------------ as data


class RatingDict(TypedDict):
    """A rating as data, with the keys in the documented order; `reason` says why a puzzle has no solution."""

    code: str
    mp: int | None
    routes: int
    greedy_mp: int | None
    greedy_gap: int | None
    needed: list[Tile]
    decoys: list[Tile]
    tempting: list[Tile]
    crossed_twice: list[Tile]
    opened_twice: list[Tile]
    outward: int
    alternatives: int
    found_by: list[Solver]
    grade: Grade | None
    reason: str | None


def rating_dict(options: Options, rating: Rating) -> RatingDict:
    """The rating of a puzzle as data."""
    return {
        "code": write_puzzle_code(options),
        "mp": rating.mp,
        "routes": rating.routes,
        "greedy_mp": rating.greedy_mp,
        "greedy_gap": rating.greedy_gap,
        "needed": list(rating.needed),
        "decoys": list(rating.decoys),
        "tempting": list(rating.tempting),
        "crossed_twice": list(rating.crossed_twice),
        "opened_twice": list(rating.opened_twice),
        "outward": rating.outward,
        "alternatives": rating.alternatives,
        "found_by": list(rating.found_by),
        "grade": rating.grade,
        "reason": None if rating.grade else solve(options).reason,
    }
