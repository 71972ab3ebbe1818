"""Analyses in one process, once warm: a code read, every move judged and explained, written as JSON.

Beside it, writing the same results as JSON and nothing else.
"""

from __future__ import annotations

import json
from functools import partial
from random import Random
from time import perf_counter

from benchmarks.lookups import ROOMS
from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games
from fathom.analysis.analysis import analysis_text

ROUNDS = 15
CODES, QUICK_CODES = 400, 20
"""Codes in a round; every round has new ones."""
WARM_UP = 10_000


def run(effort: Effort) -> Section:
    """Measure every game."""
    return Section(
        name="analyses",
        title="Analyses as JSON of random codes, default options, once warm",
        unit="codes/s",
        comparisons=tuple(compare(room, effort) for room in ROOMS),
    )


def compare(room: str, effort: Effort) -> Comparison:
    """Measure one game."""
    count = QUICK_CODES if effort.quick else CODES
    for code in random_codes(room, count if effort.quick else WARM_UP, seed=0):
        analysis_of(code)
    subjects = [partial(our_rate, room, count), partial(json_rate, room, count)]
    ours, bare = in_turns(subjects, effort.rounds(ROUNDS))
    return Comparison(room, Series("fathom", ours), Series("JSON alone", bare), Floor(at_least=3000, absolute=True))


def random_codes(room: str, count: int, seed: int) -> list[str]:
    """Random games, each cut off before a move chosen at random."""
    game, random, codes = games.game(room), Random(seed), []
    for _ in range(count):
        position, moves = game.start(), list[str]()
        while not position.outcome:
            move = random.choice(position.moves())
            moves.append(game.format_move(move))
            position = position.after(move)
        played = ".".join(moves[: random.randrange(len(moves))])
        codes.append(f"{room}:{played}" if played else room)
    return codes


def analysis_of(code: str) -> str:
    """What ``fathom analyze CODE --json`` prints."""
    return analysis_text(games.read_code(code))


def our_rate(room: str, count: int, number: int) -> float:
    """Codes per second from text to text."""
    codes = random_codes(room, count, seed=number + 1)
    start = perf_counter()
    for code in codes:
        analysis_of(code)
    return count / (perf_counter() - start)


def json_rate(room: str, count: int, number: int) -> float:
    """Codes per second when the analyses are there already."""
    codes = random_codes(room, count, seed=ROUNDS + 2 + number)  # others than ours, which would be remembered
    results = [json.loads(analysis_of(code)) for code in codes]
    start = perf_counter()
    for result in results:
        json.dumps(result, ensure_ascii=False)
    return count / (perf_counter() - start)
