"""The best route from a position to the peak, and what it collects and opens."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.solution import Solution, solve_from


class Outlook(NamedTuple):
    """The best route from a position. All MP are those still to be spent."""

    position: Position
    mp: int
    #: The first best route in the order of the pyramid, from the walker's tile if there is one.
    route: tuple[Tile, ...]
    #: Every tile of every best route.
    tiles: frozenset[Tile]

    @property
    def ahead(self) -> tuple[Tile, ...]:
        """The tiles still to be entered along the route."""
        return self.route if self.position.tile is None else self.route[1:]

    @property
    def collects(self) -> list[Tile]:
        """The things that the route still collects, in order."""
        layout, taken = self.position.options.layout, self.position.taken
        wanted = {layout.key, layout.ladder, *layout.dynamite} - taken
        return [tile for tile in dict.fromkeys(self.ahead) if tile in wanted]

    @property
    def opens(self) -> list[Tile]:
        """The blocked tiles that the route still opens, in order."""
        closed = self.position.still_blocked
        return [tile for tile in dict.fromkeys(self.ahead) if tile in closed]

    @property
    def comes_back_through(self) -> list[Tile]:
        """The tiles that it opens and crosses more than once."""
        return [tile for tile in self.opens if self.ahead.count(tile) > 1]

    @property
    def outward(self) -> int:
        """The number of moves of the route that go outward."""
        return sum(split(there)[0] > split(here)[0] for here, there in pairwise(self.route))


def outlook(position: Position, solution: Solution | None = None, meter: Meter = UNLIMITED) -> Outlook | None:
    """The best route, or None if the peak is out of reach. Pass `solution` to avoid solving again."""
    solution = solution or solve_from(position, meter)
    if solution.mp is None or solution.routes is None:
        return None
    return Outlook(position, solution.mp, tuple(solution.routes.first()), frozenset(solution.routes.tiles()))
