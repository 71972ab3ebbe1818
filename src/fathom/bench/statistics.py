"""Intervals and tests for scores of items that come in clusters: positions of one shape are not independent.

    estimate(values, strata, clusters)          -> the mean over strata, with an interval that respects clusters
    bootstrap_ratio(...)                        -> a ratio, by resampling whole clusters
    paired_difference(...)                      -> the difference of two players on the same items
    sign_flip(differences)                      -> the chance of so large a difference if there were none
    holm(p_values)                              -> the same for many tests at once
    items_needed(difference, deviation)         -> how many items would show it

That the intervals cover what they claim is proved by simulation in the tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import product
from math import ceil, fsum, pi, sqrt, tan
from random import Random
from statistics import NormalDist
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
_RESAMPLES: Final = 1000
#: A stratum with fewer clusters has no mean of its own; no stratum is called like the other.
_FEW_CLUSTERS: Final = 5
_ALL: Final = ("all", "strata")
_FLIPS: Final = 5000
#: With so few clusters, every way of flipping signs is tried.
_FEW: Final = 12


class Estimate(NamedTuple):
    """A figure with its 95% interval, and from how many items and clusters it comes."""

    value: float
    low: float
    high: float
    items: int
    clusters: int


def quantile(degrees: float, confidence: float = CONFIDENCE) -> float:
    """Student's t: how many standard errors an interval reaches to each side, as Cornish and Fisher expand it."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if degrees < 3:  # where the expansion is poor, the formulas for one and two degrees are simple
        return tan(pi * confidence / 2) if degrees < 2 else confidence * sqrt(2 / (1 - confidence**2))
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def wilson(rate: float, items: float, deviations: float | None = None) -> tuple[float, float]:
    """The interval of Wilson for a rate over so many independent items."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) if deviations is None else deviations
    if items <= 0:
        return 0.0, 1.0
    middle = (rate + z * z / (2 * items)) / (1 + z * z / items)
    reach = z / (1 + z * z / items) * sqrt(rate * (1 - rate) / items + z * z / (4 * items * items))
    return (0.0 if rate == 0 else max(0.0, middle - reach)), (1.0 if rate == 1 else min(1.0, middle + reach))


def estimate(values: Sequence[float], strata: Sequence[Hashable], clusters: Sequence[Hashable]) -> Estimate:
    """The mean over strata of their means, of values from 0 to 1.

    The variance is that of sums over clusters. It gives the number of independent items that would have the same
    variance, and the interval is Wilson's for that many, with Student's t.
    """
    weights = stratum_weights(strata)
    mean = min(1.0, max(0.0, fsum(weight * value for weight, value in zip(weights, values, strict=True))))
    groups, variance = _cluster_variance(values, strata, clusters, weights)
    if groups < 2:
        return Estimate(mean, 0.0, 1.0, len(values), groups)
    if min(values) == max(values) == round(mean):
        mean = float(round(mean))  # the weights add up to 1 but for rounding
    spread = mean * (1 - mean)
    effective = spread / variance if variance > 1e-12 and spread > 0 else float(groups)
    low, high = wilson(mean, effective, quantile(_degrees(clusters, weights)))
    return Estimate(mean, low, high, len(values), groups)


def _degrees(clusters: Sequence[Hashable], weights: Sequence[float]) -> float:
    """The degrees of freedom (Satterthwaite's): one less than the clusters if all weigh the same, and fewer if not."""
    totals: dict[Hashable, float] = defaultdict(float)
    for cluster, weight in zip(clusters, weights, strict=True):
        totals[cluster] += weight
    squares = [total * total for total in totals.values()]
    return max(1.0, sum(squares) ** 2 / sum(square * square for square in squares) - 1)


def stratum_weights(strata: Sequence[Hashable]) -> list[float]:
    """The weight of each item, so that every stratum counts the same."""
    sizes: dict[Hashable, int] = defaultdict(int)
    for stratum in strata:
        sizes[stratum] += 1
    return [1 / (len(sizes) * sizes[stratum]) for stratum in strata]


def _cluster_variance(
    values: Sequence[float], strata: Sequence[Hashable], clusters: Sequence[Hashable], weights: Sequence[float]
) -> tuple[int, float]:
    """How many clusters there are, and the variance of the weighted mean."""
    own = _own_means(strata, clusters)
    totals: dict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for value, stratum, weight in zip(values, strata, weights, strict=True):
        total = totals[own[stratum]]
        total[0] += weight * value
        total[1] += weight
    sums: dict[Hashable, float] = defaultdict(float)
    for value, stratum, cluster, weight in zip(values, strata, clusters, weights, strict=True):
        above, below = totals[own[stratum]]
        sums[cluster] += weight * (value - above / below)
    groups, lost = len(sums), len(totals)
    correction = groups / max(1, groups - lost)  # each mean costs a degree of freedom
    return groups, correction * sum(total * total for total in sums.values())


def _own_means(strata: Sequence[Hashable], clusters: Sequence[Hashable]) -> dict[Hashable, Hashable]:
    """From strata to those with whose mean their values are compared.

    A stratum of few clusters hardly varies around its own mean, however uncertain that is. So such strata are
    compared with the mean of all of them together, and with that of everything if there are few even so.
    """
    members: dict[Hashable, set[Hashable]] = defaultdict(set)
    for stratum, cluster in zip(strata, clusters, strict=True):
        members[stratum].add(cluster)
    few = {stratum for stratum, some in members.items() if len(some) < _FEW_CLUSTERS}
    together = set().union(*(members[stratum] for stratum in few))
    if few and len(together) < _FEW_CLUSTERS:
        return dict.fromkeys(members, _ALL)
    return {stratum: _ALL if stratum in few else stratum for stratum in members}


def bootstrap_ratio(
    numerators: Sequence[float],
    denominators: Sequence[float],
    clusters: Sequence[Hashable],
    rng: Random,
    ends: tuple[float, float],
    resamples: int = _RESAMPLES,
) -> Estimate:
    """A ratio of sums, with the percentile interval of resampled clusters.

    Percentiles are moved outwards (Hesterberg's expanded percentiles), because resampled sums vary less than sums do.
    Two imagined clusters are resampled with the others, with the ratios at the `ends` of what is possible: without
    them, clusters that all have one ratio would seem to prove that there is no other.
    """
    sums: dict[Hashable, list[float]] = {}
    for upper, lower, cluster in zip(numerators, denominators, clusters, strict=True):
        pair = sums.setdefault(cluster, [0.0, 0.0])
        pair[0] += upper
        pair[1] += lower
    pairs = list(sums.values())
    whole, groups = _ratio(pairs), len(pairs)
    if groups < 2:
        return Estimate(whole, *ends, len(numerators), groups)
    usual = sum(lower for _, lower in pairs) / groups
    pairs += [[end * usual, usual] for end in ends]
    found = sorted(_ratio(rng.choices(pairs, k=len(pairs))) for _ in range(resamples))
    tail = NormalDist().cdf(-quantile(groups - 1) * sqrt(groups / (groups - 1)))
    last = resamples - 1
    low, high = found[int(tail * last)], found[ceil((1 - tail) * last)]
    return Estimate(whole, min(whole, low), max(whole, high), len(numerators), groups)


def _ratio(pairs: Sequence[Sequence[float]]) -> float:
    lower = sum(pair[1] for pair in pairs)
    return sum(pair[0] for pair in pairs) / lower if lower else 0.0


def sign_flip(differences: Sequence[float], rng: Random, flips: int = _FLIPS) -> float:
    """The chance of a sum as far from 0 if every cluster's difference were as likely to have the other sign.

    It is exact for few clusters, and a share of random flips, with the one observed, for more.
    """
    moved = [difference for difference in differences if difference]
    if not moved:
        return 1.0
    observed = abs(sum(moved)) - 1e-12
    if len(moved) <= _FEW:
        every = [abs(sum(map(float.__mul__, moved, signs))) for signs in product((1.0, -1.0), repeat=len(moved))]
        return sum(total >= observed for total in every) / len(every)
    hits = sum(abs(sum(d if rng.random() < 0.5 else -d for d in moved)) >= observed for _ in range(flips))
    return (hits + 1) / (flips + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, in the same order: each may be compared with the level by itself."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected, highest = [0.0] * len(p_values), 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, p_values[i] * (len(p_values) - place)))
        corrected[i] = highest
    return corrected


def paired_difference(
    differences: Sequence[float], strata: Sequence[Hashable], clusters: Sequence[Hashable]
) -> tuple[Estimate, float]:
    """The mean over strata of differences from -1 to 1 with its interval, and the deviation of a single item.

    As Bonett and Price do for pairs of rates, the interval counts two imagined clusters, one for each player: without
    them, players who never differ would seem to be the same for certain.
    """
    weights = stratum_weights(strata)
    mean = sum(weight * value for weight, value in zip(weights, differences, strict=True))
    groups, variance = _cluster_variance(differences, strata, clusters, weights)
    deviation = sqrt(variance * len(differences))
    if groups < 2:
        return Estimate(mean, -1.0, 1.0, len(differences), groups), deviation
    share = groups / (groups + 2)
    reach = quantile(_degrees(clusters, weights)) * sqrt(variance * share**2 + 2 / (groups + 2) ** 2)
    low, high = max(-1.0, mean * share - reach), min(1.0, mean * share + reach)
    return Estimate(mean, low, high, len(differences), groups), deviation


def items_needed(difference: float, deviation: float, power: float = 0.8) -> int | None:
    """How many items show a difference of that size at the 5% level, with that power, if items deviate so much.

    None if they do not deviate: then nothing can be said.
    """
    if not deviation:
        return None
    normal = NormalDist()
    reach = normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(power)
    return max(1, ceil((reach * deviation / difference) ** 2))
