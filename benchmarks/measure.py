"""Measured values and how they are taken: in turns, because a machine's speed drifts all the time."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


class BenchmarkError(Exception):
    """The measurement cannot be made; the message says in one sentence why."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a run measures. A quick run only shows that everything works and does not judge the floors."""

    quick: bool = False

    def rounds(self, full: int) -> int:
        """The number of rounds: `full` in a full run, 2 in a quick one."""
        return 2 if self.quick else full


@dataclass(frozen=True, slots=True)
class Series:
    """One thing measured once in every round."""

    name: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The value that stands for the series."""
        return median(self.values)

    @property
    def spread(self) -> float:
        """How wide the middle half of the values lies, as a part of the median."""
        low, _, high = quantiles(self.values, n=4, method="inclusive")
        return (high - low) / self.median


@dataclass(frozen=True, slots=True)
class Floor:
    """What a ratio has to be: at least a limit where more is better, at most a limit where less is.

    An absolute one judges our own figure instead of the ratio.
    """

    at_least: float | None = None
    at_most: float | None = None
    absolute: bool = False

    def is_met(self, value: float) -> bool:
        """Whether a ratio, or our own figure, keeps to the limits."""
        if self.at_least is not None and value < self.at_least:
            return False
        return self.at_most is None or value <= self.at_most

    def __str__(self) -> str:
        sign, limit = (">=", self.at_least) if self.at_least is not None else ("<=", self.at_most)
        assert limit is not None
        return f"{sign} {limit:,.0f}" if limit >= 1000 else f"{sign} {limit:.3g}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Ours beside a peer, measured in the same rounds, and the floor that must be kept, if any."""

    name: str
    ours: Series
    peer: Series
    floor: Floor | None = None

    @property
    def ratio(self) -> float:
        """How many times the peer ours is: the median of the rounds' own ratios.

        The two values of a round are neighbours in time, so a slow spell of the machine falls on both and
        leaves their ratio alone; the ratio of the two medians would wander more.
        """
        return median(ours / peer for ours, peer in zip(self.ours.values, self.peer.values, strict=True))

    @property
    def met(self) -> bool | None:
        """Whether the floor is met; None where there is none."""
        if self.floor is None:
            return None
        return self.floor.is_met(self.ours.median if self.floor.absolute else self.ratio)


@dataclass(frozen=True, slots=True)
class Section:
    """The result of one benchmark: comparisons in one unit."""

    name: str
    title: str
    unit: str
    comparisons: tuple[Comparison, ...]


def in_turns(
    subjects: Sequence[Callable[[int], float]], rounds: int, *, warm_up: bool = True
) -> list[tuple[float, ...]]:
    """Call every subject once in each round with the round's number, from 1; return each one's values.

    Every second round goes backwards, so that no subject always has the better place. Round 0 warms up caches
    and is not counted; what takes long and keeps nothing goes without it.
    """
    values: list[list[float]] = [[] for _ in subjects]
    for number in range(0 if warm_up else 1, rounds + 1):
        order = list(enumerate(subjects))
        for index, subject in order if number % 2 else reversed(order):
            gc.collect()
            value = subject(number)
            if number > 0:
                values[index].append(value)
    return [tuple(series) for series in values]
