"""What other visitors notice of an attack: how long `/healthz` and a player's moves take, before and during it.

The request that begins a match counts as a move, too.
"""

from __future__ import annotations

import http.client
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from benchmarks.store.filling import fill
from fathom import games
from fathom.storage.journal import open_ledger
from fathom.web.live.invitations import begin, created_event
from fathom.web.live.live_match import MOST_MOVES, PERSON, Private
from tests.patience import PATIENCE
from tests.web.processes import children_of
from tests.web.proof.process import ROOT, Server

#: What an attack may add to the longest wait, in seconds, and to the memory, in bytes.
MOST_STALL = 0.25
MOST_MEMORY = 400 << 20

#: What the store holds already, for attacks that could make something of it.
FILLERS: dict[str, Callable[[Path], None]] = {
    "many_lists": lambda store: fill(store, 20_000),
    "old_matches": lambda store: keep_walks(store, 300),
}
_PAUSE = 0.03
#: Probes have a limit of 20 a second, which a siege of any length must keep to.
_PAUSE_BETWEEN_PROBES = 0.06
_LOOK_SECONDS = 0.2
#: A match has so many numbers and thus moves: few, so that a new one begins every second, and no limit is reached.
_NUMBERS = 30


class Waits(NamedTuple):
    """How long visitors waited, in seconds, each in ascending order."""

    health: tuple[float, ...]
    moves: tuple[float, ...]


def percentile(waits: Sequence[float], percent: int) -> float:
    return waits[min(len(waits) - 1, len(waits) * percent // 100)]


class Measured(NamedTuple):
    """One attack: the waits without and with it, and how much memory the server took meanwhile, at most."""

    attack: str
    control: Waits
    attacked: Waits
    memory: int

    @property
    def stall(self) -> float:
        """How much longer the others waited at most because of the attack."""
        health = self.attacked.health[-1] - self.control.health[-1]
        return max(health, self.attacked.moves[-1] - self.control.moves[-1])

    @property
    def is_withstood(self) -> bool:
        return self.stall < MOST_STALL and self.memory < MOST_MEMORY

    def __str__(self) -> str:
        return f"{self.attack}: others wait {self.stall:.3f} s longer, {self.memory >> 20} MB"


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
        """Begin a match against oneself, play it from the middle outwards, and say how long each of these took."""
        self._token = ""
        options = {"highest": str(_NUMBERS)}
        began = time.perf_counter()
        _, made = self.ask(
            "POST", "/api/v1/matches", {"game": "range-war", "options": options, "opponent": "same-screen"}
        )
        yield time.perf_counter() - began
        match, self._token = made["match"]["id"], str(made["token"])  # type: ignore[index]
        middle = _NUMBERS // 2
        for sequence in range(1, _NUMBERS):
            move = middle + (sequence // 2 if sequence % 2 else -(sequence // 2))
            body = {"move": str(move), "expected": sequence, "key": f"{match}{sequence}"}
            began = time.perf_counter()
            status, answer = self.ask("POST", f"/api/v1/matches/{match}/moves", body)
            assert status == 200, answer
            yield time.perf_counter() - began


def watch(port: int, seconds: float, look: Callable[[], None] = lambda: None) -> Waits:
    """The waits of two visitors during this time: one asks for the server's health, one plays.

    `look` is called now and then meanwhile.
    """
    over = Event()
    health: list[float] = []
    moves: list[float] = []
    failed: list[BaseException] = []

    def check_health() -> None:
        with closing(Client(port)) as client:
            while not over.wait(_PAUSE_BETWEEN_PROBES):
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
    deadline = time.monotonic() + seconds
    try:
        while not over.wait(max(0.0, min(_LOOK_SECONDS, deadline - time.monotonic()))) and time.monotonic() < deadline:
            look()
    finally:
        over.set()
    for thread in threads:
        thread.join(PATIENCE)
    if failed:
        raise failed[0]
    return Waits(tuple(sorted(health)), tuple(sorted(moves)))


def memory_of(pid: int) -> int:
    """The memory of a process and its children now, in bytes."""
    return sum(map(_pages, [pid, *children_of(pid)])) * resource.getpagesize()


def _pages(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):  # it has just ended
        return 0


def keep_walks(store: Path, matches: int) -> None:
    """Make a store with the longest walks that there may be, on the largest board: more than fit into memory."""
    match = games.read_code(f"pyramid-puzzle,levels=7:kC4/{'.'.join(['G1', 'G2'] * (MOST_MOVES // 2))}")
    created = created_event(match, ["Ada"], [PERSON], watch=True)
    private: Private = {"hashes": [None], "invitation": None}
    first = begin(created, private).addition
    assert first.summary
    with closing(open_ledger(str(store))) as ledger:
        for number in range(matches):
            entry = first.entry._replace(match=f"walk{number}")
            ledger.write([first._replace(entry=entry, summary=first.summary._replace(id=entry.match))])


def withstand(attack: str, folder: Path, seconds: float, limits: tuple[str, ...] = ()) -> Measured:
    """Run one attack on a fresh server with its usual limits, and measure what the others notice."""
    store = folder / "store.db"
    if attack in FILLERS:
        FILLERS[attack](store)
    server = Server(str(store), folder / "log", limits=limits)
    server.start()
    try:
        watch(server.port, 0.3)  # everything has been used once
        control = watch(server.port, seconds / 2)
        before = most = memory_of(server.pid)

        def note_memory() -> None:
            nonlocal most
            most = max(most, memory_of(server.pid))

        program = [sys.executable, "-m", "tests.web.siege.attacks", attack, f"127.0.0.1:{server.port}", str(seconds)]
        attacker = subprocess.Popen(program, cwd=ROOT)
        try:
            attacked = watch(server.port, seconds, note_memory)
            note_memory()
        finally:
            attacker.terminate()
            attacker.wait(PATIENCE)
        return Measured(attack, control, attacked, most - before)
    finally:
        server.kill()
