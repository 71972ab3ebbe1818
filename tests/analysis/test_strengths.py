"""The strengths that the ladder shows are those of the whole game, worked out again here."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from fathom import games
from fathom.analysis.levels import Answers, level_named, weights
from fathom.analysis.strengths import LADDER, Strength, derive, rungs
from fathom.core.game import AnyPosition
from fathom.solver.search import solve

CONTESTS = [name for name in games.names() if games.game(name).is_contest]


@pytest.mark.parametrize("slug", ["by-the-book", "fair"])
@pytest.mark.parametrize("name", CONTESTS)
def test_every_strength_that_is_kept_follows_from_the_game(name, slug):
    assert rungs(name)[slug] == derive(name, slug)


def test_a_plain_walk_through_range_war_finds_the_same():
    """Every position and every move, weighed by hand: nothing is shared with how the file was made but the levels."""
    game = games.game("range-war")
    start = game.start(game.options_type())
    solved = solve(start)

    @cache
    def wins_of_perfect(position: AnyPosition, seat: int, machine: str) -> Fraction:
        if position.outcome:
            return Fraction(int(position.outcome.winner == seat))
        moves = position.moves()
        after = [position.after(move) for move in moves]
        player = level_named("@perfect" if position.to_move == seat else machine)
        values = [solved.value(one) for one in after]
        weighed = weights(player, position.to_move, values, lambda _: Answers(0, 0, 0))
        likely = [(weight, one) for weight, one in zip(weighed, after, strict=True) if weight]
        return sum((weight * wins_of_perfect(one, seat, machine) for weight, one in likely), Fraction(0)) / sum(weighed)

    for machine in ("@novice", "@expert"):
        found = [round(10_000 * wins_of_perfect(start, seat, machine)) for seat in (1, 2)]
        assert rungs("range-war")["by-the-book"][machine] == Strength(*found)


@pytest.mark.parametrize("slug", ["by-the-book", "fair"])
@pytest.mark.parametrize("name", CONTESTS)
def test_each_machine_is_harder_to_beat_than_the_one_before(name, slug):
    shares = [sum(rungs(name)[slug][machine]) for machine in LADDER]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)


def test_a_share_is_never_rounded_to_all_or_nothing():
    assert Strength(10_000, 9_990).beaten == 99
    assert Strength(10_000, 10_000).beaten == 100
    assert Strength(1, 0).beaten == 1
    assert Strength(0, 0).describe() == "a perfect player never beats it"
    assert Strength(10_000, 9_473).describe() == "a perfect player beats it 97 times in 100"
