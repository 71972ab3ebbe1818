"""The best routes of a puzzle, counted without listing them.

A search leaves the states that may be on a best route, by cost. Walking back from the peak links each of them to its
predecessors; counting and listing then follow the links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from fathom.games.pyramid_puzzle.board import Tile, split
from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, Mode, ThingSets, tile_numbers
from fathom.games.pyramid_puzzle.solve.search import RouteSearch

PEAK_NUMBER = 0


class Node(NamedTuple):
    """A state on a best route: its cost, the mode, and the number of the tile."""

    cost: int
    mode: Mode
    tile: int


#: Says whether a step, from one state to the next, is of a certain kind.
StepTest = Callable[[Node, Node], bool]


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

    @property
    def cost(self) -> int:
        """The least MP."""
        assert self._search.cost is not None
        return self._search.cost

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

    def decisions_after(self, node: Node | None) -> list[Node]:
        """The states after the next decision of a best route, from one of its states; None is before the start.

        A decision ends with a thing collected, a tile opened or the peak reached.
        """
        found: dict[Node, None] = {}
        queue = [start for start, before in self._before.items() if not before] if node is None else self._after[node]
        mode, queue = node.mode if node else 0, list(queue)
        for reached in queue:
            if reached.mode != mode or reached.tile == PEAK_NUMBER:
                found[reached] = None
            else:
                queue += self._after[reached]
        return list(found)

    def share(self, is_marked: StepTest) -> bool:
        """Does every best route have a step, from one state to the next, that is marked?"""
        return all(after not in self._ends for _, after in self.steps_before(is_marked))

    def steps_before(self, is_marked: StepTest) -> list[tuple[Node, Node]]:
        """The steps that a best route makes before its first marked one, of all best routes."""
        reached = [node for node, before in self._before.items() if not before]
        seen, steps = set(reached), []
        for node in reached:
            for after in self._after.get(node, ()):
                if is_marked(node, after):
                    continue
                steps.append((node, after))
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
        return steps

    def first_without(self, is_marked: StepTest) -> list[Tile]:
        """The first route, in the order of the pyramid, without a marked step; if all have one, the first route."""
        if self.share(is_marked):
            return self.first()
        leads_on: dict[Node, Node | None] = {}  # to the next state, towards the peak, without a marked step
        for node in sorted(self._before, reverse=True):
            following = [a for a in self._after.get(node, ()) if a in leads_on and not is_marked(node, a)]
            if following or node in self._ends:
                leads_on[node] = min(following, key=_tile_number, default=None)
        at: Node | None = min((node for node in leads_on if not self._before[node]), key=_tile_number)
        route = []
        while at:
            route.append(self._board.tiles[at.tile])
            at = leads_on[at]
        return route

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


def is_outward(board: Bitboard, here: Node, there: Node) -> bool:
    """Does this step lead to a level below?"""
    return split(board.tiles[there.tile])[0] > split(board.tiles[here.tile])[0]


def is_inward(board: Bitboard, here: Node, there: Node) -> bool:
    """Does this step lead to a level above?"""
    return is_outward(board, there, here)


def is_second_crossing(things: ThingSets, here: Node, there: Node) -> bool:
    """Does this step lead through a tile that was opened before?"""
    return bool(here.mode & things.blocked & 1 << there.tile)


def _last_first(nodes: Iterable[Node]) -> list[Node]:
    """The nodes in reverse order, for a stack."""
    return sorted(nodes, key=_tile_number, reverse=True)


def _tile_number(node: Node) -> int:
    return node.tile
