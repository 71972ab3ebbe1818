"""Every table takes a budget of states, seconds and memory, says how much of it is done, and looks up often.

A table can be stopped wherever it looks at its meter. How long it goes on without looking is measured in CPU time, so
that a busy machine changes nothing.
"""

from __future__ import annotations

from contextlib import suppress
from time import thread_time
from typing import Any

import pytest

from fathom import games
from fathom.core.budget import NO_LIMIT, Budget, Meter
from fathom.errors import Unknown

#: Half a second, in which Ctrl+C must be answered.
MOST_SECONDS = 0.5

#: A table that is done sooner than this shows no progress.
NO_PROGRESS = 0.2

#: They take some megabytes, and of most kinds of tables this is the largest that is usual.
LARGE = [
    "digit-dilemma,slots=4",
    "digit-dilemma,slots=5",
    "range-war,highest=22,reach=8",
    "pocket-addition,highest=24,target=40",
    "pyramid-challenge,copies=2",
]
#: They take some kilobytes, and a few hundredths of a second.
SMALL = ["digit-dilemma", "pocket-addition,highest=12,target=20"]


class Watch(Meter):
    """Notes the longest time between two looks, and the share done at each."""

    def __init__(self, budget: Budget = NO_LIMIT) -> None:
        super().__init__(budget)
        self.longest = 0.0
        self.shares: list[float] = []
        self._seen = thread_time()

    def look(self) -> None:
        self.note()
        super().look()

    def note(self) -> None:
        now = thread_time()
        self.longest = max(self.longest, now - self._seen)
        self._seen = now
        if self.share is not None:
            self.shares.append(self.share)


def solve(code: str, meter: Meter) -> None:
    """Everything that the value of the start takes."""
    match = games.read_code(code)
    oracle: Any = games.room(match.game.name).oracle(match.options, meter)
    oracle.value(match.position, meter)


@pytest.mark.slow
@pytest.mark.parametrize("code", [*SMALL, *LARGE])
def test_a_table_looks_at_its_meter_more_often_than_twice_a_second(code: str) -> None:
    with suppress(ImportError):
        import numpy  # noqa: F401  # loading it is not solving, and Ctrl+C ends that at any time

    watch, start = Watch(), thread_time()
    solve(code, watch)
    watch.note()
    assert watch.longest < MOST_SECONDS
    assert watch.shares == sorted(watch.shares)
    assert watch.shares[-1] == 1
    assert len(set(watch.shares)) > 2 or thread_time() - start < NO_PROGRESS


@pytest.mark.parametrize("code", [*SMALL, *LARGE])
@pytest.mark.parametrize("budget", [Budget(states=500), Budget(seconds=0)], ids=str)
def test_a_table_beyond_its_budget_is_unknown(code: str, budget: Budget) -> None:
    with pytest.raises(Unknown):
        solve(code, Meter(budget))


@pytest.mark.parametrize("code", LARGE)
def test_a_table_that_needs_more_memory_than_it_may_is_unknown(code: str) -> None:
    with pytest.raises(Unknown, match="MB of memory"):
        solve(code, Meter(Budget(megabytes=1)))
