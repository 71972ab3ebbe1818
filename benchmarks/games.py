"""Random complete games per second: fathom's positions beside the same games as OpenSpiel Python games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from fathom.games import game

FLOORS = {
    "pocket-addition": Floor(at_least=2),
    "digit-dilemma": Floor(at_least=2),
}
ROUNDS = 61
GAMES = 500
"""Games in a round: few, so that the two sides of a round are close neighbours in time."""
QUICK_GAMES = 50


class Tally(NamedTuple):
    """What came of a number of random games."""

    plies: int
    won_by_1: int
    won_by_2: int
    drawn: int


class DifferentGamesError(BenchmarkError):
    """The two sides do not play the same game, so comparing their speeds means nothing."""


def run(effort: Effort) -> Section:
    """Measure every room; raise DifferentGamesError when a peer turns out to be another game."""
    from benchmarks.peers import ROOMS
    from benchmarks.peers.tree import differences

    for difference in differences():
        raise DifferentGamesError(difference)
    return Section(
        name="games",
        title="Random complete games, default options",
        unit="games/s",
        comparisons=tuple(compare(room, effort) for room in ROOMS),
    )


def compare(room: str, effort: Effort) -> Comparison:
    """Measure one room beside its peer."""
    from benchmarks.peers import load

    ours, peer = game(room), load(room)
    require_same_games(room, ours, peer)
    games = QUICK_GAMES if effort.quick else GAMES

    def our_rate(seed: int) -> float:
        return rate(play_ours, ours, seed, games)

    def peer_rate(seed: int) -> float:
        return rate(play_peer, peer, seed, games)

    our_rates, peer_rates = in_turns((our_rate, peer_rate), effort.rounds(ROUNDS))
    return Comparison(room, Series("fathom", our_rates), Series("OpenSpiel", peer_rates), FLOORS.get(room))


def rate(play: Callable[[Any, Random, int], None], subject: Any, seed: int, games: int) -> float:
    """Games per second of one timed loop."""
    random = Random(seed)
    start = perf_counter()
    play(subject, random, games)
    return games / (perf_counter() - start)


def play_ours(ours: Any, random: Random, games: int) -> None:
    """Play random games to the end through fathom's public positions."""
    choice = random.choice
    for _ in range(games):
        position = ours.start()
        while position.outcome is None:
            position = position.after(choice(position.moves()))


def play_peer(peer: Any, random: Random, games: int) -> None:
    """Play random games to the end through OpenSpiel's public states."""
    choice = random.choice
    for _ in range(games):
        state = peer.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))


def require_same_games(room: str, ours: Any, peer: Any, games: int = 100) -> None:
    """Raise DifferentGamesError unless both sides make the same of the same random numbers.

    Both list their legal moves in the same order, so the same numbers choose the same moves.
    """
    ours_tally = tally_ours(ours, Random(0), games)
    peer_tally = tally_peer(peer, Random(0), games)
    if ours_tally != peer_tally:
        raise DifferentGamesError(f"{room}: fathom plays {ours_tally} and OpenSpiel plays {peer_tally}")


def tally_ours(ours: Any, random: Random, games: int) -> Tally:
    """What comes of random games through fathom."""
    plies, results = 0, {1: 0, 2: 0, None: 0}
    for _ in range(games):
        position = ours.start()
        while position.outcome is None:
            position = position.after(random.choice(position.moves()))
            plies += 1
        results[position.outcome.winner] += 1
    return Tally(plies, results[1], results[2], results[None])


def tally_peer(peer: Any, random: Random, games: int) -> Tally:
    """What comes of random games through OpenSpiel."""
    plies, results = 0, {1.0: 0, -1.0: 0, 0.0: 0}
    for _ in range(games):
        state = peer.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
        results[state.returns()[0]] += 1
    return Tally(plies, results[1.0], results[-1.0], results[0.0])
