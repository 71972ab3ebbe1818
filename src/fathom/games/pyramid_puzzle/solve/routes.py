"""The best routes of a puzzle, counted without listing them.

A search leaves the states that may be on a best route, by cost. Walking back from the peak links each of them to its
predecessors; counting and listing then follow the links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.solve.bitboard import Mode, tile_numbers
from fathom.games.pyramid_puzzle.solve.search import RouteSearch


class Node(NamedTuple):
    """A state on a best route: its cost, the mode, and the number of the tile."""

    cost: int
    mode: Mode
    tile: int


class BestRoutes:
    """Every best route that a search has found, from its starts to the peak."""

    def __init__(self, search: RouteSearch) -> None:
        assert search.cost is not None, "there is no route"
        self._search = search
        self._board = search.board
        self._before: dict[Node, list[Node]] = {}
        self._after: dict[Node, list[Node]] = {}
        self._ends = [Node(search.cost, mode, 0) for mode, tiles in search.layers[search.cost].items() if tiles & 1]
        self._link()

    def count(self) -> int:
        """The number of best routes."""
        ways: dict[Node, int] = {}
        for node in sorted(self._before):
            before = self._before[node]
            ways[node] = sum(ways[b] for b in before) if before else 1
        return sum(ways[end] for end in self._ends)

    def count_apart_from_start(self) -> int:
        """The number of best routes, if those that differ only in their first tile count once.

        Two starts can lead to the same tiles in different modes, so routes are counted by the tiles that follow: all
        states that the same tiles lead to are taken together.
        """
        total = 0
        ways = {frozenset(node for node, before in self._before.items() if not before): 1}
        while ways:
            following: dict[frozenset[Node], int] = {}
            for nodes, count in ways.items():
                for reached in self._by_next_tile(nodes):
                    following[reached] = following.get(reached, 0) + count
            total += sum(count for nodes, count in following.items() if not nodes.isdisjoint(self._ends))
            ways = following
        return total

    def _by_next_tile(self, nodes: Iterable[Node]) -> list[frozenset[Node]]:
        """The states after these, together where they stand on the same tile."""
        by_tile: dict[int, set[Node]] = {}
        for node in nodes:
            for after in self._after.get(node, ()):
                by_tile.setdefault(after.tile, set()).add(after)
        return list(map(frozenset, by_tile.values()))

    def starts(self) -> list[Tile]:
        """The tiles on which a best route can start."""
        return [self._board.tiles[node.tile] for node in sorted(self._before) if not self._before[node]]

    def tiles(self) -> set[Tile]:
        """Every tile of any best route."""
        return {self._board.tiles[node.tile] for node in self._before}

    def first(self) -> list[Tile]:
        """The canonical route: at every step, the first tile in the order of the pyramid."""
        return next(self.all(limit=1))

    def all(self, limit: int) -> Iterator[list[Tile]]:
        """The routes as lists of tiles, in the order of the pyramid, up to a limit."""
        stack = [[node] for node in _last_first(node for node in self._before if not self._before[node])]
        while stack and limit:
            route = stack.pop()
            if route[-1] in self._ends:
                limit -= 1
                yield [self._board.tiles[node.tile] for node in route]
            stack += ([*route, after] for after in _last_first(self._after.get(route[-1], ())))

    def _link(self) -> None:
        """Link the states, from the ends back to the starts."""
        queue = list(self._ends)
        for node in queue:
            if node in self._before:
                continue
            self._before[node] = list(self._coming_from(node))
            for before in self._before[node]:
                self._after.setdefault(before, []).append(node)
                queue.append(before)

    def _coming_from(self, node: Node) -> Iterator[Node]:
        """The states one move before, on best routes: in the same mode, or before the tile changed it."""
        bit = 1 << node.tile
        level, inward = self._board.from_level, self._board.from_inward
        for mode in (node.mode, node.mode ^ bit) if node.mode & bit else (node.mode,):
            inward_cost = 1 if mode & self._search.things.ladder else 2
            for tiles, cost in ((level[node.tile], 1), (inward[node.tile], inward_cost)):
                if node.cost >= cost:
                    there = self._search.layers[node.cost - cost].get(mode, 0) & tiles
                    yield from (Node(node.cost - cost, mode, tile) for tile in tile_numbers(there))


def _last_first(nodes: Iterable[Node]) -> list[Node]:
    """The nodes in reverse order, for a stack."""
    return sorted(nodes, key=lambda node: node.tile, reverse=True)
