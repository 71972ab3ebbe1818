"""A database that is there but does not answer: the server says so, and goes on when it does."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.site import serving
from tests.web.visitor import new_key

pytestmark = pytest.mark.slow


@contextmanager
def frozen(postgresql: PostgreSQL) -> Iterator[None]:
    """Every process of the database stands still; connections to it stay open."""
    assert postgresql._server
    parent = postgresql._server.pid
    processes = [parent, *map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_frozen_database_is_noticed_and_forgiven(postgresql: PostgreSQL) -> None:
    with serving(postgresql.fresh_database()) as site:
        seat, key = site.sits(), new_key()
        assert site.get("/readyz").status_code == 200
        with frozen(postgresql):
            until(lambda: site.get("/readyz").status_code == 503)
            assert site.get("/healthz").status_code == 200
            assert refusal(lambda: seat.move("6", 1, key)) == 503
        until(lambda: site.get("/readyz").status_code == 200)
        assert seat.move("6", 1, key).status_code == 200
        assert [event["kind"] for event in seat.events] == ["created", "moved"]


def refusal(request: Callable[[], httpx.Response]) -> int:
    """The answer comes within the time that the store is given, not when the database wakes up."""
    began = time.monotonic()
    status = request().status_code
    assert time.monotonic() - began < PATIENCE / 2
    return status
