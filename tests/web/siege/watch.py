"""What other visitors notice of an attack: how long `/healthz` and a player's moves take, before and during it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from tests.patience import PATIENCE
from tests.web.proof.process import ROOT, Server

#: What an attack may add to the longest wait, in seconds, and to the memory, in bytes.
MOST_STALL = 0.25
MOST_MEMORY = 400 << 20
_PAUSE = 0.03
_NUMBERS = 100


class Waits(NamedTuple):
    """The longest wait of each kind, in seconds."""

    health: float
    move: float


class Measured(NamedTuple):
    """One attack: the waits without and with it, and how much memory the server took meanwhile."""

    attack: str
    control: Waits
    attacked: Waits
    memory: int

    @property
    def stall(self) -> float:
        """How much longer the others waited because of the attack."""
        return max(self.attacked.health - self.control.health, self.attacked.move - self.control.move)


class Client:
    """A visitor with one connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._token = ""

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        self._connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")

    def check_health(self) -> None:
        status, _ = self.ask("GET", "/healthz")
        assert status == 200

    def sit_down(self) -> Iterator[float]:
        """Play a match against oneself from the middle outwards, and say how long each move took."""
        self._token = ""
        options = {"highest": str(_NUMBERS)}
        _, made = self.ask("POST", "/api/matches", {"game": "range-war", "options": options, "opponent": "same-screen"})
        match, self._token = made["match"]["id"], str(made["token"])  # type: ignore[index]
        middle = _NUMBERS // 2
        for sequence in range(1, _NUMBERS):
            move = middle + (sequence // 2 if sequence % 2 else -(sequence // 2))
            body = {"move": str(move), "expected": sequence, "key": f"{match}{sequence}"}
            began = time.perf_counter()
            status, answer = self.ask("POST", f"/api/matches/{match}/moves", body)
            assert status == 200, answer
            yield time.perf_counter() - began


def watch(port: int, seconds: float) -> Waits:
    """The longest waits of two visitors during this time: one asks for the server's health, one plays."""
    over = Event()
    health: list[float] = []
    moves: list[float] = []
    failed: list[BaseException] = []

    def check_health() -> None:
        with closing(Client(port)) as client:
            while not over.wait(_PAUSE):
                began = time.perf_counter()
                client.check_health()
                health.append(time.perf_counter() - began)

    def play() -> None:
        with closing(Client(port)) as client:
            while not over.is_set():
                for wait in client.sit_down():
                    moves.append(wait)
                    if over.wait(_PAUSE):
                        break

    def note_failure(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=note_failure, args=(work,), daemon=True) for work in (check_health, play)]
    for thread in threads:
        thread.start()
    over.wait(seconds)
    over.set()
    for thread in threads:
        thread.join(PATIENCE)
    if failed:
        raise failed[0]
    return Waits(max(health), max(moves))


def memory_of(pid: int) -> int:
    """The memory of a process and its children now, in bytes."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in [str(pid), *children])
    return pages * 4096


def withstand(attack: str, folder: Path, seconds: float, limits: tuple[str, ...] = ()) -> Measured:
    """Run one attack on a fresh server with its usual limits, and measure what the others notice."""
    server = Server(str(folder / "store.db"), folder / "log", limits=limits)
    server.start()
    try:
        watch(server.port, 0.5)  # everything has been used once
        control = watch(server.port, seconds / 2)
        before = memory_of(server.pid)
        program = [sys.executable, "-m", "tests.web.siege.attacks", attack, f"127.0.0.1:{server.port}", str(seconds)]
        attacker = subprocess.Popen(program, cwd=ROOT)
        try:
            attacked = watch(server.port, seconds)
            grown = memory_of(server.pid) - before
        finally:
            attacker.terminate()
            attacker.wait(PATIENCE)
        return Measured(attack, control, attacked, grown)
    finally:
        server.kill()
