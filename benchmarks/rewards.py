"""Rewards for answers of a model, as trainers ask for them: several answers to each of many positions not seen before.

Beside it, reading the JSON in the same answers and nothing else.
"""

from __future__ import annotations

import json
from functools import partial
from random import Random
from time import perf_counter

from benchmarks.analyses import random_codes
from benchmarks.lookups import ROOMS
from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games
from fathom.bench.reward import forget_positions, reward

ROUNDS = 15
CODES, QUICK_CODES = 1000, 20
"""Positions in a round; every round has new ones."""
GROUP = 8
"""Answers to each position."""
THOUGHT = "I look for what my opponent threatens, and then for a number that leaves them nothing to take.\n"


def run(effort: Effort) -> Section:
    """Measure every game."""
    return Section(
        name="rewards",
        title="Rewards of eight answers to each of many random positions, default options",
        unit="rewards/s",
        comparisons=tuple(compare(room, effort) for room in ROOMS),
    )


def compare(room: str, effort: Effort) -> Comparison:
    """Measure one game."""
    count = QUICK_CODES if effort.quick else CODES
    reward(room, "1")  # the game is solved before the first round
    subjects = [partial(our_rate, room, count), partial(json_rate, room, count)]
    ours, bare = in_turns(subjects, effort.rounds(ROUNDS))
    return Comparison(room, Series("fathom", ours), Series("JSON alone", bare), Floor(at_least=20_000, absolute=True))


def answers(room: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Codes, each with several answers: a thought, and a move that may be legal."""
    game, random = games.game(room), Random(seed)
    moves = [game.format_move(move) for move in game.actions(game.options_type())]
    return [
        (code, f"{THOUGHT}{json.dumps({'move': random.choice(moves)})}")
        for code in random_codes(room, count, seed)
        for _ in range(GROUP)
    ]


def our_rate(room: str, count: int, number: int) -> float:
    """Rewards per second, for positions that are asked about for the first time."""
    asked = answers(room, count, seed=number + 1)
    forget_positions()
    start = perf_counter()
    for code, answer in asked:
        reward(code, answer)
    return len(asked) / (perf_counter() - start)


def json_rate(room: str, count: int, number: int) -> float:
    """The same when only the last line of an answer is read."""
    asked = answers(room, count, seed=number + 1)
    start = perf_counter()
    for _, answer in asked:
        json.loads(answer[len(THOUGHT) :])
    return len(asked) / (perf_counter() - start)
