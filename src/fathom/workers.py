"""Spreads work over processes, or over the workers of a Dask cluster: the same code either way.

    with open_workers(cluster=None, jobs=4) as workers:
        spread(audit_all, chunks, workers, on_done=keep)

Work travels in chunks, because sending one takes longer than many a piece of work. What comes back depends on the chunk
alone, never on where it was done.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from fathom.core.words import how_to_install, quoted
from fathom.errors import FathomError

#: Chunks sent ahead for each job.
_AHEAD: Final = 2
#: Results that a cluster may lose: their work is done again.
_MOST_LOST: Final = 10
#: How often it is looked whether the work goes on, and how long processes have to end by themselves.
_LOOK_SECONDS: Final = 0.2
_FAREWELL_SECONDS: Final = 0.2

Item = TypeVar("Item")
Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


class Workers(NamedTuple):
    """Where work is done, and how many pieces at a time; without an executor, here."""

    executor: Executor | None
    jobs: int


@contextmanager
def open_workers(cluster: str | None, jobs: int | None) -> Iterator[Workers]:
    """The workers of the cluster at an address, or processes here: as many as `jobs`, or as there are processors.

    Where there can be no processes, work is done here. Raises `FathomError` if the cluster cannot be reached.
    """
    if not cluster and (jobs or usual_jobs()) == 1:
        yield Workers(None, 1)  # one job needs no process
        return
    with _connect(cluster, jobs) if cluster else _start_processes(jobs or usual_jobs()) as workers:
        yield workers


@contextmanager
def _start_processes(jobs: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor

    try:
        # A fresh process: a fork would copy threads and open files that are none of its business.
        executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare)
    except (ImportError, NotImplementedError, OSError):  # there are no processes in a browser, for example
        yield Workers(None, 1)
        return
    others = set(active_children())
    try:
        yield Workers(executor, jobs)
    finally:
        started = set(active_children()) - others
        executor.shutdown(wait=False, cancel_futures=True)
        until = monotonic() + _FAREWELL_SECONDS
        for process in started:
            process.join(max(0, until - monotonic()))
            process.terminate()  # nobody waits any more for what it is doing


@contextmanager
def _connect(address: str, jobs: int | None) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError:
        raise FathomError(f"A cluster needs Dask: {how_to_install('cluster')}.") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise FathomError(f"There is no Dask scheduler at {quoted(address)}: {error}.") from None
    with client:
        threads, executor, finished = sum(client.nthreads().values()), client.get_executor(pure=False), False
        try:
            yield Workers(executor, jobs or max(1, threads))
            finished = True
        finally:
            executor.shutdown(wait=finished)


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


def spread(
    work: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    workers: Workers,
    on_done: Callable[[Result], bool],
    goes_on: Callable[[], bool] = lambda: True,
) -> None:
    """Do the work of all chunks, in about their order, until they are done or `on_done` or `goes_on` returns False.

    `goes_on` is asked several times a second where work is done elsewhere, and what has begun is then given up.
    `work` must be a function that can be pickled. A cluster gives the work of a worker that is lost to another one.
    """
    executor, waiting = workers.executor, iter(chunks)
    if executor is None:
        for chunk in waiting:
            if not on_done(work(chunk)):
                return
        return
    running: dict[Future[Result], Chunk] = {}
    lost = 0
    try:
        while True:
            for chunk in islice(waiting, _AHEAD * workers.jobs - len(running)):
                running[executor.submit(work, chunk)] = chunk
            if not running:
                return
            is_wanted = True
            for future in wait(running, _LOOK_SECONDS, FIRST_COMPLETED).done:
                chunk = running.pop(future)
                try:
                    result = future.result()
                except ValueError:  # what Dask says of a result that came just when its worker went away
                    lost += 1
                    if not _is_dask(executor) or lost > _MOST_LOST:
                        raise
                    running[executor.submit(work, chunk)] = chunk
                else:
                    is_wanted = on_done(result) and is_wanted  # all of them are kept
            if not is_wanted or not goes_on():
                return
    except _losses() as loss:
        raise FathomError("A worker was lost before its work was done, perhaps for lack of memory.") from loss
    finally:
        for future in running:
            future.cancel()


def _is_dask(executor: Executor) -> bool:
    return type(executor).__module__.startswith("distributed.")


def _losses() -> tuple[type[BaseException], ...]:
    """What is raised when workers go away."""
    dask = sys.modules.get("distributed")
    return (BrokenExecutor, CancelledError, *((dask.KilledWorker,) if dask else ()))


def split(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Chunks of that size; the last may be smaller."""
    left = iter(items)
    while chunk := list(islice(left, size)):
        yield chunk
