"""Every single game of a plan, in order. The same plan always gives the same games, wherever they are played.

    for fixture in fixtures(plan): ...       Fixture(number=0, pair=0, code="range-war", players=(0, 1), seed=...)

Games 2n and 2n + 1 are a pair: the same opening, seats swapped. Within a round all pairings have the same openings.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from fathom import games
from fathom.arena.plan import Plan
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.errors import BadOption

_TRIES: Final = 1000


class Fixture(NamedTuple):
    """One game to play: its number, its opening, the players in seats 1 and 2 by their places, and its seed."""

    number: int
    game: int
    code: str
    players: tuple[int, int]
    seed: int

    @property
    def pair(self) -> int:
        return self.number // 2


def fixtures(plan: Plan) -> Iterator[Fixture]:
    """All games, round by round, so that an arena that is stopped has played about the same with everyone."""
    starts = [games.read_code(code) for code in plan.games]
    by_game = [[code for code in plan.openings if belongs(code, start)] for start in starts]
    number = 0
    for turn in range(plan.rounds):
        for game, start in enumerate(starts):
            code = _opening(plan, turn, game, start, by_game[game])
            for one, other in plan.pairings:
                for seats in ((one, other), (other, one)):
                    yield Fixture(number, game, code, seats, seed_of(plan.seed, number))
                    number += 1


def seed_of(seed: int, *which: object) -> int:
    """A seed for one thing of an arena; different things get unrelated seeds."""
    return int.from_bytes(sha256(repr((seed, *which)).encode()).digest()[:6])


def belongs(opening: str, start: AnyMatch) -> bool:
    """Does an opening go on from this position?"""
    match = games.read_code(opening)
    return (match.game, match.options) == (start.game, start.options) and match.moves[: len(start.plies)] == start.moves


def _opening(plan: Plan, turn: int, game: int, start: AnyMatch, openings: list[str]) -> str:
    if openings:
        return openings[turn % len(openings)]
    if plan.random_moves:
        return random_opening(start, plan.random_moves, Random(seed_of(plan.seed, "opening", turn, game)))
    return write_code(start)


def random_opening(start: AnyMatch, moves: int, rng: Random) -> str:
    """A position that is not over, after this many random moves; raises `BadOption` if none is found."""
    for _ in range(_TRIES):
        match = start.copy()
        for _ in range(moves):
            if match.outcome:
                break
            match.play(rng.choice(match.legal_moves))
        if not match.outcome:
            return write_code(match)
    raise BadOption(f"After {moves} random moves, {write_code(start)} is almost always over; use shorter openings.")


def first_moves(start: AnyMatch) -> list[str]:
    """An opening for each legal first move, without those that end the game."""
    found = []
    for move in start.legal_moves:
        match = start.copy()
        match.play(move)
        if not match.outcome:
            found.append(write_code(match))
    return found
