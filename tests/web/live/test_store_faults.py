"""The store fails: nothing happens that was not written, every client is told, and afterwards everything continues."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Written, sqlite
from fathom.web.live import machines
from tests.patience import PATIENCE
from tests.web.proof.process import Server
from tests.web.site import Site, serving
from tests.web.visitor import Json, Seat, Visitor, new_key, problem

pytestmark = pytest.mark.slow  # it waits for a store that fails

HOLD = (
    "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('BEGIN IMMEDIATE'); print('held', flush=True); input()"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "server.db"


@pytest.fixture
def fragile(path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Site]:
    """A server with a short timeout for its store; no fault may leave an error in its log."""
    monkeypatch.setattr(sqlite, "_PATIENCE_SECONDS", 0.3)
    with serving(str(path)) as running:
        yield running
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


def fill_disk(site: Site) -> None:
    """Make the file full: no larger than it is, and every page full."""

    def full(ledger: sqlite.SqliteLedger) -> None:
        (pages,) = ledger._db.execute("PRAGMA page_count").fetchone()
        ledger._db.execute(f"PRAGMA max_page_count = {pages}")

    site.ledger(full)


def make_space(site: Site) -> None:
    site.ledger(lambda ledger: ledger._db.execute("PRAGMA max_page_count = 1000000").fetchone())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process writes to the file for a while."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield
        holder.kill()


def again(seat: Seat, key: str, before: Json) -> httpx.Response:
    """Move where nothing has been played, and take it back where something has."""
    action, more = ("take-back", {"plies": 1}) if before["view"]["played"] else ("moves", {"move": "6"})
    return seat.command(action, before["sequence"], key, **more)


def until_refused(seat: Seat) -> tuple[httpx.Response, str, Json]:
    """Play and take back until something is refused: the refusal, its key, and the match before it."""
    for _ in range(1000):
        before, key = seat.snapshot, new_key()
        answer = again(seat, key, before)
        if answer.status_code != 200:
            return answer, key, before
    pytest.fail("The store never failed.")


def test_a_full_disk_refuses_moves_and_applies_nothing(fragile: Site) -> None:
    seat = fragile.sits()
    fill_disk(fragile)
    answer, _, before = until_refused(seat)
    assert (answer.status_code, problem(answer)["code"]) == (503, "store")
    assert seat.snapshot == before
    assert [event["sequence"] for event in seat.events] == list(range(1, before["sequence"] + 1))


def test_after_space_is_made_the_same_key_works_once(fragile: Site) -> None:
    seat = fragile.sits()
    fill_disk(fragile)
    _, key, before = until_refused(seat)
    make_space(fragile)
    answer = again(seat, key, before)
    assert answer.status_code == 200
    assert answer.json()["event"]["sequence"] == before["sequence"] + 1
    assert again(seat, key, before).json() == answer.json() | {"repeated": True}
    assert seat.sequence == before["sequence"] + 1


def test_whoever_listens_hears_nothing_of_what_was_not_written(fragile: Site) -> None:
    seat = fragile.sits()
    fill_disk(fragile)
    with seat.subscribed() as listener:
        _, _, before = until_refused(seat)
        make_space(fragile)
        seat.command("resign", before["sequence"])
        told = [listener.receive()["event"] for _ in range(before["sequence"])]
    assert told == seat.events[1:]
    assert told[-1]["kind"] == "resigned"


def test_a_full_disk_refuses_new_matches_and_keeps_none_by_half(fragile: Site) -> None:
    fill_disk(fragile)
    answer = fragile.post("/api/v1/matches", {"game": "range-war"})
    while answer.status_code == 201:
        answer = fragile.post("/api/v1/matches", {"game": "range-war"})
    assert (answer.status_code, problem(answer)["code"]) == (503, "store")
    entries = fragile.ledger(lambda ledger: ledger._db.execute("SELECT count(*) FROM events").fetchone())
    matches = fragile.ledger(lambda ledger: ledger._db.execute("SELECT count(*) FROM matches").fetchone())
    assert entries == matches
    make_space(fragile)
    assert fragile.post("/api/v1/matches", {"game": "range-war"}).status_code == 201


def test_what_is_refused_does_not_tell_where_the_store_is(fragile: Site, path: Path) -> None:
    seat = fragile.sits()
    fill_disk(fragile)
    answer, _, _ = until_refused(seat)
    assert str(path) not in answer.text
    assert path.name not in answer.text


def test_an_invitation_that_could_not_be_used_still_works(fragile: Site, path: Path) -> None:
    made = fragile.create(opponent="friend")
    join, wish = f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"], "name": "Bob"}
    with locked(path):
        assert fragile.post(join, wish).status_code == 503
    token = fragile.post(join, wish).json()["token"]
    assert fragile.get(f"/api/v1/matches/{made['match']['id']}", token).json()["you"] == [2]


def test_a_locked_store_refuses_moves_and_applies_nothing(fragile: Site, path: Path) -> None:
    seat, key = fragile.sits(), new_key()
    with seat.subscribed() as socket:
        with locked(path):
            answer = seat.move("6", 1, key)
            assert (answer.status_code, problem(answer)["code"]) == (503, "store")
            assert socket.ask("move", id=1, move="5", expected=1)["error"]["code"] == "store"
            assert fragile.post("/api/v1/matches", {"game": "range-war"}).status_code == 503
            assert seat.sequence == 1
            assert fragile.get("/healthz").status_code == 200
            assert fragile.get("/readyz").status_code == 503
        assert seat.move("6", 1, key).json()["event"]["sequence"] == 2
        assert socket.receive()["event"]["move"] == "6"
    assert [event["kind"] for event in seat.events] == ["created", "moved"]


def test_a_server_that_cannot_write_is_alive_but_not_ready(fragile: Site, path: Path) -> None:
    assert fragile.get("/readyz").status_code == 200
    path.unlink()
    _until(lambda: fragile.get("/readyz").status_code == 503)
    assert fragile.get("/healthz").status_code == 200
    answer = fragile.get("/readyz")
    assert problem(answer)["code"] == "store"
    assert path.name not in answer.text


def test_a_full_disk_is_not_ready_and_an_emptier_one_is(fragile: Site) -> None:
    fill_disk(fragile)
    _until(lambda: fragile.get("/readyz").status_code == 503)
    make_space(fragile)
    _until(lambda: fragile.get("/readyz").status_code == 200)


def test_readiness_asks_the_store_once_a_second(fragile: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, check = 0, sqlite.SqliteLedger.check

    def count(ledger: sqlite.SqliteLedger) -> None:
        nonlocal asked
        asked += 1
        check(ledger)

    monkeypatch.setattr(sqlite.SqliteLedger, "check", count)
    began = time.monotonic()
    assert {fragile.get("/readyz").status_code for _ in range(50)} == {200}
    assert 1 <= asked <= 1 + (time.monotonic() - began)


def test_a_machine_goes_on_when_the_store_does(fragile: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    is_failing, write = True, sqlite.SqliteLedger.write

    def write_no_machine(ledger: sqlite.SqliteLedger, additions: Sequence[Addition]) -> list[Written]:
        if is_failing and any(addition.entry.key.startswith("@") for addition in additions):
            raise StoreError("The disk is full.")
        return write(ledger, additions)

    seat = fragile.sits(opponent="@perfect")
    monkeypatch.setattr(machines, "_TRIES", 1)
    monkeypatch.setattr(sqlite.SqliteLedger, "write", write_no_machine)
    assert seat.move("6", 1).status_code == 200
    _until(lambda: seat.match not in fragile.server.matches._machines._busy)
    is_failing = False
    _until(lambda: seat.sequence == 3)


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def small_disk(path: Path, kilobytes: int) -> Iterator[Path]:
    """A separate disk of that size, if the machine allows it."""
    path.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", path], check=False)
    if done.returncode:
        pytest.skip("This machine allows no disk of its own for a test.")
    try:
        yield path
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


@pytest.mark.slow
def test_a_server_on_a_disk_that_is_really_full_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 512) as disk:
        server = Server(str(disk / "server.db"), tmp_path / "log")
        server.start()
        visitor = Visitor(f"127.0.0.1:{server.port}")
        ballast = disk / "ballast"
        try:
            seat = visitor.sits()
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(1024))
            answer, key, before = until_refused(seat)
            assert (answer.status_code, problem(answer)["code"]) == (503, "store")
            assert seat.snapshot == before
            ballast.unlink()
            answer = again(seat, key, before)
            assert answer.status_code == 200
            events = seat.events
            server.kill()
            server.start()
            assert seat.events == events
        finally:
            visitor.close()
            server.stop()
    assert "Traceback" not in server.said()
    assert "the store failed" in server.said()
