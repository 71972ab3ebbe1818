"""The sequential probability ratio test: is the first player stronger? It stops as soon as the answer is sure enough.

    test = Sprt(0, 30)                       H0: by 0 Elo points; H1: by 30
    test.ratio([0, 2, 5, 3, 1])              -> the log-likelihood ratio after these pairs
    test.verdict(ratio)                      -> "H1" above the upper bound, "H0" below the lower one, else None

The unit is a pair of games with seats swapped, since the two games of a pair share their opening. The ratio is the
usual normal approximation (a generalized SPRT): pairs x (s1 - s0)(2m - s0 - s1) / 2v, where m and v are the mean and
the variance of the score of a pair and s0 and s1 the scores that the hypotheses expect. One imaginary pair, spread over
all results, keeps the variance from being 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal, NamedTuple

from fathom.core.words import quoted
from fathom.errors import BadOption

#: The half points of a pair are 0 to 4.
RESULTS = 5

Verdict = Literal["H0", "H1"]


class Sprt(NamedTuple):
    """The two hypotheses in Elo points, and how often each may be taken although the other one is true."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio, given how many pairs brought the first player 0, 1, 2, 3 or 4 half points."""
        pairs = sum(counts)
        if not pairs:
            return 0.0
        shares = [(count + 1 / RESULTS) / (pairs + 1) for count in counts]
        scores = [half / (RESULTS - 1) for half in range(RESULTS)]
        mean = sum(share * score for share, score in zip(shares, scores, strict=True))
        variance = sum(share * (score - mean) ** 2 for share, score in zip(shares, scores, strict=True))
        low, high = expected(self.elo0), expected(self.elo1)
        return pairs * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, ratio: float) -> Verdict | None:
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None


def expected(elo: float) -> float:
    """The score that a player who is stronger by this much expects."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def read_sprt(text: str) -> Sprt:
    """The test that `0:30` or `0:30:0.05:0.05` spells."""
    try:
        numbers = [float(part) for part in text.split(":")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4) or not all(abs(number) < 10_000 for number in numbers):
        raise BadOption(f"{quoted(text)} is not a test: write ELO0:ELO1, such as 0:30, or ELO0:ELO1:ALPHA:BETA.")
    test = Sprt(*numbers)
    if test.elo0 >= test.elo1 or not 0 < test.alpha < 0.5 or not 0 < test.beta < 0.5:
        raise BadOption(f"{quoted(text)} is not a test: ELO0 is below ELO1, and ALPHA and BETA are between 0 and 0.5.")
    return test
