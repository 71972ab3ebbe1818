"""Random complete games per second through ``fathom.Match``, beside the same games through positions alone."""

from __future__ import annotations

from random import Random
from typing import Any

import fathom
from benchmarks.games import GAMES, QUICK_GAMES, play_ours, rate
from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from fathom.games import game

ROOMS = ("pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition")
FLOOR = Floor(at_least=0.5)
ROUNDS = 41


def run(effort: Effort) -> Section:
    """Measure every game that ends."""
    return Section(
        name="matches",
        title="Random complete games through fathom.Match, beside positions",
        unit="games/s",
        comparisons=tuple(compare(room, effort) for room in ROOMS),
    )


def compare(room: str, effort: Effort) -> Comparison:
    """Measure one game both ways."""
    games = QUICK_GAMES if effort.quick else GAMES
    matches, positions = in_turns(
        (
            lambda seed: rate(play_matches, room, seed, games),
            lambda seed: rate(play_ours, game(room), seed, games),
        ),
        effort.rounds(ROUNDS),
    )
    return Comparison(room, Series("matches", matches), Series("positions", positions), FLOOR)


def play_matches(room: Any, random: Random, games: int) -> None:
    """Play random games to the end through the library's matches."""
    choice = random.choice
    for _ in range(games):
        match = fathom.new(room)
        while moves := match.legal_moves:
            match.play(choice(moves))
