"""Where work is done: here, in processes, or on a cluster that is not there."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from fathom.errors import FathomError
from fathom.workers import Workers, open_workers, split, spread, usual_jobs


def test_a_cluster_that_is_not_there_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FathomError, match="There is no Dask scheduler at 'nonsense://here'"):
        open_workers("nonsense://here", None).__enter__()
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FathomError, match=r"A cluster needs Dask: install fathom-games\[cluster\]"):
        open_workers("tcp://127.0.0.1:1", None).__enter__()


def test_one_job_needs_no_process() -> None:
    with open_workers(None, 1) as workers:
        assert workers == Workers(None, 1)
    assert usual_jobs() >= 1


class Forgetful(Executor):
    """Loses the first results, as Dask does when a worker goes away that has just sent them."""

    def __init__(self, loses: int) -> None:
        self.loses = loses

    def submit(self, work: Callable[..., Any], /, *chunk: Any, **_: Any) -> Future[Any]:
        future = Future[Any]()
        self.loses -= 1
        if self.loses >= 0:
            future.set_exception(ValueError("not enough values to unpack (expected 3, got 2)"))
        else:
            future.set_result(work(*chunk))
        return future


def keep_in(done: list[int]) -> Callable[[int], bool]:
    def keep(found: int) -> bool:
        done.append(found)
        return True

    return keep


def test_what_a_cluster_loses_is_done_again_and_other_errors_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    with pytest.raises(ValueError, match="unpack"):  # it is no cluster
        spread(abs, [-1, -2, -3], Workers(Forgetful(1), 1), keep_in(done))
    monkeypatch.setattr(Forgetful, "__module__", "distributed.cfexecutor")
    done.clear()
    spread(abs, [-1, -2, -3], Workers(Forgetful(5), 1), keep_in(done))
    assert sorted(done) == [1, 2, 3]
    with pytest.raises(ValueError, match="unpack"):  # over and over: the work itself fails
        spread(abs, [-1, -2, -3], Workers(Forgetful(1000), 1), keep_in(done))


def end_this_process(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.slow
def test_processes_do_the_work_and_a_lost_one_is_said_in_one_sentence() -> None:
    done: list[int] = []

    def keep(found: int) -> bool:
        done.append(found)
        return True

    with open_workers(None, 2) as workers:
        spread(abs, [-1, -2, -3], workers, keep)
    assert sorted(done) == [1, 2, 3]
    lost = "A worker was lost before its work was done, perhaps for lack of memory."
    with pytest.raises(FathomError, match=lost), open_workers(None, 2) as workers:
        spread(end_this_process, [1], workers, lambda _: True)


def test_a_chunk_is_never_larger_than_its_size() -> None:
    assert list(split("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]
