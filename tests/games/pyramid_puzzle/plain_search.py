"""The least MP by plain search over positions, which knows the rules and nothing of the solver."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any


def least_from(position: Any) -> int | None:
    """The least MP that are still to be spent from here; None where the peak is out of reach."""
    order = count()
    queue, done = [(0, next(order), position)], set()
    while queue:
        spent, _, here = heappop(queue)
        if here.key() in done:
            continue
        done.add(here.key())
        if here.outcome:
            if here.outcome.winner:
                return spent
            continue
        for move in here.moves():
            after = here.after(move)
            heappush(queue, (spent + after.mp - here.mp, next(order), after))
    return None
