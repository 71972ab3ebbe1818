"""Intervals that cover, and tests that keep their level: proved by simulation, with fixed seeds."""

from __future__ import annotations

from random import Random
from statistics import NormalDist

import pytest

from fathom.bench.statistics import (
    bootstrap_ratio,
    estimate,
    holm,
    items_needed,
    paired_difference,
    quantile,
    sign_flip,
    wilson,
)


def clustered(rng: Random, clusters: int, mean: float) -> tuple[list[float], list[int]]:
    """Answers that are right or wrong by cluster for the most part: those of one shape are alike."""
    values, names = [], []
    for cluster in range(clusters):
        chance = rng.betavariate(1.2 * mean, 1.2 * (1 - mean))
        for _ in range(rng.randint(1, 8)):
            values.append(float(rng.random() < chance))
            names.append(cluster)
    return values, names


@pytest.mark.parametrize("mean", [0.2, 0.5, 0.9])
def test_an_interval_covers_in_spite_of_clusters_where_the_naive_one_does_not(mean: float):
    """Sizes are drawn apart from chances, so the mean of items estimates `mean`. Of 400, 380 should cover it."""
    rng, honest, naive = Random(1), 0, 0
    for _ in range(400):
        values, names = clustered(rng, 40, mean)
        found = estimate(values, [0] * len(values), names)
        honest += found.low <= mean <= found.high
        low, high = wilson(sum(values) / len(values), len(values))
        naive += low <= mean <= high
    assert honest >= 367
    assert naive < 350


def test_the_mean_over_strata_is_covered_when_strata_differ_in_size_and_level():
    rng, hits = Random(2), 0
    for _ in range(400):
        values, strata, names = [], [], []
        for stratum, (count, mean) in enumerate([(30, 0.9), (12, 0.3), (8, 0.5)]):
            some, of = clustered(rng, count, mean)
            values += some
            strata += [stratum] * len(some)
            names += [(stratum, each) for each in of]
        found = estimate(values, strata, names)
        hits += found.low <= (0.9 + 0.3 + 0.5) / 3 <= found.high
    assert hits >= 367


@pytest.mark.parametrize("sizes, means", [((6, 5, 4, 4, 2, 2, 1), (0.8,) * 7), ((20, 20, 10, 5, 2), (0.5,) * 5)])
def test_the_mean_over_strata_is_covered_when_some_strata_have_an_item_or_two(sizes: tuple, means: tuple):
    """A stratum of one item never varies around its own mean: intervals that rely on that cover 80 to 87%."""
    rng, hits = Random(6), 0
    for _ in range(300):
        strata = [stratum for stratum, size in enumerate(sizes) for _ in range(size)]
        values = [float(rng.random() < means[stratum]) for stratum in strata]
        found = estimate(values, strata, range(len(values)))
        hits += found.low <= sum(means) / len(means) <= found.high
    assert hits >= 276  # 285 expected, less 2.4 standard errors


def test_a_perfect_score_is_not_certain():
    found = estimate([1.0] * 20, [0] * 20, range(20))
    assert found.value == 1
    assert found.high == pytest.approx(1)
    assert found.low == pytest.approx(wilson(1.0, 20, quantile(19))[0])


def test_wilson_is_as_published():
    """10 of 20: 29.9 % to 70.1 %; 0 of 10: 0 % to 27.8 % (Brown, Cai and DasGupta 2001)."""
    assert wilson(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize(
    "degrees, true", [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
)
def test_quantiles_of_student_are_those_of_the_tables(degrees: int, true: float):
    assert quantile(degrees) == pytest.approx(true, rel=0.02)


@pytest.mark.parametrize("skill", [0.0, 0.5, 0.97])
def test_a_ratio_is_covered_by_resampling_clusters(skill: float):
    """The kept rate above chance, over what is above chance: both vary from cluster to cluster.

    Of players who keep nearly everything, many samples show no mistake at all: without the imagined clusters, 57% of
    their intervals cover.
    """
    rng, hits = Random(3), 0
    for _ in range(150):
        above, below, names = [], [], []
        for cluster in range(40):
            chance = rng.choice([0.2, 0.3, 0.5])
            kept = rng.random() < chance + skill * (1 - chance)
            for _ in range(rng.randint(1, 4)):
                above.append(kept - chance)
                below.append(1 - chance)
                names.append(cluster)
        found = bootstrap_ratio(above, below, names, rng, (-0.5, 1.0), 200)
        hits += found.low <= skill <= found.high
    assert hits >= 136  # 142.5 expected, less 2.4 standard errors


def test_sign_flips_are_exact_for_few_clusters():
    assert sign_flip([1.0] * 5, Random(1)) == 2 / 2**5
    assert sign_flip([1.0, -1.0], Random(1)) == 1
    assert sign_flip([0.0, 0.0], Random(1)) == 1


def test_sign_flips_keep_their_level_and_find_what_is_there():
    rng, false_alarms, found = Random(4), 0, 0
    for _ in range(200):
        nothing = [rng.gauss(0, 1) * rng.choice([0.2, 1, 3]) for _ in range(20)]
        false_alarms += sign_flip(nothing, rng, 199) <= 0.05
        found += sign_flip([each + 1.5 for each in nothing], rng, 199) <= 0.05
    assert false_alarms <= 19  # 10 expected, and 3 standard errors
    assert found >= 150


def test_holm_corrects_as_published():
    """The example of Holm's method with .01, .04, .03 and .005 for four hypotheses."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


def test_the_planned_number_of_items_has_the_planned_power():
    """Differences of 0.1 with deviation 0.5: a normal test finds four in five of them with the number planned."""
    needed = items_needed(0.1, 0.5)
    assert needed == 197  # (1.96 + 0.8416)² · 25
    assert items_needed(0.1, 0.0) is None
    reach = 1.96 * 0.5 / needed**0.5
    assert 1 - NormalDist(0.1, 0.5 / needed**0.5).cdf(reach) == pytest.approx(0.8, abs=0.01)


def test_the_interval_of_a_paired_difference_covers():
    rng, hits = Random(5), 0
    for _ in range(300):
        differences, names = [], []
        for cluster in range(30):
            drift = rng.gauss(0.1, 0.2)
            for _ in range(rng.randint(1, 5)):
                differences.append(max(-1.0, min(1.0, drift + rng.gauss(0, 0.2))))
                names.append(cluster)
        found, _ = paired_difference(differences, [0] * len(differences), names)
        hits += found.low <= 0.1 <= found.high
    assert hits >= 273


@pytest.mark.parametrize("wins, losses", [(0.03, 0.01), (0.97, 0.0), (0.9, 0.02)])
@pytest.mark.parametrize("depths", [1, 4])
def test_it_covers_when_players_hardly_ever_differ_or_nearly_always(wins: float, losses: float, depths: int):
    """Most samples show no difference, or nothing else: the plain interval has no width then, and 60 to 86% cover."""
    rng, hits = Random(7), 0
    for _ in range(300):
        drawn = [rng.random() for _ in range(30)]
        differences = [float(each < wins) - float(wins <= each < wins + losses) for each in drawn]
        strata = [min(int(rng.expovariate(1)), depths - 1) for _ in drawn]
        found, _ = paired_difference(differences, strata, range(30))
        hits += found.low <= wins - losses <= found.high
    assert hits >= 276  # 285 expected, less 2.4 standard errors
