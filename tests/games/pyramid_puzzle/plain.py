"""A plain, independent implementation of the puzzle from its rule book, to check the board and the solver against.

A tile is (level counted from the peak, number); a state is the tile, the things held and the tiles opened.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, NamedTuple

from fathom.games.pyramid_puzzle.rules import Options

Spot = tuple[int, int]
PEAK = (1, 1)


class State(NamedTuple):
    tile: Spot
    held: frozenset[Spot]
    opened: frozenset[Spot]


class Puzzle:
    """`without` names tiles whose item is taken away; `opening=False` forbids opening any further tile."""

    def __init__(self, options: Options, without: Iterable[str] = (), *, ladder: bool = True, opening: bool = True):
        layout, gone = options.layout, set(without)
        self.levels = options.levels
        self.key = spot(layout.key)
        self.ladder = spot(layout.ladder) if layout.ladder and layout.ladder not in gone else None
        self.ladder_helps = ladder
        self.sticks = {spot(tile) for tile in layout.dynamite if tile not in gone}
        self.blocked = {spot(tile) for tile in layout.blocked}
        self.opening = opening

    def starts(self) -> list[State]:
        base = [(self.levels, y) for y in range(1, size(self.levels) + 1)]
        return [State(tile, self._on(tile), frozenset()) for tile in base if tile not in self.blocked]

    def _on(self, tile: Spot) -> frozenset[Spot]:
        return frozenset({tile} & {self.key, self.ladder, *self.sticks})

    def steps(self, state: State) -> Iterable[tuple[int, State]]:
        tile, held, opened = state
        if tile == PEAK:
            return
        for cost, to in self._neighbours(tile, held):
            if to == PEAK and self.key not in held:
                continue
            now_open = opened
            if to in self.blocked and to not in opened:
                if not self.opening or len(held & self.sticks) <= len(opened):
                    continue
                now_open = opened | {to}
            yield cost, State(to, held | self._on(to), now_open)

    def _neighbours(self, tile: Spot, held: frozenset[Spot]) -> Iterable[tuple[int, Spot]]:
        level, y = tile
        around = size(level)
        yield 1, (level, y % around + 1)
        yield 1, (level, (y - 2) % around + 1)
        inward = 1 if self.ladder in held and self.ladder_helps else 2
        yield inward, PEAK if level == 2 else (level - 1, (y + 1) // 2)
        if level < self.levels:
            yield 1, (level + 1, 2 * y - 1)
            yield 1, (level + 1, 2 * y)


class Found(NamedTuple):
    cost: int | None
    ends: list[State]
    before: dict[State, list[State]]


def size(level: int) -> int:
    return {1: 1, 2: 4, 3: 8, 4: 16, 5: 32, 6: 64, 7: 128, 8: 256, 9: 512, 10: 1024}[level]


def spot(tile: str) -> Spot:
    return " ABCDEFGHIJ".index(tile[0]), int(tile[1:])


def name(tile: Spot) -> str:
    return f"{' ABCDEFGHIJ'[tile[0]]}{tile[1]}"


def dijkstra(puzzle: Puzzle, starts: Iterable[State], is_end: Callable[[State], bool]) -> Found:
    """The cheapest ways to the nearest states that are an end, all of them."""
    cost = dict.fromkeys(starts, 0)
    before: dict[State, list[State]] = {state: [] for state in cost}
    heap = [(0, number, state) for number, state in enumerate(cost)]
    number, nearest = len(heap), None
    done: set[State] = set()
    ends: list[State] = []
    while heap:
        spent, _, state = heapq.heappop(heap)
        if nearest is not None and spent > nearest:
            break
        if state in done:
            continue
        done.add(state)
        if is_end(state):
            nearest = spent
            ends.append(state)
            continue
        for price, after in puzzle.steps(state):
            if spent + price < cost.get(after, spent + price + 1):
                cost[after], before[after] = spent + price, [state]
                number += 1
                heapq.heappush(heap, (spent + price, number, after))
            elif spent + price == cost[after] and after not in done:
                before[after].append(state)
    return Found(nearest, ends, before)


def least(puzzle: Puzzle, starts: Iterable[State] | None = None) -> int | None:
    return dijkstra(puzzle, puzzle.starts() if starts is None else starts, lambda state: state.tile == PEAK).cost


def best_routes(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """Every best route, as tiles."""
    return [tuple(name(state.tile) for state in walk) for walk in best_walks(puzzle)]


def best_walks(puzzle: Puzzle, starts: Iterable[State] | None = None) -> list[tuple[State, ...]]:
    """Every best walk, as states, from the beginning or from these states."""
    found = dijkstra(puzzle, puzzle.starts() if starts is None else starts, lambda state: state.tile == PEAK)
    walks, stack = [], [[end] for end in found.ends]
    while stack:
        walk = stack.pop()
        earlier = found.before[walk[-1]]
        if not earlier:
            walks.append(tuple(reversed(walk)))
        stack += [[*walk, state] for state in earlier]
    return walks


def greedy(puzzle: Puzzle, states: Iterable[State] | None = None, held: frozenset[Spot] = frozenset()) -> int | None:
    """The MP of the greedy walker with the best of luck."""
    if puzzle.key in held:
        return least(puzzle, states)
    found = dijkstra(puzzle, puzzle.starts() if states is None else states, lambda state: state.held > held)
    if found.cost is None:
        return None
    rest = [greedy(puzzle, [end], end.held) for end in found.ends]
    return min((found.cost + mp for mp in rest if mp is not None), default=None)


class LookAhead:
    """A solver that tries out some decisions exactly and judges the rest by eye, with the best of luck."""

    def __init__(self, puzzle: Puzzle, depth: int) -> None:
        self.puzzle = puzzle
        self.depth = depth
        self.legs: dict[State, list[tuple[int, State]]] = {}
        self.looks: dict[tuple[State, int], int | None] = {}

    def mp(self) -> int | None:
        """What it spends in all; None if it gets stuck."""
        first = self.first_decisions()
        return self.best_of(first, self.depth)

    def best_of(self, decisions: list[tuple[int, State]], depth: int) -> int | None:
        """Of the decisions that look best, the one that turns out best."""
        judged = [(self.add(cost, self.look(state, depth - 1)), cost, state) for cost, state in decisions]
        seen = [(look, cost, state) for look, cost, state in judged if look is not None]
        best = min((look for look, _, _ in seen), default=None)
        totals = [self.add(cost, self.walk_on(state)) for look, cost, state in seen if look == best]
        return min((total for total in totals if total is not None), default=None)

    def walk_on(self, state: State) -> int | None:
        return 0 if state.tile == PEAK else self.best_of(self.decisions(state), self.depth)

    def look(self, state: State, depth: int) -> int | None:
        """What the rest seems to cost with so many decisions tried out."""
        if state.tile == PEAK:
            return 0
        if depth == 0:
            return self.by_eye(state)
        if (state, depth) not in self.looks:
            seen = [self.add(cost, self.look(after, depth - 1)) for cost, after in self.decisions(state)]
            self.looks[state, depth] = min((look for look in seen if look is not None), default=None)
        return self.looks[state, depth]

    def by_eye(self, state: State) -> int | None:
        """What the rest would cost if no tile were blocked."""
        bare = copy(self.puzzle)
        bare.blocked, bare.sticks = set(), set()
        return least(bare, [state._replace(held=state.held - self.puzzle.sticks, opened=frozenset())])

    def first_decisions(self) -> list[tuple[int, State]]:
        starts = self.puzzle.starts()
        nothing = [state for state in starts if not state.held]
        return [*((0, state) for state in starts if state.held), *self.cheapest(nothing)]

    def decisions(self, state: State) -> list[tuple[int, State]]:
        if state not in self.legs:
            self.legs[state] = self.cheapest([state])
        return self.legs[state]

    def cheapest(self, starts: list[State]) -> list[tuple[int, State]]:
        """The cheapest way to everything that can be decided on from here, with nothing else on the way."""
        found: dict[State, int] = {}
        cost = dict.fromkeys(starts, 0)
        heap = [(0, number, state) for number, state in enumerate(starts)]
        number = len(heap)
        while heap:
            spent, _, state = heapq.heappop(heap)
            if spent > cost[state]:
                continue
            for price, after in self.puzzle.steps(state):
                is_decision = after.tile == PEAK or (after.held, after.opened) != (state.held, state.opened)
                known = found if is_decision else cost
                if spent + price < known.get(after, spent + price + 1):
                    known[after] = spent + price
                    if not is_decision:
                        number += 1
                        heapq.heappush(heap, (spent + price, number, after))
        return [(spent, state) for state, spent in found.items()]

    @staticmethod
    def add(spent: int, rest: int | None) -> int | None:
        return None if rest is None else spent + rest


def state_of(position: Any) -> State:
    """A position in mid-play as a state."""
    taken, opened = (frozenset(map(spot, tiles)) for tiles in (position.taken, position.opened))
    return State(spot(position.tile), taken, opened)
