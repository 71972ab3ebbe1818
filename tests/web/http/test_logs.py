"""The lines that a server logs: every kind is on the operator's page, and the id of a request is in all its lines."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import uvicorn

import fathom
from fathom.errors import StoreAway, StoreError, TooMuch
from fathom.storage.journal import Addition, Entry, sqlite
from fathom.storage.journal.orders import Delete, Order, Report
from fathom.web import application, supervisor
from fathom.web.api import games as games_api
from fathom.web.http.logs import JsonFormatter
from fathom.web.live import connection, machines, readiness
from fathom.web.live.control import LONGEST_ORDER, CarryOut, Control
from fathom.web.live.retention import Retention
from fathom.web.pages import home
from tests.patience import PATIENCE
from tests.web.site import GENEROUS, ORIGIN, Site, serving
from tests.web.visitor import Json

PACKAGE = Path(fathom.__file__).parent
SECTION = (PACKAGE.parents[1] / "docs" / "server.md").read_text(encoding="utf-8").partition("\n## Logs\n")[2]
EXAMPLES: list[Json] = [
    json.loads(line)
    for block in re.findall(r"```json\n(.*?)```", SECTION.partition("\n## ")[0], re.DOTALL)
    for line in block.splitlines()
]


class Lines(logging.Handler):
    """The lines that `fathom serve` would write."""

    def __init__(self, *, addresses: bool = True) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter(addresses=addresses))
        self.lines: list[Json] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("fathom"):
            self.lines.append(json.loads(self.format(record)))

    def wait_for(self, what: str, count: int = 1) -> list[Json]:
        """The lines of a kind, as soon as there are that many."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = [line for line in self.lines if line["what"].startswith(what)]
            if len(found) >= count:
                return found
            assert time.monotonic() < deadline, f"There is no line {what!r}."
            time.sleep(0.01)


@pytest.fixture
def log() -> Iterator[Lines]:
    """Everything that is logged in this process."""
    handler, root = Lines(), logging.getLogger("fathom")
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def watched(tmp_path: Path, log: Lines) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db"), GENEROUS._replace(sockets_per_address=1)) as site:
        yield site


# ------------------------------------------------------------ every kind of line


def open_and_close(site: Site, _patch: pytest.MonkeyPatch) -> None:
    with site.sits().subscribed() as socket:
        socket.ask("ping", id=1)


def open_too_many(site: Site, _patch: pytest.MonkeyPatch) -> None:
    seat = site.sits()
    with seat.subscribed(), site.connected(seat.match) as second:
        second.ended()


def come_from_elsewhere(site: Site, _patch: pytest.MonkeyPatch) -> None:
    seat = site.sits()
    with suppress(Exception), site.connected(seat.match, origin="https://elsewhere.example"):
        pass


def fail(*_arguments: object, **_named: object) -> None:
    raise OSError("no disk")


def break_the_store(site: Site, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sqlite.SqliteLedger, "write", fail)
    assert site.post("/api/v1/matches", {"game": "range-war"}).status_code == 503


def be_unready(site: Site, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(readiness, "_FRESH_SECONDS", 0.0)
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(sqlite.SqliteLedger, "check", fail)
        assert site.get("/readyz").status_code == 503
    assert site.get("/readyz").status_code == 200


def let_a_machine_forfeit(site: Site, patch: pytest.MonkeyPatch) -> None:
    def think(*_arguments: object) -> str:
        raise TooMuch("This takes too much.")

    patch.setattr(machines, "choose_move", think)
    site.sits(opponent="@perfect", seat=2)


def let_a_machine_fail_to_write(site: Site, patch: pytest.MonkeyPatch) -> None:
    async def make_move(*_arguments: object) -> None:
        raise StoreError("The store is not responding: try again in a moment.")

    patch.setattr(site.server.matches._machines, "_make_move", make_move)
    site.sits(opponent="@perfect", seat=2)


def damage_a_match(site: Site, _patch: pytest.MonkeyPatch) -> None:
    entry = Entry("damaged", 1, "@created", "teleported", "{}", "{}", "2026-11-17T20:15:02+00:00")
    site.ledger(lambda ledger: ledger.write([Addition(entry)]))
    assert site.get("/api/v1/matches/damaged").status_code == 500


def order_something(site: Site, _patch: pytest.MonkeyPatch) -> None:
    seat = site.sits(opponent="same-screen")
    assert seat.move("1", 1).status_code == 200, "which wins"
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(f"{site.app._store}.control")
        control.sendall(msgspec.json.encode(Delete(seat.match)) + b"\n")
        assert seat.match.encode() in control.recv(LONGEST_ORDER)


def have_no_control_socket(_site: Site, _patch: pytest.MonkeyPatch) -> None:
    asyncio.run(Control(Path("no such folder") / "server.db.control", fail).open())  # type: ignore[arg-type]


def keep_matches_for_a_while(_site: Site, _patch: pytest.MonkeyPatch) -> None:
    reports = iter([Report(matches=["bpf3c3rqf6c2zz8yh2qkj"]), Report()])

    async def carry_out(_order: Order) -> Report:
        return next(reports)

    asyncio.run(_retain(carry_out))


def fail_to_delete(_site: Site, _patch: pytest.MonkeyPatch) -> None:
    async def carry_out(_order: Order) -> Report:
        raise StoreError("The store is not responding: try again in a moment.")

    asyncio.run(_retain(carry_out))


async def _retain(carry_out: CarryOut) -> None:
    keeping = Retention(30, carry_out, pause=lambda: asyncio.sleep(0))
    keeping.start(first_seconds=0)
    await asyncio.sleep(0.1)
    await keeping.close()


def make_a_mistake(site: Site, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(home, "cards", fail)
    assert site.get("/rules").status_code == 500


def lose_a_worker(_site: Site, _patch: pytest.MonkeyPatch) -> None:
    worker = object.__new__(supervisor._Worker)
    worker.process = get_context("spawn").Process(target=signal.pause)
    worker.process.start()
    worker.started = worker.heard = time.monotonic()
    worker.kill("it does not respond")
    _supervise()._bury(supervisor._Slot(), worker)


def have_no_worker(_site: Site, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supervisor, "_Worker", fail)
    _supervise()._start(supervisor._Slot())


def _supervise() -> supervisor.Supervisor:
    with socket.socket() as listener:
        return supervisor.Supervisor(uvicorn.Config("", workers=2), listener)


def miss_the_database(_site: Site, patch: pytest.MonkeyPatch) -> None:
    tries = iter([StoreAway("The store in PostgreSQL cannot be opened: connection refused.")])

    async def open_server(*_arguments: object) -> SimpleNamespace:
        for error in tries:
            raise error
        return SimpleNamespace(close=lambda: asyncio.sleep(0))

    async def open_later() -> None:
        late = application.app("postgresql://")
        late.is_patient = True
        await late.open_or_wait()
        assert late._waiting
        await late._waiting
        await late.close()

    patch.setattr(application, "open_server", open_server)
    asyncio.run(open_later())


CAUSES: dict[str, Callable[[Site, pytest.MonkeyPatch], None]] = {
    "request": open_and_close,
    "socket opened": open_and_close,
    "socket closed": open_and_close,
    "socket refused": open_too_many,
    "handshake refused": come_from_elsewhere,
    "the store failed": break_the_store,
    "not ready": be_unready,
    "ready again": be_unready,
    "machine forfeits": let_a_machine_forfeit,
    "machine move not written": let_a_machine_fail_to_write,
    "a match cannot be read": damage_a_match,
    "order": order_something,
    "no control socket": have_no_control_socket,
    "old matches deleted": keep_matches_for_a_while,
    "old matches cannot be deleted": fail_to_delete,
    "worker ended": lose_a_worker,
    "worker killed": lose_a_worker,
    "worker not started": have_no_worker,
    "the store cannot be reached": miss_the_database,
    "the store has been reached": miss_the_database,
    "unhandled error": make_a_mistake,
}


@pytest.mark.parametrize("what", CAUSES)
def test_a_line_is_as_the_page_shows_it(watched: Site, log: Lines, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    (example,) = [line for line in EXAMPLES if line["what"].partition(":")[0] == what]
    CAUSES[what](watched, monkeypatch)
    line = log.wait_for(what)[0]
    assert list(line) == list(example)
    assert [type(value) for value in line.values()] == [type(value) for value in example.values()]
    assert line["level"] == example["level"]


def test_the_page_shows_every_kind_of_line() -> None:
    logged = set()
    in_browsers = {PACKAGE / "storage" / "journal" / "local.py"}  # where no operator reads a log
    for path in {*PACKAGE.rglob("*.py")} - in_browsers:
        for call in re.findall(r"\blog\.(?:info|warning|error)\((.*)", path.read_text(encoding="utf-8")):
            logged |= {
                text.partition(":")[0]
                for text in re.findall(r'"([a-z][a-z ]+(?:: \{.*?\})?)"', call.partition("extra=")[0])
            }
    assert logged == CAUSES.keys() == {line["what"].partition(":")[0] for line in EXAMPLES}


# ------------------------------------------------------------ sockets


def test_a_closed_socket_is_summed_up(watched: Site, log: Lines) -> None:
    seat = watched.sits()
    with seat.subscribed() as socket:
        for number in range(3):
            socket.ask("ping", id=number)
        socket.connection.close(1001, "somebody's own words")
    (opened,), (closed,) = log.wait_for("socket opened"), log.wait_for("socket closed")
    assert opened["match"] == closed["match"] == seat.match
    assert opened["request"] == closed["request"]
    assert (closed["received"], closed["sent"], closed["code"], closed["reason"]) == (4, 4, 1001, "")


def test_a_line_says_why_the_server_closed_a_socket(watched: Site, log: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_FRAME_SECONDS", 0.05)
    with watched.connected(watched.sits().match) as socket:
        socket.ended()
    (closed,) = log.wait_for("socket closed")
    assert (closed["code"], closed["reason"]) == (4400, "no first frame arrived in time")


# ------------------------------------------------------------ addresses


def test_addresses_are_logged_only_if_wanted() -> None:
    record = logging.LogRecord("fathom", logging.INFO, "", 0, "request", None, None)
    record.address = "203.0.113.7"
    assert json.loads(JsonFormatter(addresses=True).format(record))["address"] == "203.0.113.7"
    assert "203.0.113.7" not in JsonFormatter(addresses=False).format(record)
    assert "203.0.113.7" not in JsonFormatter().format(record)


# ------------------------------------------------------------ ids


def test_a_response_has_the_id_that_is_logged(watched: Site, log: Lines) -> None:
    answers = [watched.get(path) for path in ("/", "/api/v1/games", "/nothing", "/static/shell.js")]
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert [line["request"] for line in log.wait_for("request", 4)] == ids
    assert len(set(ids)) == 4
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in ids)


def test_a_handshake_has_an_id_too(watched: Site, log: Lines) -> None:
    with watched.sits().subscribed() as socket:
        response = socket.connection.response
        assert response
        assert response.headers["X-Request-ID"] == log.wait_for("socket opened")[0]["request"]


def test_an_unexpected_failure_can_be_quoted(watched: Site, log: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "cards", fail)
    monkeypatch.setattr(games_api, "game_dict", fail)
    page, data = watched.get("/rules"), watched.get("/api/v1/games")
    assert page.headers["x-request-id"] in page.text
    assert data.json()["error"]["detail"] == {"request": data.headers["x-request-id"]}
    assert data.headers["x-request-id"] in data.json()["error"]["message"]
    told = [page.headers["x-request-id"], data.headers["x-request-id"]]
    assert [line["request"] for line in log.wait_for("unhandled error", 2)] == told


def test_a_visitor_cannot_choose_an_id(watched: Site) -> None:
    named = {"X-Request-ID": "chosen-by-me", "X-Forwarded-For": "203.0.113.7"}
    assert watched.get("/healthz", headers=named).headers["x-request-id"] != "chosen-by-me"


@pytest.mark.parametrize(
    "given, is_taken",
    [
        ("0123456789abcdef0123456789abcdef", True),
        ("7c9e6679-7425-40de-944b-e07fc1f90ae7", True),
        ("short", False),
        ("x" * 65, False),
        ("with spaces in it", False),
        ('"},{"level":"error"', False),
        ("", False),
    ],
)
def test_a_trusted_proxy_chooses_the_id_if_it_is_one(tmp_path: Path, given: str, is_taken: bool) -> None:
    with serving(str(tmp_path / "server.db"), proxy="127.0.0.1") as site:
        headers = {"X-Request-ID": given, "X-Forwarded-For": "203.0.113.7", "Origin": ORIGIN}
        assert (site.get("/healthz", headers=headers).headers["x-request-id"] == given) == is_taken
