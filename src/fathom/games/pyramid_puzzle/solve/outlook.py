"""What is still to come from a position in mid-play: the best way on, and what it collects and opens."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.solution import Solution, solve_from


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


def outlook(position: Position, solution: Solution | None = None, meter: Meter = UNLIMITED) -> Outlook | None:
    """The best way on, or None when the peak is out of reach; a position that has been solved is not solved again."""
    solution = solution or solve_from(position, meter)
    if solution.mp is None or solution.routes is None:
        return None
    return Outlook(position, solution.mp, tuple(solution.routes.first()), frozenset(solution.routes.tiles()))
