"""Several workers under one parent: whatever happens to them or to the database, the server goes on or says why."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import kill
from pathlib import Path
from threading import Thread

import httpx
import pytest

from benchmarks.ports import free_port
from fathom.errors import StoreAway
from fathom.storage.journal import open_ledger
from fathom.web.supervisor import Supervisor, _Slot
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.processes import workers_of
from tests.web.proof.process import REAL, ROOT, Server
from tests.web.visitor import Visitor, new_key

pytestmark = pytest.mark.slow

TWO = (*REAL, "--workers", "2")


def until(condition: Callable[[], bool], pause: float = 0.2) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(pause)


def workers(parent: int) -> set[int]:
    return set(workers_of(parent))


def status(visitor: Visitor, path: str) -> int:
    """The status of a request; one that meets the end of a worker is sent again, as by any client."""
    for _ in range(5):
        try:
            return visitor.get(path).status_code
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail("Nobody answers.")


@contextmanager
def serving(postgresql: PostgreSQL, folder: Path) -> Iterator[tuple[Server, Visitor]]:
    """A server with two workers, and somebody who visits it."""
    server = Server(postgresql.fresh_database(), folder / "log", TWO)
    server.start()
    until(lambda: len(workers(server.pid)) == 2)
    visitor = Visitor(f"127.0.0.1:{server.port}")
    yield server, visitor
    visitor.close()
    server.stop()
    assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def running(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Visitor]]:
    """One for the tests that leave it running."""
    with serving(postgresql, tmp_path_factory.mktemp("workers")) as started:
        yield started


@pytest.fixture
def ending(postgresql: PostgreSQL, tmp_path: Path) -> Iterator[tuple[Server, Visitor]]:
    """One to be ended."""
    with serving(postgresql, tmp_path) as started:
        yield started


def test_a_killed_worker_is_replaced_and_the_other_goes_on(running: tuple[Server, Visitor]) -> None:
    server, visitor = running
    seat, old = visitor.sits(), workers(server.pid)
    victim = min(old)
    kill(victim, signal.SIGKILL)
    until(lambda: len(workers(server.pid) - {victim}) == 2)
    assert status(visitor, "/healthz") == 200
    assert seat.move("6", 1).status_code == 200
    assert f'"worker ended", "worker": {victim}, "reason": "SIGKILL"' in server.said()


def test_workers_that_die_while_the_database_is_away_are_replaced_and_serve_when_it_is_back(
    running: tuple[Server, Visitor], postgresql: PostgreSQL
) -> None:
    server, visitor = running
    seat, old, key = visitor.sits(), workers(server.pid), new_key()
    postgresql.stop(crash=True)
    try:
        for worker in old:
            kill(worker, signal.SIGKILL)
        until(lambda: len(workers(server.pid) - old) == 2)
        assert status(visitor, "/healthz") == 200
        assert status(visitor, "/readyz") == 503
        assert seat.move("6", 1, key).status_code == 503
    finally:
        postgresql.start()
    until(lambda: status(visitor, "/readyz") == 200)
    until(lambda: seat.move("6", 1, key).status_code == 200)  # the other worker may need a moment longer
    assert [event["kind"] for event in seat.events] == ["created", "moved"]
    assert "the store cannot be reached" in server.said()


def end(server: Server, how: signal.Signals) -> int:
    """The exit status after a signal."""
    process = server._process
    assert process
    process.send_signal(how)
    ended = process.wait(PATIENCE)
    server._process = None
    return ended


def test_a_stopped_server_exits_with_0_and_leaves_nobody_behind(
    ending: tuple[Server, Visitor],
) -> None:
    server, visitor = ending
    old = workers(server.pid)
    with visitor.sits().subscribed() as watching:
        assert end(server, signal.SIGTERM) == 0
        assert watching.ended()[0] == 1012
    assert not any(Path(f"/proc/{worker}").exists() for worker in old)


def test_a_server_without_its_database_can_be_stopped(postgresql: PostgreSQL, tmp_path: Path) -> None:
    server = Server(postgresql.fresh_database(), tmp_path / "log")
    server.start()
    postgresql.stop(crash=True)
    try:
        assert end(server, signal.SIGTERM) == 0
    finally:
        postgresql.start()


def test_one_process_exits_with_0_when_it_is_stopped(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    assert end(server, signal.SIGTERM) == 0


def test_the_workers_end_when_their_parent_is_killed(ending: tuple[Server, Visitor]) -> None:
    server, _ = ending
    old = workers(server.pid)
    server.kill()
    until(lambda: not any(Path(f"/proc/{worker}/exe").exists() for worker in old))
    with socket.create_server(("127.0.0.1", server.port)):
        pass


def test_a_hang_up_replaces_every_worker_while_requests_are_answered(running: tuple[Server, Visitor]) -> None:
    server, visitor = running
    old, statuses, is_over = workers(server.pid), list[int](), False

    def ask() -> None:
        while not is_over:
            statuses.append(status(visitor, "/api/v1/games"))

    asking = Thread(target=ask)
    asking.start()
    kill(server.pid, signal.SIGHUP)
    until(lambda: len(workers(server.pid)) == 2 and not old & workers(server.pid))
    is_over = True
    asking.join()
    assert set(statuses) == {200}


#: A supervisor with other time limits or another application: `python -c SCRIPT PORT`.
SCRIPT = """
import socket, sys, uvicorn
from fathom.web import supervisor
from fathom.web.http import logs
if __name__ == "__main__":
    logs.set_up("info", addresses=False)
    supervisor._SILENCE_SECONDS = 3.0
    config = uvicorn.Config(sys.argv[2], factory=True, workers=1, log_config=None)
    sys.exit(supervisor.Supervisor(config, socket.create_server(("127.0.0.1", int(sys.argv[1])))).run())
"""
APP = """
import os, sys
def broken():
    sys.exit(3)
def whole():
    async def answer(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": str(os.getpid()).encode()})
    return answer
"""


@contextmanager
def supervised(folder: Path, application: str) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    """A supervisor of one worker with an application of these; its process, port and log."""
    (folder / "supervised.py").write_text(SCRIPT)
    (folder / "apps.py").write_text(APP)
    port, log = free_port(), folder / "log"
    command = [sys.executable, str(folder / "supervised.py"), str(port), f"apps:{application}"]
    with log.open("wb") as written, subprocess.Popen(command, stdout=written, stderr=written, cwd=folder) as process:
        try:
            yield process, port, log
        finally:
            process.kill()


def test_a_worker_that_never_starts_is_tried_again_and_again_with_longer_pauses(tmp_path: Path) -> None:
    with supervised(tmp_path, "broken") as (process, _, log):
        until(lambda: log.read_text().count("worker ended") >= 3)
        lines = [json.loads(line) for line in log.read_text().splitlines() if '"worker ended"' in line]
        assert [(line["reason"], line["seconds"]) for line in lines[:3]] == [
            ("status 3", 0.25),
            ("status 3", 0.5),
            ("status 3", 1.0),
        ]
        assert process.poll() is None
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_pauses_grow_to_ten_seconds_and_not_beyond() -> None:
    slot, supervisor, pauses = _Slot(), object.__new__(Supervisor), []
    for deaths in (0, 1, 2, 3, 6, 7, 1000):
        slot.early_deaths = deaths
        pauses.append(supervisor._pause(slot))
    assert pauses == [0, 0.25, 0.5, 1, 8, 10, 10]


def test_a_worker_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    with supervised(tmp_path, "whole") as (_, port, log):

        def served_by() -> int:
            try:
                return int(httpx.get(f"http://127.0.0.1:{port}/", timeout=2, trust_env=False).text)
            except httpx.TransportError:
                return 0

        until(lambda: served_by() > 0)
        hanging = served_by()
        kill(hanging, signal.SIGSTOP)
        until(lambda: served_by() not in {0, hanging})
        assert f'"worker killed", "worker": {hanging}, "reason": "it does not respond"' in log.read_text()


def serve_once(store: str, *more: str) -> subprocess.CompletedProcess[str]:
    """`fathom serve`, expected to refuse."""
    command = [*REAL, "--port", "0", "--store", store, *more]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False)


def test_a_start_waits_for_the_database_and_says_so(postgresql: PostgreSQL, tmp_path: Path) -> None:
    server = Server(postgresql.fresh_database(), tmp_path / "log")
    postgresql.stop()
    starting = Thread(target=server.start)
    starting.start()
    try:
        until(lambda: "Waiting up to 60 seconds: The store in PostgreSQL cannot be opened: " in server.said())
    finally:
        postgresql.start()
    starting.join()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    assert visitor.sits().move("6", 1).status_code == 200
    visitor.close()
    server.stop()
    assert server.said().count("Waiting") <= 2  # refused, then starting up


def test_a_database_that_does_not_come_is_refused_in_the_end(postgresql: PostgreSQL) -> None:
    refused = serve_once(f"postgresql://127.0.0.1:{free_port()}/fathom", "--store-wait", "1")
    assert refused.returncode == 2
    *waiting, last = refused.stderr.splitlines()
    assert all(line.startswith("Waiting up to 1 second: ") for line in waiting)
    assert "cannot be opened" in last


def test_a_wrong_database_is_refused_at_once(postgresql: PostgreSQL) -> None:
    refused = serve_once(postgresql.url("nowhere"))
    assert refused.returncode == 2
    (said,) = refused.stderr.splitlines()
    assert 'database "nowhere" does not exist' in said


def test_a_wrong_password_is_refused_at_once(postgresql: PostgreSQL) -> None:
    rules = postgresql._data / "pg_hba.conf"
    before = rules.read_text()
    postgresql._administer("CREATE ROLE locked LOGIN PASSWORD 'right'")
    rules.write_text(f"host all locked 127.0.0.1/32 scram-sha-256\n{before}")
    postgresql._administer("SELECT pg_reload_conf()")
    try:
        until(lambda: "password" in serve_once(postgresql.url("x").replace("fathom@", "locked@")).stderr)
        refused = serve_once(postgresql.url("postgres").replace("fathom@", "locked:wrong@"))
    finally:
        rules.write_text(before)
        postgresql._administer("SELECT pg_reload_conf()")
    assert refused.returncode == 2
    (said,) = refused.stderr.splitlines()
    assert 'password authentication failed for user "locked"' in said


def test_a_database_that_recovers_is_only_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        recovering = Thread(target=say_that_it_recovers, args=(listener,), daemon=True)
        recovering.start()
        with pytest.raises(StoreAway, match="the database system is starting up"):
            open_ledger(
                f"postgresql://fathom@127.0.0.1:{listener.getsockname()[1]}/x?sslmode=disable&gssencmode=disable"
            )


def say_that_it_recovers(listener: socket.socket) -> None:
    """Answer as PostgreSQL does while it recovers: an ErrorResponse with 57P03 (protocol 3.0, section 55.7)."""
    connection, _ = listener.accept()
    with connection:
        connection.recv(4096)
        fields = b"".join(
            field + b"\0" for field in (b"SFATAL", b"VFATAL", b"C57P03", b"Mthe database system is starting up")
        )
        connection.sendall(b"E" + (4 + len(fields) + 1).to_bytes(4) + fields + b"\0")


def test_a_server_that_cannot_start_never_exits_with_0(tmp_path: Path) -> None:
    code = (
        "import sys; from fathom.web import serve; serve.await_store = lambda settings: None; "
        "sys.exit(serve.serve({'store': sys.argv[1], 'port': 0}, {}))"
    )
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-c", code, str(tmp_path / "file" / "server.db")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False)
    assert done.returncode not in {0, -signal.SIGTERM}
