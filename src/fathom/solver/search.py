"""The generic solver: every position that can be reached, solved from the ends back.

    solved = solve(game.start())
    solved.value(position)                   -> Value(winner, plies)

It keeps its own stack, so it never runs out of Python's. When the budget is spent it raises `Unknown`.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Hashable
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from fathom.core.value import Census, Value, value_of
from fathom.errors import Unknown

_LOOK_UP_EVERY = 4096


class Budget(NamedTuple):
    """How much work is allowed; None is without limit."""

    states: int | None = None
    seconds: float | None = None
    megabytes: int | None = None


UNLIMITED = Budget()


class Solved:
    """The values of all positions that can be reached from a start."""

    def __init__(self, start: Any, values: dict[Hashable, Value]) -> None:
        self._start = start
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def value(self, position: Any) -> Value:
        return self._values[position.key()]

    def values_after(self, position: Any) -> list[Value]:
        return [self.value(position.after(move)) for move in position.moves()]

    def census(self) -> Census | None:
        """Unknown here: positions that share a key are solved once and were not counted apart."""
        return None


def solve(start: Any, budget: Budget = UNLIMITED, progress: Callable[[int], None] | None = None) -> Solved:
    """Solve everything that can be reached; `progress` is told now and then how many states are solved."""
    clock = _Clock(budget, progress)
    values: dict[Hashable, Value] = {}
    children: dict[Hashable, list[Hashable]] = {}
    stack = [start]
    while stack:
        position = stack[-1]
        key = position.key()
        if key in values:
            stack.pop()
        elif position.outcome:
            values[key] = value_of(position.outcome)
        elif key in children:
            values[key] = _best(position.to_move, [values[child] for child in children.pop(key)])
        else:
            following = [position.after(move) for move in position.moves()]
            children[key] = [after.key() for after in following]
            stack += following
            clock.tick(len(values), len(values) + len(children))
    return Solved(start, values)


def _best(seat: int, values: list[Value]) -> Value:
    return max(values, key=lambda value: value.score(seat)).one_ply_earlier()


class _Clock:
    """Watches the budget and reports progress."""

    def __init__(self, budget: Budget, progress: Callable[[int], None] | None) -> None:
        self.budget = budget
        self.progress = progress
        self.started = monotonic()
        self.ticks = 0

    def tick(self, solved: int, states: int) -> None:
        limit = self.budget.states
        if limit is not None and states > limit:
            raise Unknown(f"{limit:,} states were not enough to solve it.")
        self.ticks += 1
        if self.ticks % _LOOK_UP_EVERY == 1:
            self._look_up(solved)

    def _look_up(self, solved: int) -> None:
        _, seconds, megabytes = self.budget
        if seconds is not None and monotonic() - self.started > seconds:
            raise Unknown(f"{seconds:g} seconds were not enough to solve it.")
        if megabytes is not None and peak_megabytes() > megabytes:
            raise Unknown(f"{megabytes:,} MB of memory were not enough to solve it.")
        if self.progress:
            self.progress(solved)


def peak_megabytes() -> int:
    """The most memory that this process has used so far."""
    try:
        # On Linux the figure of getrusage includes the program that started this one.
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) // 1024
    except (OSError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // (1024 * 1024) if sys.platform == "darwin" else peak // 1024
