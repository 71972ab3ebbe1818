"""Budgets for long work, and the meter that enforces them.

    meter = Meter(Budget(seconds=60))
    oracle = games.oracle("digit-dilemma", options, meter)      raises Unknown after a minute

Work that may take long is given a meter and calls `tick` for every position done, or `look` between slow steps. So work
stops by itself, in its own thread, between two steps: nothing is ever interrupted in the middle of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from fathom.errors import Unknown

#: Positions between two checks of the clock, and seconds between two checks of everything else.
_LOOK_EVERY = 64
_CHECK_EVERY = 0.2
_ITEMS_AT_ONCE = 4096

T = TypeVar("T")


class Budget(NamedTuple):
    """How much work is allowed; None means no limit. States are the positions that solver and walks keep in memory.

    >>> import fathom
    >>> len(list(fathom.positions("range-war", budget=fathom.Budget(states=100))))
    Traceback (most recent call last):
        ...
    fathom.errors.Unknown: there are more than 100 positions.
    """

    states: int | None = None
    seconds: float | None = None
    megabytes: int | None = None


NO_LIMIT: Final = Budget()

#: The message of `Unknown` where the machine had less memory than the budget.
OUT_OF_MEMORY: Final = "this machine ran out of memory."


class Meter:
    """Counts positions, and raises `Unknown` when the budget is spent.

    `report` is called several times a second with the number of positions done; whatever it raises ends the work.
    `clock` measures the seconds: `time.thread_time` counts only the CPU time of this thread.
    """

    __slots__ = (
        "_clock",
        "_look_at",
        "_next_check",
        "_peak_before",
        "_report",
        "_started",
        "budget",
        "positions",
        "total",
    )

    def __init__(
        self,
        budget: Budget = NO_LIMIT,
        report: Callable[[int], None] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.budget = budget
        self._report = report
        self._clock = clock
        self._peak_before = 0
        self.restart()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._started

    def restart(self) -> None:
        """Start measuring another piece of work, with the whole budget.

        The peak memory of a process never falls. If the last piece ran out of memory, only growth beyond that peak
        counts against the next one.
        """
        self._started = self._clock()
        self._next_check = _CHECK_EVERY
        self.recount()

    def recount(self) -> None:
        """Count positions from 0 again; time and memory keep counting."""
        self.positions = self._look_at = 0
        #: How many there are in all, where that is known beforehand.
        self.total: int | None = None

    def expect(self, positions: int, megabytes: int = 0) -> None:
        """Say before a table is filled how large it will be: refused at once if it is beyond the budget."""
        states, memory = self.budget.states, self.budget.megabytes
        if states is not None and positions > states:
            raise Unknown(f"{states:,} states were not enough to solve it.")
        if memory is not None and megabytes > memory:
            raise self._over_budget(f"{memory:,} MB of memory")
        self.total = positions

    @property
    def share(self) -> float | None:
        """The share of the positions that is done, where their number is known."""
        return min(self.positions / self.total, 1) if self.total else None

    def tick(self, positions: int = 1) -> None:
        """Count positions that are done, and check the budget from time to time."""
        self.positions += positions
        if self.positions >= self._look_at:
            self.look()

    def look(self) -> None:
        """Check the clock now."""
        self._look_at = self.positions + _LOOK_EVERY
        elapsed, limit = self._clock() - self._started, self.budget.seconds
        if limit is not None and elapsed > limit:
            raise self._over_budget(f"{limit:g} s")
        if elapsed >= self._next_check:
            self._next_check = elapsed + _CHECK_EVERY
            self._check()

    def parts(self, items: Sequence[T], size: int = _ITEMS_AT_ONCE) -> Iterator[Sequence[T]]:
        """All items in parts, checking the clock before each: for loops over up to a million numbers."""
        for start in range(0, len(items), size):
            self.look()
            yield items[start : start + size]

    def _check(self) -> None:
        limit = self.budget.megabytes
        if limit is not None and _peak_megabytes() > max(limit, self._peak_before):
            raise self._over_budget(f"{limit:,} MB of memory")
        if self._report:
            self._report(self.positions)

    def _over_budget(self, what: str) -> Unknown:
        self._peak_before = _peak_megabytes()
        return Unknown(f"it takes more than {what}.")


def _peak_megabytes() -> int:
    from fathom.core.footprint import peak_megabytes  # every start loads this module, and few need it

    return peak_megabytes()


class _Unlimited(Meter):
    """Measures nothing, so everyone can share it."""

    __slots__ = ()

    def tick(self, positions: int = 1) -> None:
        pass

    def look(self) -> None:
        pass

    def expect(self, positions: int, megabytes: int = 0) -> None:
        pass


#: For work without a limit.
UNLIMITED: Final[Meter] = _Unlimited()
