"""Stopping, starting again, and starting twice."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.ports import free_port
from tests.patience import PATIENCE, allowed
from tests.web.proof.process import REAL, ROOT, Server
from tests.web.visitor import Json, Seat, Visitor, new_key

pytestmark = pytest.mark.slow

MATCHES = 100
SOCKETS_EACH = 3
RESTART = 1012


class Client:
    """A socket that plays for as long as it is open, and remembers what it was told."""

    def __init__(self, seat: Seat, *, plays: bool) -> None:
        self.seat = seat
        self.plays = plays
        self.events: list[Json] = []
        self.ended_with = 0
        self._url = f"ws://{seat.visitor.address}/api/v1/matches/{seat.match}/live"

    async def live(self, opened: asyncio.Semaphore) -> None:
        """Subscribe after the last event seen, and stay until the server closes."""
        async with connect(self._url, proxy=None, compression=None, ping_interval=None) as socket:
            frame = {"type": "subscribe", "token": self.seat.token, "after": len(self.events)}
            await socket.send(json.dumps(frame))
            self.events += json.loads(await socket.recv())["events"]
            opened.release()
            try:
                if self.plays:
                    await socket.send(self._command())
                while True:
                    told = json.loads(await socket.recv())
                    self.events.append(told["event"])
                    if self.plays:
                        await asyncio.sleep(0.05)
                        await socket.send(self._command())
            except ConnectionClosed as end:
                self.ended_with = end.rcvd.code if end.rcvd else 0

    def _command(self) -> str:
        """Move where nothing was played, and take it back where something was."""
        is_played = self.events[-1]["kind"] == "moved"
        more: dict[str, Any] = {"type": "take-back"} if is_played else {"type": "move", "move": "6"}
        return json.dumps({"expected": len(self.events), "key": new_key(), **more})


async def _life(clients: list[Client], then: Callable[[], object]) -> None:
    """Open every socket, let them play for a moment, then let something happen; until all are closed."""
    opened = asyncio.Semaphore(0)
    living = [asyncio.create_task(client.live(opened)) for client in clients]
    for _ in clients:
        async with asyncio.timeout(PATIENCE):
            await opened.acquire()
    await asyncio.sleep(1)
    await asyncio.to_thread(then)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*living)


def test_a_stopped_server_sends_everybody_away_to_come_back_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    seats = [visitor.sits() for _ in range(MATCHES)]
    clients = [Client(seat, plays=number == 0) for seat in seats for number in range(SOCKETS_EACH)]
    for _ in range(2):
        asyncio.run(_life(clients, server.stop))
        assert {client.ended_with for client in clients} == {RESTART}
        server.start()
    asyncio.run(_life(clients, server.stop))
    server.start()
    kept = {seat.match: seat.events for seat in seats}
    visitor.close()
    server.stop()
    for client in clients:
        assert client.events == kept[client.seat.match][: len(client.events)]
    assert sum(len(client.events) for client in clients if client.plays) > 3 * MATCHES
    assert "Traceback" not in server.said()
    assert '"level": "error"' not in server.said()


def test_a_server_without_anything_to_do_stops_at_once(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < allowed(3)


def second(store: Path, port: int, *more: str) -> subprocess.CompletedProcess[str]:
    """Another `fathom serve`, which is expected to end by itself."""
    return subprocess.run(
        [*REAL, "--port", str(port), "--store", str(store), *more],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )


def test_a_second_server_on_one_file_is_refused_at_once_and_the_first_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    server = Server(str(store), tmp_path / "log")
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    try:
        began = time.monotonic()
        refused = second(store, free_port())
        assert time.monotonic() - began < allowed(5)
        assert refused.returncode != 0
        (said,) = refused.stderr.splitlines()
        assert f"{store} is in use by another server (process {server.pid})" in said
        assert visitor.sits().move("6", 1).status_code == 200
    finally:
        visitor.close()
        server.stop()
    assert second_starts(store)


def second_starts(store: Path) -> bool:
    """Does a server start on the file now that the first has stopped?"""
    server = Server(str(store), store.with_suffix(".log"))
    server.start()
    server.stop()
    return True


def test_a_taken_port_is_refused_in_one_sentence(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    try:
        refused = second(tmp_path / "another.db", server.port)
    finally:
        server.stop()
    assert refused.returncode != 0
    (said,) = refused.stderr.splitlines()
    assert f"Cannot listen on 127.0.0.1 port {server.port}" in said


@pytest.mark.parametrize(
    "more, told",
    [
        (["--workers", "2"], "2 workers need a store that they can share"),
        (["--limit", "sockets=1"], "There is no limit 'sockets'"),
        (["--limit", "sockets-per-address=0"], "it must be a whole number from 1 up"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_sentence(tmp_path: Path, more: list[str], told: str) -> None:
    refused = second(tmp_path / "server.db", free_port(), *more)
    assert refused.returncode != 0
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_an_interrupted_server_stops_without_a_traceback(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    server.start()
    server._end(signal.SIGINT)
    assert "Traceback" not in server.said()
