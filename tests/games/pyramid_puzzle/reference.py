"""A slow, plain solver for puzzles, to check the fast one against: Dijkstra over positions of the rules."""

from __future__ import annotations

import heapq
from itertools import count
from random import Random
from typing import Any

from fathom.games.pyramid_puzzle.board import make_layout, pyramid
from fathom.games.pyramid_puzzle.rules import GAME, Options


def least_from(position: Any) -> int | None:
    """The least MP from a position to the peak; entering spends a stick, so clearing ahead need not be tried."""
    order = count()
    queue = [(0, next(order), position)]
    done = set()
    while queue:
        cost, _, at = heapq.heappop(queue)
        if at.key() in done:
            continue
        done.add(at.key())
        if at.outcome:
            if at.outcome.winner:
                return cost
            continue
        for move in at.moves():
            if not move.clears:
                after = at.after(move)
                heapq.heappush(queue, (after.mp - position.mp, next(order), after))
    return None


def best_walks(position: Any, most: int) -> list[tuple[str, ...]]:
    """Every walk to the peak that costs no more than `most`, by trying all."""
    found: list[tuple[str, ...]] = []
    stack: list[tuple[Any, tuple[str, ...]]] = [(position, ())]
    while stack:
        at, walked = stack.pop()
        if at.outcome:
            if at.outcome.winner:
                found.append(walked)
            continue
        for move in at.moves():
            after = at.after(move)
            if not move.clears and after.mp - position.mp <= most:
                stack.append((after, (*walked, move.tile)))
    return found


def random_puzzle(rng: Random, levels: int, sticks: int = 2, blocked: int = 9) -> Options:
    """Any layout: it may have no solution."""
    tiles = list(pyramid(levels).tiles[1:])
    rng.shuffle(tiles)
    things = [("k", tiles.pop())]
    if rng.random() < 0.7:
        things.append(("l", tiles.pop()))
    things += [("d", tiles.pop()) for _ in range(min(rng.randint(0, sticks), len(tiles) - 1))]
    things += [("x", tiles.pop()) for _ in range(min(rng.randint(0, blocked), len(tiles)))]
    return Options(levels=levels, layout=make_layout(things))


def start(options: Options) -> Any:
    return GAME.start(options)
