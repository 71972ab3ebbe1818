"""Exact scores: those that are known from elsewhere, a plain recursion, and simulation."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from fathom import games
from fathom.analysis.strength import score, strengths
from fathom.core.budget import Budget, Meter
from fathom.errors import Unknown, UnknownPlayer
from fathom.players import machine, policy_named

#: Given with the definitions of the baselines, obtained apart from this program: versus random and versus perfect.
KNOWN: dict[str, dict[str, tuple[float, ...]]] = {
    "pocket-addition": {
        "@greedy": (0.7348, 0.0265),
        "@minimax-2": (0.8818, 0.0430),
        "@minimax-4": (0.9176, 0.1019),
        "@perfect": (0.9845, 0.5),
    },
    "range-war,second_move=free": {"@greedy": (0.7809,), "@minimax-2": (0.8949,), "@perfect": (0.9977,)},
    "digit-dilemma": {"@greedy": (0.8199, 0.1173), "@perfect": (0.9570, 0.5)},
}
MIXED = ["@random", "@greedy", "@minimax-3", "@mcts-20", "@student", "@perfect"]
TINY = [
    "range-war,highest=5",
    "pocket-addition,highest=4,target=6",
    "pyramid-challenge,levels=2,highest=3",
    "pyramid-challenge:4.4.7.9.3.9",
    "digit-dilemma:7L.3M.1R.8R",
]


def table(code: str, names: list[str]) -> Any:
    match = games.read_code(code)
    policies = [policy_named(name, match.game, match.options) for name in names]
    return strengths(match.game, match.position, policies)


@pytest.mark.slow
@pytest.mark.parametrize("code", KNOWN)
def test_the_known_exact_scores(code: str) -> None:
    known = KNOWN[code]
    found = table(code, ["@random", *known])
    for name, figures in known.items():
        shown = [float(score(found, name, other)) for other in ("@random", "@perfect")]
        for figure, scored in zip(figures, shown, strict=False):
            assert abs(figure - scored) <= 0.00005


Distribution = Callable[[Any], list[tuple[Any, Fraction]]]


def plainly(position: Any, first: Distribution, second: Distribution) -> tuple[Fraction, Fraction]:
    """The chances of a win of seat 1 and of a draw: nothing is merged, no position is looked up."""
    if position.outcome:
        return Fraction(position.outcome.winner == 1), Fraction(position.outcome.winner is None)
    mover = first if position.to_move == 1 else second
    won = drawn = Fraction(0)
    for move, chance in mover(position):
        after = plainly(position.after(move), first, second) if chance else (0, 0)
        won, drawn = won + chance * after[0], drawn + chance * after[1]
    return won, drawn


@pytest.mark.parametrize("code", TINY)
def test_the_odds_equal_a_plain_recursion_over_the_whole_tree(code: str) -> None:
    match, found = games.read_code(code), table(code, MIXED)
    players: dict[str, Distribution] = {
        name: cache(machine(name, random.Random(0), match.game, match.options).distribution) for name in MIXED
    }
    for first, second in product(MIXED, repeat=2):
        assert found[first, second] == plainly(match.position, players[first], players[second])


def test_levels_computed_by_kinds_and_by_positions_agree() -> None:
    match = games.read_code("pocket-addition,highest=6,target=10")
    names = ["@random", "@greedy", "@minimax-4", "@casual", "@trickster", "@student"]
    policies = [policy_named(name, match.game, match.options) for name in names]
    one_by_one = [policy._replace(level=None) for policy in policies]
    assert strengths(match.game, match.position, policies) == strengths(match.game, match.position, one_by_one)


def test_two_fixed_policies_always_play_the_same_game() -> None:
    found = table("pocket-addition", ["@mcts-10", "@mcts-40"])
    assert {odds.first for odds in found.values()} <= {0, 1}


@pytest.mark.parametrize("first, second", [("@mcts-20", "@random"), ("@greedy", "@mcts-20")])
def test_a_score_agrees_with_simulation(first: str, second: str) -> None:
    rules, rng, rounds = games.game("pocket-addition"), random.Random(5), 400
    players = {1: machine(first, rng, rules), 2: machine(second, rng, rules)}
    won = 0
    for _ in range(rounds):
        position: Any = rules.start()
        while position.outcome is None:
            position = position.after(players[position.to_move].draw(position))
        won += position.outcome.winner == 1
    # Hoeffding: a mean is further off than this with a chance below 1e-6.
    allowed = math.sqrt(math.log(2e6) / (2 * rounds))
    assert abs(won / rounds - table("pocket-addition", [first, second])[first, second].first) <= allowed


def test_a_finished_match_has_its_result() -> None:
    [odds] = table("range-war:10.9", ["@random"]).values()
    assert (odds.first, odds.second) == (0, 1)


def test_what_takes_too_long_is_unknown() -> None:
    match = games.read_code("pocket-addition")
    policies = [policy_named("@mcts-1000", match.game, match.options)]
    with pytest.raises(Unknown, match="it takes more than 0 s"):
        strengths(match.game, match.position, policies, Meter(Budget(seconds=0)))


def test_a_person_has_no_known_policy() -> None:
    game = games.game("range-war")
    with pytest.raises(UnknownPlayer, match="How 'Ann' chooses is not known"):
        policy_named("Ann", game, game.options_type())
