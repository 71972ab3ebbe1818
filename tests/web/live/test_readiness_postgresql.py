"""`/readyz` tells the truth about a store in PostgreSQL: stopped, frozen, locked, read-only or deleted."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.processes import children_of
from tests.web.proof.process import Server
from tests.web.site import serving
from tests.web.visitor import Visitor, new_key

pytestmark = pytest.mark.slow


@contextmanager
def frozen(postgresql: PostgreSQL) -> Iterator[None]:
    """Every process of the database stands still; connections to it stay open."""
    assert postgresql._server
    parent = postgresql._server.pid
    processes = [parent, *children_of(parent)]
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
        time.sleep(0.2)  # probes have a limit of 20 a second


def administer(postgresql: PostgreSQL, store: str, statement: str) -> None:
    """Do something with the database of a store, from another one."""
    postgresql._administer(statement.replace("DATABASE", f"DATABASE {store.rpartition('/')[2]}"))


def test_without_the_database_it_is_alive_but_not_ready_and_comes_back_with_it(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    server = Server(postgresql.fresh_database(), tmp_path / "log")
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    seat, key = visitor.sits(), new_key()
    postgresql.stop(crash=True)
    try:
        until(lambda: visitor.get("/readyz").status_code == 503)
        assert visitor.get("/healthz").status_code == 200
        assert refusal(lambda: seat.move("6", 1, key)) == 503
        assert visitor.post("/api/v1/matches", {"game": "range-war"}).status_code == 503
    finally:
        postgresql.start()
    until(lambda: visitor.get("/readyz").status_code == 200)
    assert seat.move("6", 1, key).status_code == 200
    assert seat.move("6", 1, key).json()["repeated"] is True
    assert [event["kind"] for event in seat.events] == ["created", "moved"]
    visitor.close()
    server.stop()
    assert "not ready" in server.said()
    assert "ready again" in server.said()
    assert "Traceback" not in server.said()


def test_a_deleted_database_is_not_ready(postgresql: PostgreSQL) -> None:
    store = postgresql.fresh_database()
    with serving(store) as site:
        assert site.get("/readyz").status_code == 200
        administer(postgresql, store, "DROP DATABASE WITH (FORCE)")
        until(lambda: site.get("/readyz").status_code == 503)
        assert site.get("/healthz").status_code == 200


def test_a_database_that_can_only_be_read_is_not_ready_until_it_can_be_written(postgresql: PostgreSQL) -> None:
    store = postgresql.fresh_database()
    with serving(store) as site:
        seat = site.sits()
        administer(postgresql, store, "ALTER DATABASE SET default_transaction_read_only = on")
        postgresql.kill_connections(store)
        until(lambda: site.get("/readyz").status_code == 503)
        assert refusal(lambda: seat.move("6", 1)) == 503
        administer(postgresql, store, "ALTER DATABASE RESET default_transaction_read_only")
        until(lambda: site.get("/readyz").status_code == 200)
        assert seat.move("6", 1).status_code == 200


def test_statements_that_wait_for_a_lock_do_not_pile_up_in_the_database(postgresql: PostgreSQL) -> None:
    store = postgresql.fresh_database()

    def waiting() -> int:
        row = holder.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
        assert row
        return int(row[0])

    with serving(store) as site, psycopg.connect(store) as holder:
        seat = site.sits()
        holder.execute("LOCK TABLE events")
        assert refusal(lambda: seat.move("6", 1)) == 503
        until(lambda: waiting() == 0)  # although the lock is still held
        holder.rollback()
        assert seat.move("6", 1).status_code == 200
        assert [event["kind"] for event in seat.events] == ["created", "moved"]


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
