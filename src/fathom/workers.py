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
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, NamedTuple, TypeVar

from fathom.core.words import how_to_install, quoted
from fathom.errors import FathomError

#: Chunks sent ahead for each job.
_AHEAD: Final = 2

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

    Raises `FathomError` if the cluster cannot be reached.
    """
    if not cluster and (jobs or usual_jobs()) == 1:
        yield Workers(None, 1)  # one job needs no process
        return
    with _connect(cluster, jobs) if cluster else _start_processes(jobs or usual_jobs()) as workers:
        assert workers.executor
        finished = False
        try:
            yield workers
            finished = True
        finally:
            workers.executor.shutdown(wait=finished)


@contextmanager
def _start_processes(jobs: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor

    # A fresh process: a fork would copy threads and open files that are none of its business.
    yield Workers(ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare), jobs)


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
        threads = sum(client.nthreads().values())
        yield Workers(client.get_executor(pure=False), jobs or max(1, threads))


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
) -> None:
    """Do the work of all chunks, in about their order, until they are done or `on_done` returns False.

    `work` must be a function that can be pickled. A cluster gives the work of a worker that is lost to another one.
    """
    executor, waiting = workers.executor, iter(chunks)
    if executor is None:
        for chunk in waiting:
            if not on_done(work(chunk)):
                return
        return
    running: set[Future[Result]] = set()
    try:
        while True:
            for chunk in islice(waiting, _AHEAD * workers.jobs - len(running)):
                running.add(executor.submit(work, chunk))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            goes_on = [on_done(future.result()) for future in done]  # all of them are kept
            if not all(goes_on):
                return
    except _losses() as loss:
        raise FathomError("A worker was lost before its work was done, perhaps for lack of memory.") from loss
    finally:
        for future in running:
            future.cancel()


def _losses() -> tuple[type[BaseException], ...]:
    """What is raised when workers go away."""
    dask = sys.modules.get("distributed")
    return (BrokenExecutor, CancelledError, *((dask.KilledWorker,) if dask else ()))


def split(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Chunks of that size; the last may be smaller."""
    left = iter(items)
    while chunk := list(islice(left, size)):
        yield chunk
