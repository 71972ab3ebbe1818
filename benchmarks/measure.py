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
    """How much a run measures. A quick one only shows that everything works; it judges no floor."""

    quick: bool = False

    def rounds(self, full: int) -> int:
        """So many rounds in a full run, 2 in a quick one."""
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
    """What a ratio has to be: at least a limit where more is better, at most a limit where less is."""

    at_least: float | None = None
    at_most: float | None = None

    def is_met(self, ratio: float) -> bool:
        """Whether a ratio keeps to the limits."""
        if self.at_least is not None and ratio < self.at_least:
            return False
        return self.at_most is None or ratio <= self.at_most

    def __str__(self) -> str:
        if self.at_least is not None:
            return f">= {self.at_least:g}"
        return f"<= {self.at_most:g}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Ours beside a peer, measured in the same rounds, and the floor that the ratio must keep, if any."""

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
        return None if self.floor is None else self.floor.is_met(self.ratio)


@dataclass(frozen=True, slots=True)
class Section:
    """The result of one benchmark: comparisons in one unit."""

    name: str
    title: str
    unit: str
    comparisons: tuple[Comparison, ...]


def in_turns(subjects: Sequence[Callable[[int], float]], rounds: int) -> list[tuple[float, ...]]:
    """Call every subject once in each round with the round's number; return each one's values.

    Every second round goes backwards, so that no subject always has the better place. The first round warms
    up caches and is not counted.
    """
    values: list[list[float]] = [[] for _ in subjects]
    for number in range(rounds + 1):
        order = list(enumerate(subjects))
        for index, subject in order if number % 2 else reversed(order):
            gc.collect()
            value = subject(number)
            if number > 0:
                values[index].append(value)
    return [tuple(series) for series in values]
