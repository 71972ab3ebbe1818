"""`/readyz` tells the truth about a store in a file, moves agree with it, and what can recover does so by itself."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from fathom.errors import StoreError
from fathom.storage.journal import sqlite
from fathom.storage.journal.blocks import StoredBlock, add_block, read_blocks
from fathom.storage.journal.damage import find_damage
from fathom.terminal.main import main
from tests.patience import PATIENCE
from tests.web.proof.process import Server
from tests.web.site import Site, serving
from tests.web.visitor import Seat, Visitor, new_key, problem

pytestmark = pytest.mark.slow

#: Enough for several pages of events.
MATCHES = 60
PAGE = 4096
#: Probes have a limit of 20 a second.
BETWEEN_PROBES = 0.2


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(BETWEEN_PROBES)


def is_ready(visitor: Visitor) -> bool:
    """What `/readyz` says, while `/healthz` says that the server is alive."""
    assert visitor.get("/healthz").status_code == 200
    answer = visitor.get("/readyz")
    assert answer.status_code in {200, 503}
    if answer.status_code == 503:
        told = problem(answer)
        assert told["code"] == "store"
        assert ".db" not in told["message"]
    return answer.status_code == 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store" / "server.db"


@pytest.fixture
def site(path: Path) -> Iterator[Site]:
    with serving(str(path)) as running:
        assert is_ready(running)
        yield running


def is_refused(answer: httpx.Response) -> bool:
    return (answer.status_code, problem(answer)["code"]) == (503, "store")


def expect_recovery(site: Visitor, seat: Seat, key: str) -> None:
    """The server is ready, and a move that was refused can be made with the same key: once."""
    until(lambda: is_ready(site))
    assert seat.move("6", 1, key).status_code == 200
    assert seat.move("6", 1, key).json()["repeated"] is True
    assert [event["kind"] for event in seat.events] == ["created", "moved"]


@pytest.fixture
def process(path: Path, tmp_path: Path) -> Iterator[tuple[Server, Visitor]]:
    """A server in a process of its own."""
    server = Server(str(path), tmp_path / "log")
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    yield server, visitor
    visitor.close()
    server.stop()
    assert "Traceback" not in server.said()


@contextmanager
def no_room(server: Server, path: Path) -> Iterator[None]:
    """No file of the server can grow: a full disk, without a disk of its own."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    size = path.with_name(f"{path.name}-wal").stat().st_size
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


def test_without_room_on_the_disk_it_is_not_ready_until_there_is_room(
    process: tuple[Server, Visitor], path: Path
) -> None:
    server, visitor = process
    seat, key = visitor.sits(), new_key()
    with no_room(server, path):
        until(lambda: not is_ready(visitor))
        assert is_refused(seat.move("6", 1, key))
        assert is_refused(visitor.post("/api/v1/matches", {"game": "range-war"}))
        assert seat.sequence == 1
    expect_recovery(visitor, seat, key)
    server.kill()
    server.start()
    assert [event["kind"] for event in seat.events] == ["created", "moved"]


def test_it_is_logged_once_why_the_server_is_not_ready_and_when_it_is_again(
    process: tuple[Server, Visitor], path: Path
) -> None:
    server, visitor = process
    with no_room(server, path):
        until(lambda: not is_ready(visitor))
        seen = time.monotonic()
        until(lambda: not is_ready(visitor) and time.monotonic() > seen + 1.5)  # asked again by now
    until(lambda: is_ready(visitor))
    lines = [json.loads(line)["what"] for line in server.said().splitlines() if line.startswith("{")]
    (why, again) = [line for line in lines if "ready" in line]
    assert why.startswith(f"not ready: The store {path} cannot be written: ")
    assert again == "ready again"


def test_a_deleted_file_is_neither_ready_nor_written_to(site: Site, path: Path) -> None:
    seat, key = site.sits(), new_key()
    aside = path.with_name("aside")
    path.rename(aside)
    assert is_refused(seat.move("6", 1, key))
    until(lambda: not is_ready(site))
    aside.rename(path)
    expect_recovery(site, seat, key)


def test_a_deleted_log_of_the_file_is_noticed_too(site: Site, path: Path) -> None:
    seat = site.sits()
    path.with_name("server.db-wal").unlink()
    assert is_refused(seat.move("6", 1))
    until(lambda: not is_ready(site))


def test_a_log_cut_off_by_another_program_is_noticed(site: Site, path: Path) -> None:
    seat = site.sits()
    assert seat.move("6", 1).status_code == 200
    os.truncate(path.with_name("server.db-wal"), 0)
    assert is_refused(seat.move("4", 2))
    until(lambda: not is_ready(site))


def test_a_folder_put_in_the_place_of_the_stores_is_noticed(site: Site, path: Path) -> None:
    seat = site.sits()
    shutil.copytree(path.parent, path.parent.with_name("copy"), ignore=shutil.ignore_patterns("*.control"))
    path.parent.rename(path.parent.with_name("old"))
    path.parent.with_name("copy").rename(path.parent)
    assert is_refused(seat.move("6", 1))
    until(lambda: not is_ready(site))


def test_what_a_deleted_store_held_can_be_saved_while_the_server_runs(
    process: tuple[Server, Visitor], path: Path, tmp_path: Path
) -> None:
    server, visitor = process
    seat = visitor.sits()
    seat.plays("6", "4")
    kept = seat.events
    for file in path.parent.glob("server.db*"):
        file.unlink()
    assert is_refused(seat.move("10", 3))
    for name in ("server.db", "server.db-wal"):
        (found,) = {
            link.stat().st_ino: link
            for link in Path(f"/proc/{server.pid}/fd").iterdir()
            if str(link.readlink()).endswith(f"/{name} (deleted)")
        }.values()
        shutil.copyfile(found, path.with_name(f"saved-{name}"))
    server.stop()
    for name in ("server.db", "server.db-wal"):
        path.with_name(f"saved-{name}").rename(path.with_name(name))
    server.start()
    assert seat.events == kept


def test_a_file_that_can_only_be_read_is_not_ready_until_it_can_be_written(site: Site) -> None:
    seat, key = site.sits(), new_key()
    site.ledger(lambda ledger: ledger._db.execute("PRAGMA query_only = on"))
    until(lambda: not is_ready(site))
    assert is_refused(seat.move("6", 1, key))
    assert seat.sequence == 1
    site.ledger(lambda ledger: ledger._db.execute("PRAGMA query_only = off"))
    expect_recovery(site, seat, key)


def fill(path: Path) -> list[Seat]:
    """A store of some matches, in a file without a log."""
    with serving(str(path)) as site:
        return [site.sits() for _ in range(MATCHES)]


def damage(path: Path) -> None:
    """Overwrite the last page with events by noise."""
    content = path.read_bytes()
    pages = [content[start : start + PAGE] for start in range(0, len(content), PAGE)]
    with_events = [number for number, page in enumerate(pages) if b'"watch"' in page]
    assert len(with_events) > 1
    pages[with_events[-1]] = bytes(range(255, -1, -1)) * (PAGE // 256)
    path.write_bytes(b"".join(pages))


def test_a_page_that_is_damaged_at_the_start_is_found_although_nobody_reads_it(path: Path) -> None:
    fill(path)
    damage(path)
    with serving(str(path)) as site:
        until(lambda: not is_ready(site))
        assert site.get("/api/v1/games").status_code == 200
        assert is_refused(site.post("/api/v1/matches", {"game": "range-war"}))
        block = StoredBlock("203.0.113.7/32", "", "", "")
        with pytest.raises(StoreError):
            site.ledger(lambda ledger: ledger.transact(lambda within: add_block(within, block)))
        assert site.ledger(lambda ledger: read_blocks(ledger, "")) == []  # what can be read still is


def test_a_store_that_is_damaged_where_a_server_begins_is_refused_in_a_sentence(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    content = path.read_bytes()
    path.write_bytes(content[:PAGE] + bytes(range(255, -1, -1)) * ((len(content) - PAGE) // 256))
    assert main(["serve", "--store", str(path), "--port", "0"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert f"The store {path} cannot be" in told.err


def test_damage_that_somebody_meets_is_remembered_and_nothing_more_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "DamageSearch", NoSearch)
    seats = fill(path)
    damage(path)
    with serving(str(path)) as site:
        assert is_ready(site)
        reading = [Seat(site, seat.match, seat.token) for seat in seats]
        statuses = [seat.get().status_code for seat in reading]
        assert set(statuses) == {200, 503}  # those on other pages can be read
        until(lambda: not is_ready(site))
        whole = reading[statuses.index(200)]
        assert is_refused(whole.move("6", 1))
        assert whole.sequence == 1


class NoSearch:
    """Nobody looks for damage."""

    def __init__(self, path: Path, report: Callable[[str], None]) -> None: ...

    def stop(self) -> None: ...


def test_a_whole_file_is_not_called_damaged_and_a_damaged_one_is(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as db:
        assert find_damage(db) == ""
    damage(path)
    with closing(sqlite3.connect(path)) as db:
        assert find_damage(db) != ""
