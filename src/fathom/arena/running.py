"""Plays the games of a plan wherever there are workers.

    run(plan, waiting, workers, on_played=log.append)

Games travel in chunks, because sending one takes longer than playing it. A worker keeps its referee for the next chunk;
programs are ended after every chunk, so that none is left behind when a worker goes away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from fathom.arena.fixtures import Fixture
from fathom.arena.plan import Plan
from fathom.arena.referee import Played, Referee
from fathom.workers import Workers, split, spread

#: Games in a chunk: at most this many, and fewer if there are few or if programs play.
_MOST: Final = 200
_MOST_WITH_PROGRAMS: Final = 4
_CHUNKS_PER_JOB: Final = 8

#: Gets the games of a chunk; returns False to stop.
OnPlayed = Callable[[Sequence[Played]], bool]

_referees: dict[tuple[Plan, bool], Referee] = {}


def play_chunk(plan: Plan, chunk: Sequence[Fixture], *, has_values: bool) -> list[Played]:
    """Play some games; runs in a worker."""
    if plan.has_programs:
        with Referee(plan, has_values=has_values) as referee:
            return [referee.play(fixture) for fixture in chunk]
    if (plan, has_values) not in _referees:
        _referees.clear()
        _referees[plan, has_values] = Referee(plan, has_values=has_values)
    referee = _referees[plan, has_values]
    return [referee.play(fixture) for fixture in chunk]


def run(
    plan: Plan, waiting: Sequence[Fixture], workers: Workers, on_played: OnPlayed, *, has_values: bool = True
) -> None:
    """Play the games that wait, in about their order, until they are played or `on_played` returns False."""
    chunks = split(waiting, chunk_size(plan, len(waiting), workers.jobs))
    spread(partial(play_chunk, plan, has_values=has_values), chunks, workers, on_played)


def chunk_size(plan: Plan, games: int, jobs: int) -> int:
    """An even number, so that a pair stays together."""
    most = _MOST_WITH_PROGRAMS if plan.has_programs else _MOST
    return 2 * max(1, min(most, games // (_CHUNKS_PER_JOB * jobs)) // 2)
