"""Bradley-Terry ratings with confidence intervals.

    ratings = rate(players=3, pairings=[Pairing(first=0, second=1, context=0, games=50, score=31.5), ...])
    ratings.elo(0), ratings.margin(0)        -> 87.2, 41.3: the rating is between 45.9 and 128.5 with 95% confidence

The chance that the player in seat 1 wins is 1 / (1 + exp(-(a - b + s))), where a and b are the strengths of the players
and s is the advantage of seat 1 in that game (a context). A draw is half a win. The strengths that make the results
most likely are found by Newton's method; their covariance is the inverse of the Hessian there. Every strength has a
weak normal prior, so that also a player who has won everything has a rating, with a wide interval.

Ratings are on the Elo scale and their mean is 0: only differences mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, log, sqrt
from typing import Final, NamedTuple

#: Elo points for each unit of strength.
ELO: Final = 400 / log(10)
#: 95% of a normal distribution are within this many standard deviations.
Z95: Final = 1.959963984540054
#: The standard deviation of the prior, in units of strength.
_PRIOR: Final = 6.0
_STEPS: Final = 100
_CLOSE: Final = 1e-10
#: The longest step: a Newton step from far away may overshoot.
_LONGEST: Final = 2.0

Matrix = list[list[float]]


class Pairing(NamedTuple):
    """What the player in seat 1 has scored in all games against the player in seat 2, in one context."""

    first: int
    second: int
    context: int
    games: int
    score: float


class Ratings(NamedTuple):
    """The strength of every player, and the covariance of the strengths; their mean is 0."""

    strengths: list[float]
    covariance: Matrix
    #: The advantage of seat 1 in each context.
    advantages: list[float]

    def elo(self, player: int) -> float:
        return ELO * self.strengths[player]

    def margin(self, player: int) -> float:
        """Half the width of the 95% confidence interval, in Elo points."""
        return ELO * Z95 * sqrt(self.covariance[player][player])

    def superiority(self, player: int, other: int) -> float:
        """The likelihood that a player is stronger than another."""
        spread = self.covariance[player][player] + self.covariance[other][other] - 2 * self.covariance[player][other]
        if spread <= 0:
            return 0.5
        return normal((self.strengths[player] - self.strengths[other]) / sqrt(spread))


def normal(deviations: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return (1 + erf(deviations / sqrt(2))) / 2


def rate(players: int, pairings: Sequence[Pairing], contexts: int = 1) -> Ratings:
    """The most likely strengths of the players, given the results."""
    size = players + contexts
    found = [0.0] * size
    for _ in range(_STEPS):
        slope, hessian = _expand(found, players, pairings)
        step = solve(hessian, slope)
        longest = max(map(abs, step))
        scale = min(1.0, _LONGEST / longest) if longest else 1.0
        found = [each + scale * change for each, change in zip(found, step, strict=True)]
        if longest < _CLOSE:
            break
    _, hessian = _expand(found, players, pairings)
    covariance = invert(hessian)
    mean = sum(found[:players]) / players
    return Ratings([each - mean for each in found[:players]], _centre(covariance, players), found[players:])


def _expand(at: Sequence[float], players: int, pairings: Sequence[Pairing]) -> tuple[list[float], Matrix]:
    """The slope of the log-likelihood with the prior, and the negative of its second derivatives."""
    size = len(at)
    slope = [-each / _PRIOR**2 for each in at]
    hessian = [[0.0] * size for _ in range(size)]
    for i in range(size):
        hessian[i][i] = 1 / _PRIOR**2
    for first, second, context, games, score in pairings:
        seat = players + context
        chance = 1 / (1 + exp(-(at[first] - at[second] + at[seat])))
        signs = ((first, 1.0), (second, -1.0), (seat, 1.0))
        surprise, weight = score - games * chance, games * chance * (1 - chance)
        for i, sign in signs:
            slope[i] += sign * surprise
            for j, other in signs:
                hessian[i][j] += sign * other * weight
    return slope, hessian


def _centre(covariance: Matrix, players: int) -> Matrix:
    """The covariance of the strengths after their mean was taken away."""
    block = [row[:players] for row in covariance[:players]]
    means = [sum(row) / players for row in block]
    mean = sum(means) / players
    return [[block[i][j] - means[i] - means[j] + mean for j in range(players)] for i in range(players)]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of a system of equations with a symmetric, positive definite matrix, by Cholesky's method."""
    lower = _cholesky(matrix)
    return _back(lower, right)


def invert(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric, positive definite matrix."""
    lower, size = _cholesky(matrix), len(matrix)
    return [_back(lower, [float(i == j) for i in range(size)]) for j in range(size)]


def _cholesky(matrix: Matrix) -> Matrix:
    size = len(matrix)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(lower[i][k] * lower[j][k] for k in range(j))
            lower[i][j] = sqrt(rest) if i == j else rest / lower[j][j]
    return lower


def _back(lower: Matrix, right: Sequence[float]) -> list[float]:
    size = len(lower)
    middle = [0.0] * size
    for i in range(size):
        middle[i] = (right[i] - sum(lower[i][k] * middle[k] for k in range(i))) / lower[i][i]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (middle[i] - sum(lower[k][i] * found[k] for k in range(i + 1, size))) / lower[i][i]
    return found
