"""The exact strength of players whose choice depends on the position alone.

    table = strengths(start, [policy_named("@greedy", ...), policy_named("@perfect", ...)])
    score(table, "@greedy", "@perfect")                  -> Fraction(...), half of the games in each seat

Levels are computed together, over the kinds of positions; a player who tells more positions apart is computed against
each of the others over the positions that the two can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fathom import games
from fathom.analysis.chances import duel, kinds_of, odds
from fathom.analysis.levels import Level
from fathom.analysis.reckoning import Odds
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition


class Policy(NamedTuple):
    """How a player chooses: the weights of the moves of a position, and what it is as a level, if it is one."""

    name: str
    weigh: Callable[[AnyPosition, Meter], Sequence[int]]
    level: Level | None = None


#: By the names of the players in seat 1 and seat 2.
Table = Mapping[tuple[str, str], Odds]


def strengths(game: AnyGame, start: AnyPosition, policies: Sequence[Policy], meter: Meter = UNLIMITED) -> Table:
    """The odds of every pair of players from a position on, also of each one against itself.

    Raises `Unknown` if the game is too large for it.
    """
    levels = [policy.level for policy in policies if policy.level]
    found: dict[tuple[str, str], Odds] = {}
    if levels:
        by_rules = any(level.by_rules for level in levels)
        strategy = games.room(game.name).strategy(start.options) if by_rules else None
        found = odds(kinds_of(game, start, strategy, meter), levels, meter)
    for first in policies:
        for second in policies:
            if (first.name, second.name) not in found:
                found[first.name, second.name] = _duel(start, first, second, meter)
    return {(first.name, second.name): found[first.name, second.name] for first in policies for second in policies}


def _duel(start: AnyPosition, first: Policy, second: Policy, meter: Meter) -> Odds:
    return duel(start, lambda at: first.weigh(at, meter), lambda at: second.weigh(at, meter), meter)


def score(table: Table, name: str, opponent: str) -> Fraction:
    """The average score of a player against another if they take turns to move first; a draw is half a win."""
    begun, followed = table[name, opponent], table[opponent, name]
    return (begun.first + followed.second) / 2 + (begun.drawn + followed.drawn) / 4
