"""Two walkers who do not plan: what it costs to go for the nearest thing, and what it costs to insist on one.

The *greedy walker* takes the cheapest way to the nearest thing not yet collected (key, ladder or dynamite), opening
blocked tiles on the way if it holds sticks and that is cheaper. It does so until it holds the key, and then takes the
cheapest way to the peak. It starts wherever that costs the least, and if two things are equally near, or two ways
equally cheap, it is lucky: what counts is the least MP that such a walker can spend.
"""

from __future__ import annotations

from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, Mode, ThingSets, TileSet
from fathom.games.pyramid_puzzle.solve.search import Layer, RouteSearch, starting_layer


class _NearestThingSearch(RouteSearch):
    """From one thing to the next nearest: ends when a mode holds one more thing."""

    held: Mode = 0

    def _is_end(self, layer: Layer) -> bool:
        return any(mode & self.things.items & ~self.held for mode in layer)

    def arrivals(self) -> list[tuple[Mode, TileSet]]:
        """The states in which the nearest things have just been collected."""
        return [(mode, at) for mode, at in self.layers[-1].items() if mode & self.things.items & ~self.held]


def greedy_mp(board: Bitboard, things: ThingSets) -> int | None:
    """The MP of the greedy walker with the best luck; None if it always gets stuck."""
    walkers: dict[tuple[Mode, TileSet], int] = {}
    _go_to_nearest(_NearestThingSearch(board, things), starting_layer(board, things), 0, walkers)
    totals: list[int] = []
    while walkers:
        following: dict[tuple[Mode, TileSet], int] = {}
        for (mode, tile), cost in walkers.items():
            if mode & things.key:
                rest = RouteSearch(board, things).run({mode: tile}).cost
                totals += [] if rest is None else [cost + rest]
                continue
            search = _NearestThingSearch(board, things)
            search.held = mode
            _go_to_nearest(search, {mode: tile}, cost, following)
        walkers = following
    return min(totals, default=None)


def _go_to_nearest(
    search: _NearestThingSearch, start: Layer, cost: int, following: dict[tuple[Mode, TileSet], int]
) -> None:
    """Add to `following` where a walker can be after its next thing, and the least it can have spent."""
    search.run(start)
    if search.cost is None:
        return
    for state in search.arrivals():
        following[state] = min(cost + search.cost, following.get(state, cost + search.cost))


class _CollectingSearch(RouteSearch):
    """To the peak, but not before certain things are held."""

    wanted: Mode = 0

    def _is_end(self, layer: Layer) -> bool:
        return any(tiles & 1 and mode & self.wanted == self.wanted for mode, tiles in layer.items())


def least_mp_collecting(board: Bitboard, things: ThingSets, wanted: TileSet, start: Layer | None = None) -> int | None:
    """The least MP of a route that collects these things as well, from a state or from the base.

    A mode is only ever dropped for one that holds as much or more, so no cheapest route of this kind is lost.
    """
    collecting = _CollectingSearch(board, things)
    collecting.wanted = wanted
    return collecting.run(starting_layer(board, things) if start is None else start).cost
