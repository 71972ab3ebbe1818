"""Spreads the games of a plan over processes, or over whatever else is an `Executor`.

    run(plan, waiting, executor, jobs=4, on_played=log.append)

Games travel in chunks, because sending one takes longer than playing it. A worker keeps its referee for the next chunk;
programs are ended after every chunk, so that none is left behind when a worker goes away.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from fathom.arena.fixtures import Fixture
from fathom.arena.plan import Plan
from fathom.arena.referee import Played, Referee
from fathom.core.words import how_to_install, quoted
from fathom.errors import FathomError

#: Games in a chunk: at most this many, and fewer if there are few or if programs play.
_MOST: Final = 200
_MOST_WITH_PROGRAMS: Final = 4
_CHUNKS_PER_JOB: Final = 8
#: Chunks sent ahead for each job.
_AHEAD: Final = 2

#: Gets the games of a chunk; returns False to stop.
OnPlayed = Callable[[Sequence[Played]], bool]

_referees: dict[tuple[Plan, bool], Referee] = {}


def play_chunk(plan: Plan, chunk: Sequence[Fixture], has_values: bool) -> list[Played]:
    """Play some games; runs in a worker."""
    if plan.has_programs:
        with Referee(plan, has_values=has_values) as referee:
            return [referee.play(fixture) for fixture in chunk]
    if (plan, has_values) not in _referees:
        _referees.clear()
        _referees[plan, has_values] = Referee(plan, has_values=has_values)
    referee = _referees[plan, has_values]
    return [referee.play(fixture) for fixture in chunk]


def local_executor(jobs: int) -> Executor | None:
    """Processes on this machine; None if one job is enough, which needs none."""
    if jobs == 1:
        return None
    # A fresh process: a fork would copy threads and open files that are none of its business.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare)


def cluster_executor(address: str) -> Executor:
    """The workers of a Dask cluster; raises `FathomError` if they cannot be reached."""
    try:
        from distributed import Client
    except ImportError:
        raise FathomError(f"A cluster needs Dask: {how_to_install('cluster')}.") from None
    try:
        executor: Executor = Client(address, timeout="10s", set_as_default=False).get_executor(pure=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise FathomError(f"There is no Dask scheduler at {quoted(address)}: {error}.") from None
    return executor


def _prepare() -> None:
    """Ctrl+C is for the process that waits for the workers, which finish their chunk; if it is killed, they end too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := parent_process():
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def usual_jobs() -> int:
    """As many as there are processors for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: Plan,
    waiting: Sequence[Fixture],
    executor: Executor | None,
    jobs: int,
    on_played: OnPlayed,
    *,
    has_values: bool = True,
) -> None:
    """Play the games that wait, in about their order, until they are played or `on_played` returns False."""
    chunks = split(waiting, chunk_size(plan, len(waiting), jobs))
    if executor is None:
        for chunk in chunks:
            if not on_played(play_chunk(plan, chunk, has_values)):
                return
        return
    running: set[Future[list[Played]]] = set()
    try:
        while True:
            for chunk in islice(chunks, _AHEAD * jobs - len(running)):
                running.add(executor.submit(play_chunk, plan, chunk, has_values))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            goes_on = [on_played(future.result()) for future in done]  # all of them are logged
            if not all(goes_on):
                return
    finally:
        for future in running:
            future.cancel()


def chunk_size(plan: Plan, games: int, jobs: int) -> int:
    """An even number, so that a pair stays together."""
    most = _MOST_WITH_PROGRAMS if plan.has_programs else _MOST
    return 2 * max(1, min(most, games // (_CHUNKS_PER_JOB * jobs)) // 2)


def split(fixtures: Iterable[Fixture], size: int) -> Iterator[list[Fixture]]:
    games = iter(fixtures)
    while chunk := list(islice(games, size)):
        yield chunk
