"""The best route from a position to the peak, and what it collects and opens."""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.solution import solve_from


class Outlook(NamedTuple):
    """The best route from a position. All MP are those still to be spent."""

    position: Position
    mp: int
    #: One best route, from the walker's tile if there is one.
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


def outlook(position: Position, meter: Meter = UNLIMITED) -> Outlook | None:
    """The best route, or None if the peak is out of reach."""
    solution = solve_from(position, meter)
    if solution.mp is None or solution.routes is None:
        return None
    return Outlook(position, solution.mp, tuple(solution.routes.first()), frozenset(solution.routes.tiles()))
