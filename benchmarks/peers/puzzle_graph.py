"""The puzzle's state graph for other solvers: written apart from the room, straight from the rules.

A state is ``(tile, taken, opened)``: the name of the tile and two bit masks, over the things that can be collected and
over the blocked tiles.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

from fathom.games.pyramid_puzzle.board import INWARD, PEAK, pyramid
from fathom.games.pyramid_puzzle.rules import Options

State = tuple[str, int, int]


class StateGraph:
    """Successors and starts of one puzzle."""

    def __init__(self, options: Options) -> None:
        layout = options.layout
        items = [layout.key, *([layout.ladder] if layout.ladder else []), *layout.dynamite]
        self.paths = pyramid(options.levels).paths
        self.base = [tile for tile in pyramid(options.levels).base if tile not in layout.blocked]
        self.item_bit = {tile: 1 << i for i, tile in enumerate(items)}
        self.blocked_bit = {tile: 1 << i for i, tile in enumerate(layout.blocked)}
        self.key_bit = self.item_bit[layout.key]
        self.ladder_bit = self.item_bit[layout.ladder] if layout.ladder else 0
        self.sticks = sum(self.item_bit[tile] for tile in layout.dynamite)

    def starts(self) -> Iterator[State]:
        for tile in self.base:
            yield tile, self.item_bit.get(tile, 0), 0

    def successors(self, state: State) -> Iterator[tuple[State, int]]:
        tile, taken, opened = state
        for to, kind in self.paths[tile]:
            cost = 2 if kind == INWARD and not taken & self.ladder_bit else 1
            if to == PEAK:
                if taken & self.key_bit:
                    yield (to, taken, opened), cost
                continue
            bit = self.blocked_bit.get(to, 0)
            if bit and not opened & bit:
                if (taken & self.sticks).bit_count() <= opened.bit_count():
                    continue
                yield (to, taken, opened | bit), cost
            else:
                yield (to, taken | self.item_bit.get(to, 0), opened), cost


def heap_dijkstra(options: Options) -> int | None:
    """The textbook: a heap of (cost, state), the peak ends it."""
    graph = StateGraph(options)
    best: dict[State, int] = dict.fromkeys(graph.starts(), 0)
    heap = [(0, state) for state in best]
    heapq.heapify(heap)
    while heap:
        cost, state = heapq.heappop(heap)
        if state[0] == PEAK:
            return cost
        if cost > best[state]:
            continue
        for after, step in graph.successors(state):
            if cost + step < best.get(after, 1 << 30):
                best[after] = cost + step
                heapq.heappush(heap, (cost + step, after))
    return None


def networkx_dijkstra(networkx: Any, options: Options) -> int | None:
    """The same graph as a networkx DiGraph, built for this puzzle, and networkx's own Dijkstra on it."""
    graph = StateGraph(options)
    edges: list[tuple[Any, Any, int]] = [("start", state, 0) for state in graph.starts()]
    seen = {state for _, state, _ in edges}
    queue = list(seen)
    for state in queue:
        if state[0] == PEAK:
            edges.append((state, "goal", 0))
            continue
        for after, cost in graph.successors(state):
            edges.append((state, after, cost))
            if after not in seen:
                seen.add(after)
                queue.append(after)
    directed = networkx.DiGraph()
    directed.add_nodes_from(["start", "goal"])
    directed.add_weighted_edges_from(edges)
    try:
        least: int = networkx.dijkstra_path_length(directed, "start", "goal")
    except networkx.NetworkXNoPath:
        return None
    return least
