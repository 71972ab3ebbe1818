"""What is still to come from a position in mid-play: the best way on, and what it would be without some things."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.bitboard import bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.search import Layer, RouteSearch, starting_layer
from fathom.games.pyramid_puzzle.solve.solution import solve_from


class Outlook(NamedTuple):
    """The best way on. All MP are those still to be spent."""

    position: Position
    mp: int
    #: The first best way in the order of the pyramid; it begins with the tile stood on, if there is one.
    route: tuple[Tile, ...]
    #: Every tile of every best way.
    tiles: frozenset[Tile]

    @property
    def ahead(self) -> tuple[Tile, ...]:
        """The tiles still to be entered along the route."""
        return self.route if self.position.tile is None else self.route[1:]

    @property
    def collects(self) -> list[Tile]:
        """What the route still collects, in its order."""
        layout, taken = self.position.options.layout, self.position.taken
        wanted = {layout.key, layout.ladder, *layout.dynamite} - taken
        return [tile for tile in dict.fromkeys(self.ahead) if tile in wanted]

    @property
    def opens(self) -> list[Tile]:
        """The blocked tiles that the route still opens, in its order."""
        closed = self.position.still_blocked
        return [tile for tile in dict.fromkeys(self.ahead) if tile in closed]

    @property
    def comes_back_through(self) -> list[Tile]:
        """Those of the tiles it opens that it crosses more than once."""
        return [tile for tile in self.opens if self.ahead.count(tile) > 1]

    @property
    def outward(self) -> int:
        """How many moves of the route go outward."""
        return sum(split(there)[0] > split(here)[0] for here, there in pairwise(self.route))


def outlook(position: Position) -> Outlook | None:
    """The best way on, or None when the peak is out of reach."""
    answer = solve_from(position)
    if answer.mp is None or answer.routes is None:
        return None
    return Outlook(position, answer.mp, tuple(answer.routes.first()), frozenset(answer.routes.tiles()))


def least_mp_on(position: Position, *, no_ladder: bool = False, no_dynamite: bool = False) -> int | None:
    """The least MP still to be spent; on demand as if the ladder did not help, or no further tile could be opened."""
    board = bitboard(position.options.levels)
    things = encode_layout(position.options.layout, position.options.levels)
    start: Layer = starting_layer(board, things)
    if position.tile is not None:
        mode = sum(1 << board.bit_of[tile] for tile in position.taken | position.opened)
        start = {mode: 1 << board.bit_of[position.tile]}
    return RouteSearch(board, things.without(ladder=no_ladder, dynamite=no_dynamite)).run(start).cost
