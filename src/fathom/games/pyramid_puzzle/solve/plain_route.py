"""The plainest best route from a position, and what makes it pay: what the hints are about.

Among the best routes it is the first, in the order of the pyramid, that opens tiles only if dynamite pays off, uses the
ladder only if it has to, and has no twist if it can do without. So no hint asks for what another one calls needless.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, ThingSets, bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.outlook import Outlook
from fathom.games.pyramid_puzzle.solve.routes import (
    BestRoutes,
    Node,
    StepTest,
    is_inward,
    is_outward,
    is_second_crossing,
)
from fathom.games.pyramid_puzzle.solve.solution import best_routes_from, least_mp_from


class Twists(NamedTuple):
    """What every best route has in common."""

    comes_back: bool
    goes_outward: bool
    #: Is the first move between levels outward?
    goes_outward_first: bool


class PlainRoute(NamedTuple):
    """The plainest best route, with the least MP still to be spent in other ways; None if there is no way."""

    outlook: Outlook
    twists: Twists
    without_ladder: int | None
    without_dynamite: int | None
    without_both: int | None
    #: Does this route do without the ladder, or without opening a tile?
    leaves_ladder: bool
    leaves_dynamite: bool

    @property
    def wanted(self) -> list[Tile]:
        """The things that the route still needs to collect, in order: what merely lies on the way is not among them."""
        position, ahead = self.outlook.position, self.outlook
        layout, wanted = position.options.layout, []
        sticks = 0 if self.leaves_dynamite else len(ahead.opens) - position.sticks
        for tile in ahead.collects:
            if tile == layout.key or (tile == layout.ladder and not self.leaves_ladder):
                wanted.append(tile)
            elif tile in layout.dynamite and sticks > 0:
                sticks -= 1
                wanted.append(tile)
        return wanted


def find_plain_route(position: Position, routes: BestRoutes, meter: Meter = UNLIMITED) -> PlainRoute:
    """The plainest of the best routes from a position."""
    board = bitboard(position.options.levels)
    things = encode_layout(position.options.layout, position.options.levels)
    without_dynamite = least_mp_from(position, meter, no_dynamite=True)
    without_ladder = without_both = None
    if not position.has_ladder:
        without_ladder = least_mp_from(position, meter, no_ladder=True)
        without_both = least_mp_from(position, meter, no_ladder=True, no_dynamite=True)
    leaves_dynamite = without_dynamite == routes.cost
    leaves_ladder = (without_both if leaves_dynamite else without_ladder) == routes.cost
    left = best_routes_from(position, meter, no_ladder=leaves_ladder, no_dynamite=leaves_dynamite)
    assert left, "what is left out does not pay"
    tiles = left.first_without(_twist(board, _still_closed(position, things)))
    return PlainRoute(
        Outlook(position, routes.cost, tuple(tiles), frozenset(routes.tiles())),
        _find_twists(position, board, things, routes),
        without_ladder,
        without_dynamite,
        without_both,
        leaves_ladder,
        leaves_dynamite,
    )


def _find_twists(position: Position, board: Bitboard, things: ThingSets, routes: BestRoutes) -> Twists:
    closed = _still_closed(position, things)

    def outward(here: Node, there: Node) -> bool:
        return is_outward(board, here, there)

    return Twists(
        comes_back=routes.share(lambda here, there: is_second_crossing(closed, here, there)),
        goes_outward=routes.share(outward),
        goes_outward_first=not any(is_inward(board, here, there) for here, there in routes.steps_before(outward)),
    )


def _twist(board: Bitboard, things: ThingSets) -> StepTest:
    return lambda here, there: is_outward(board, here, there) or is_second_crossing(things, here, there)


def _still_closed(position: Position, things: ThingSets) -> ThingSets:
    """The same things with only those tiles blocked that are not open yet."""
    index = bitboard(position.options.levels).bit_of
    return things._replace(blocked=sum(1 << index[tile] for tile in position.still_blocked))
