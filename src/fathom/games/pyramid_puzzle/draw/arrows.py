"""A walk on a drawing of the pyramid: an arrow for every step, and the numbers of the moves on their tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.draw.pen import ROUTE
from fathom.games.pyramid_puzzle.draw.plan import Plan
from fathom.games.pyramid_puzzle.draw.shapes import draw_arrow, draw_badge
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove, number_visits
from fathom.show.svg import Point, label

#: The most numbers that fit a badge; if there are more, it shows the first three and the last.
_MOST_NUMBERS = 4


def draw_badges(plan: Plan, walk: Sequence[WalkedMove]) -> Iterator[str]:
    """A badge on each tile, with the numbers of the moves that lead there."""
    for tile, numbers in number_visits(walk).items():
        at, size = plan.at(tile), plan.tile_size(tile)
        shown = list(map(str, numbers))
        if len(shown) > _MOST_NUMBERS:
            shown = [*shown[:3], "…", shown[-1]]
        yield draw_badge("·".join(shown), Point(at.x - 0.5 * size, at.y - 0.5 * size), 0.25 * size)


def draw_arrows(plan: Plan, walk: Sequence[WalkedMove]) -> Iterator[str]:
    """One arrow for each step; if the walk takes the same path again, the arrow gets its own lane."""
    steps = [(move.before.tile, move.move.tile, move.mp) for move in walk if move.before.tile and not move.move.clears]
    uses: dict[frozenset[Tile], int] = {}
    for here, there, _ in steps:
        pair = frozenset((here, there))
        uses[pair] = uses.get(pair, 0) + 1
    lanes: dict[frozenset[Tile], int] = {}
    for here, there, mp in steps:
        pair = frozenset((here, there))
        lane = lanes[pair] = lanes.get(pair, 0) + 1
        yield _draw_step(plan, here, there, mp, (lane - (uses[pair] + 1) / 2) / max(1, uses[pair] - 1))


def _draw_step(plan: Plan, here: Tile, there: Tile, mp: int, lane: float) -> str:
    """From edge to edge of two tiles, up to half a tile to the side: `lane` goes from -1/2 to 1/2."""
    small = min(plan.tile_size(here), plan.tile_size(there))
    a, b = plan.at(here), plan.at(there)
    length = hypot(b.x - a.x, b.y - a.y)
    ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
    turn = 1 if here < there else -1  # the same side for both directions
    aside = Point(-uy * turn * lane * 0.5 * small, ux * turn * lane * 0.5 * small)
    start = _find_edge(a, plan.tile_size(here), ux, uy, 0.03 * small, aside)
    end = _find_edge(b, plan.tile_size(there), -ux, -uy, 0.05 * small, aside)
    outside = -1 if lane * turn > 0 else 1
    beside = Point(
        (start.x + end.x) / 2 + outside * uy * 0.27 * small, (start.y + end.y) / 2 - outside * ux * 0.27 * small
    )
    cost = label(str(mp), beside, 0.27 * small, fill=ROUTE, font_weight="bold")
    return draw_arrow(start, end, 0.09 * small) + cost


def _find_edge(at: Point, size: float, ux: float, uy: float, gap: float, aside: Point) -> Point:
    """Where a ray in direction (ux, uy), starting `aside` from the centre of a square, leaves it, plus a gap."""
    half = size / 2
    reach = min(
        (half - aside.x * (1 if ux > 0 else -1)) / abs(ux) if abs(ux) > 1e-9 else size * 9,
        (half - aside.y * (1 if uy > 0 else -1)) / abs(uy) if abs(uy) > 1e-9 else size * 9,
    )
    return Point(at.x + aside.x + ux * (reach + gap), at.y + aside.y + uy * (reach + gap))
