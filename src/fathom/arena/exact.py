"""The exact scores of the pairings of a plan, where they can be computed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from fathom import games
from fathom.analysis.strength import Policy, score, strengths
from fathom.arena.fixtures import Fixture
from fathom.arena.plan import Plan
from fathom.arena.results import Exact
from fathom.core.budget import Meter
from fathom.core.match import AnyMatch
from fathom.errors import Unknown, UnknownPlayer
from fathom.players import policy_named

#: With more openings than this, it would take longer than the games.
_MOST_OPENINGS: Final = 100


def exact_scores(plan: Plan, fixtures: Sequence[Fixture], meter: Meter) -> Exact:
    """The expected score of each pairing over the openings that are played, for players whose choice is known.

    Empty if it takes too long.
    """
    openings = [fixture.code for fixture in fixtures[:: 2 * len(plan.pairings)]]  # one for each game and round
    distinct = dict.fromkeys(openings)
    if len(distinct) > _MOST_OPENINGS:
        return {}
    totals: dict[tuple[int, int], Fraction] = {}
    try:
        for code in distinct:
            share = Fraction(openings.count(code), len(openings))
            for pair, scored in _scores_from(plan, games.read_code(code), meter).items():
                totals[pair] = totals.get(pair, Fraction(0)) + share * scored
    except Unknown:
        return {}
    return totals


def _scores_from(plan: Plan, match: AnyMatch, meter: Meter) -> Exact:
    policies = {place: policy for place in range(len(plan.players)) if (policy := _policy(plan, place, match))}
    table = strengths(match.game, match.position, list(policies.values()), meter)
    names = {place: policy.name for place, policy in policies.items()}
    return {(one, other): score(table, names[one], names[other]) for one in names for other in names if one != other}


def _policy(plan: Plan, place: int, match: AnyMatch) -> Policy | None:
    try:
        return policy_named(plan.players[place], match.game, match.options)
    except UnknownPlayer:
        return None
