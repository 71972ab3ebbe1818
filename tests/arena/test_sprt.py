"""The sequential test: its bounds, its errors, and what it refuses."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from fathom.arena.sprt import Sprt, expected, read_sprt
from fathom.errors import BadOption


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 30, 0.05, 0.1)
    assert (test.lower, test.upper) == (log(0.1 / 0.95), log(0.9 / 0.05))
    assert [test.verdict(ratio) for ratio in (test.lower, 0.0, test.upper)] == ["H0", None, "H1"]


@pytest.mark.parametrize("elo, score", [(0, 0.5), (400, 10 / 11), (-400, 1 / 11)])
def test_expected_scores(elo: float, score: float) -> None:
    assert expected(elo) == pytest.approx(score)


def test_the_ratio_grows_with_wins_and_is_0_without_games() -> None:
    test = Sprt(0, 30)
    assert test.ratio([0, 0, 0, 0, 0]) == 0
    assert test.ratio([5, 5, 10, 5, 5]) < 0 < test.ratio([2, 5, 10, 5, 8])
    assert test.ratio([2, 5, 10, 5, 8]) < test.ratio([4, 10, 20, 10, 16])


def run(test: Sprt, elo: float, rng: Random) -> str | None:
    """One test of a player who is stronger by this much; begin wins 100 Elo points more often."""
    counts = [0] * 5
    for _ in range(5000):
        halves = sum(2 * (rng.random() < expected(elo + seat)) for seat in (100, -100))
        counts[halves] += 1
        if verdict := test.verdict(test.ratio(counts)):
            return verdict
    return None


@pytest.mark.parametrize("elo, wrong", [(0, "H1"), (60, "H0")])
def test_it_is_wrong_about_as_seldom_as_it_says(elo: float, wrong: str) -> None:
    # At 5 % each, 300 tests are wrong 15 times; 30 or more have a chance below 1 in 5,000. Seeded.
    test, rng, tests = Sprt(0, 60), Random(3), 300
    verdicts = [run(test, elo, rng) for _ in range(tests)]
    assert None not in verdicts
    assert verdicts.count(wrong) < 30


@pytest.mark.parametrize(
    "text", ["", "30", "a:b", "0:30:0.05", "30:0", "0:30:0.6:0.05", "0:30:0.05:0", "0:inf", "0:nan"]
)
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is not a test: "):
        read_sprt(text)


def test_a_test_is_read() -> None:
    assert read_sprt("0:30") == Sprt(0, 30)
    assert read_sprt("-5:12.5:0.01:0.1") == Sprt(-5, 12.5, 0.01, 0.1)
