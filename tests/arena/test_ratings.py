"""Ratings: the most likely strengths, and intervals that cover."""

from __future__ import annotations

from itertools import product
from math import exp, log, sqrt

import pytest

from benchmarks.ratings import SETTINGS, coverage
from fathom.arena.ratings import _PRIOR, ELO, Pairing, invert, normal, rate, solve

RESULTS = [
    Pairing(0, 1, 0, 40, 31),
    Pairing(1, 0, 0, 40, 18.5),
    Pairing(1, 2, 0, 30, 20),
    Pairing(2, 1, 1, 25, 9),
    Pairing(0, 2, 1, 35, 30),
    Pairing(2, 0, 0, 10, 3),
]


def likelihood(strengths: list[float], advantages: list[float]) -> float:
    """By definition: the log of the chance of the results, with the prior."""
    total = -sum(each * each for each in (*strengths, *advantages)) / (2 * _PRIOR**2)
    for first, second, context, games, score in RESULTS:
        chance = 1 / (1 + exp(-(strengths[first] - strengths[second] + advantages[context])))
        total += score * log(chance) + (games - score) * log(1 - chance)
    return total


def test_no_other_strengths_are_more_likely() -> None:
    found = rate(3, RESULTS, contexts=2)
    best = likelihood(found.strengths, found.advantages)
    for steps in product((-0.01, 0, 0.01), repeat=5):
        strengths = [at + step for at, step in zip(found.strengths, steps[:3], strict=True)]
        advantages = [at + step for at, step in zip(found.advantages, steps[3:], strict=True)]
        assert likelihood(strengths, advantages) <= best + 1e-12


def test_the_covariance_is_the_inverse_of_the_curvature() -> None:
    found = rate(3, RESULTS, contexts=2)
    at, step = [*found.strengths, *found.advantages], 1e-4

    def moved(*changes: tuple[int, float]) -> float:
        point = list(at)
        for i, change in changes:
            point[i] += change
        return likelihood(point[:3], point[3:])

    curvature = [
        [
            -(
                moved((i, step), (j, step))
                - moved((i, step), (j, -step))
                - moved((i, -step), (j, step))
                + moved((i, -step), (j, -step))
            )
            / (4 * step * step)
            for j in range(5)
        ]
        for i in range(5)
    ]
    inverse = invert(curvature)
    for i, j in product(range(3), repeat=2):  # of differences to the mean
        spread = sum(((k == i) - 1 / 3) * inverse[k][m] * ((m == j) - 1 / 3) for k, m in product(range(3), repeat=2))
        assert found.covariance[i][j] == pytest.approx(spread, rel=1e-3, abs=1e-5)


def test_two_players_without_a_seat_advantage_have_the_elo_of_their_score() -> None:
    # 75 % is 190.8 Elo points (400 log10(3)); the standard error of the difference is 1 / sqrt(n p q) units.
    found = rate(2, [Pairing(0, 1, 0, 1000, 750), Pairing(1, 0, 0, 1000, 250)])
    assert found.elo(0) - found.elo(1) == pytest.approx(190.85, abs=0.5)
    assert found.margin(0) == pytest.approx(1.96 * ELO / sqrt(2000 * 0.75 * 0.25) / 2, rel=0.01)
    assert found.advantages[0] == pytest.approx(0, abs=1e-6)


def test_the_advantage_of_seat_1_is_not_taken_for_strength() -> None:
    # Whoever begins wins 90 of 100: nobody is stronger, and the advantage is the logit of 0.9.
    found = rate(2, [Pairing(0, 1, 0, 100, 90), Pairing(1, 0, 0, 100, 90)])
    assert found.elo(0) == pytest.approx(0, abs=1e-6)
    assert found.advantages[0] == pytest.approx(log(9), abs=0.02)
    assert found.superiority(0, 1) == pytest.approx(0.5, abs=1e-6)


def test_a_draw_is_half_a_win() -> None:
    drawn = rate(2, [Pairing(0, 1, 0, 10, 5.0)])
    shared = rate(2, [Pairing(0, 1, 0, 10, 5)])
    assert drawn == shared


def test_a_player_who_has_won_everything_has_a_rating_and_a_wide_interval() -> None:
    few = rate(2, [Pairing(0, 1, 0, 5, 5), Pairing(1, 0, 0, 5, 0)])
    many = rate(2, [Pairing(0, 1, 0, 500, 500), Pairing(1, 0, 0, 500, 0)])
    assert 0 < few.elo(0) < many.elo(0) < 2000
    assert few.margin(0) > 200
    assert many.elo(0) - many.margin(0) > few.elo(0) - few.margin(0)


def test_a_player_who_has_not_played_is_in_the_middle() -> None:
    found = rate(3, [Pairing(0, 1, 0, 20, 15), Pairing(1, 0, 0, 20, 5)])
    assert found.elo(2) == pytest.approx(0, abs=1e-6)
    assert found.margin(2) > 1000


def test_superiority_of_one_is_inferiority_of_the_other() -> None:
    found = rate(3, RESULTS, contexts=2)
    for one, other in product(range(3), repeat=2):
        assert found.superiority(one, other) + found.superiority(other, one) == pytest.approx(1)
    assert found.superiority(0, 2) > 0.99


@pytest.mark.parametrize("deviations, share", [(0, 0.5), (1.959964, 0.975), (-1.644854, 0.05)])
def test_the_normal_distribution(deviations: float, share: float) -> None:
    assert normal(deviations) == pytest.approx(share, abs=1e-6)


def test_equations_are_solved() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    right = [1.0, 2.0, 3.0]
    found = solve(matrix, right)
    assert [sum(a * x for a, x in zip(row, found, strict=True)) for row in matrix] == pytest.approx(right)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_intervals_cover_in_a_short_run(setting) -> None:
    # 300 tournaments, seeded. The share of intervals that cover is off by more than 3.5 points with a chance below
    # 1 in 1,000 even for two players, whose two intervals always agree. `make ratings` is the long run.
    covered = coverage(setting, 300, seed=1)
    assert 0.915 <= covered <= 0.985
