"""Values of solved games looked up through the public API, beside a bare dictionary with keys ready made."""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.measure import Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games

ROOMS = ("pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition")
ROUNDS = 25
GAMES, QUICK_GAMES = 5000, 50
"""Random games: the positions are all those that came up in them."""


def run(effort: Effort) -> Section:
    """Measure every game."""
    return Section(
        name="lookups",
        title="Lookups in a solved game, default options",
        unit="positions/s",
        comparisons=tuple(compare(room, effort) for room in ROOMS),
    )


def compare(room: str, effort: Effort) -> Comparison:
    """Measure one game."""
    game = games.game(room)
    positions = shuffled_positions(game, QUICK_GAMES if effort.quick else GAMES)
    oracle: Any = games.room(room).oracle(game.options_type())
    keys = [position.key() for position in positions]
    table = {key: oracle.value(position) for key, position in zip(keys, positions, strict=True)}
    subjects = [partial(rate, oracle.value, positions), partial(rate, table.__getitem__, keys)]
    ours, bare = in_turns(subjects, effort.rounds(ROUNDS))
    return Comparison(room, Series("fathom", ours), Series("dict", bare), Floor(at_least=200_000, absolute=True))


def shuffled_positions(game: Any, count: int) -> list[Any]:
    """The positions of random games, each once, in random order."""
    random = Random(0)
    seen: dict[Any, None] = {}
    for _ in range(count):
        position = game.start()
        seen[position] = None
        while not position.outcome:
            position = position.after(random.choice(position.moves()))
            seen[position] = None
    positions = list(seen)
    random.shuffle(positions)
    return positions


def rate(look_up: Any, subjects: list[Any], _round: int) -> float:
    """Lookups per second."""
    start = perf_counter()
    for subject in subjects:
        look_up(subject)
    return len(subjects) / (perf_counter() - start)
