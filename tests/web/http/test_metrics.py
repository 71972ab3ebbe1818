"""What `/metrics` tells an operator, read by the parser of prometheus-client."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import get_args

import httpx
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

import fathom
from fathom import errors
from fathom.errors import TooMany, TooMuch, UnknownGame
from fathom.storage.journal import Ledger, open_ledger
from fathom.storage.journal.group import Journal
from fathom.web.http.exposition import SharedMetrics, expose
from fathom.web.http.limits import Limits
from fathom.web.http.metrics import Metrics, Shed
from fathom.web.live import connection
from fathom.web.thinking.messages import Call
from fathom.web.thinking.queue import MOST_WAITING, Thinking
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.processes import workers_of
from tests.web.proof.process import Server
from tests.web.site import GENEROUS, Site, serving
from tests.web.visitor import Seat, Visitor


def read(text: str | bytes) -> dict[str, float]:
    """The samples of a text in the Prometheus format: `name{label=value}`."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text if isinstance(text, str) else text.decode()):
        assert family.type in {"counter", "gauge", "histogram"}
        assert family.documentation.endswith(".")
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            full = f"{sample.name}{{{labels}}}" if labels else sample.name
            assert full not in found
            found[full] = sample.value
    return found


def scrape(visitor: Visitor) -> dict[str, float]:
    return read(visitor.get("/metrics").text)


def until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "It never happened."
        time.sleep(0.01)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db")) as running:
        yield running


# ------------------------------------------------------------ one process


def test_matches_moves_refusals_sockets_and_answers_are_counted(fresh: Site) -> None:
    seat = fresh.sits()
    seat.plays("6", "4")
    seat.move("11", 3)
    seat.move("5", 1)
    seat.move("5", 1)
    fresh.get("/nothing")
    fresh.get("/api/v1/games/chess")
    with seat.subscribed() as socket:
        socket.ask("move", move="5", expected=3)
        socket.ask("move", move="5", expected=4, id=1)
        counted = scrape(fresh)
    assert counted["fathom_matches_created_total"] == 1
    assert counted["fathom_matches"] == 1
    assert counted["fathom_events_total"] == 3
    assert counted["fathom_sockets"] == 1
    assert counted["fathom_sockets_opened_total"] == 1
    assert counted["fathom_refusals_total{code=illegal-move}"] == 2
    assert counted["fathom_refusals_total{code=stale}"] == 2
    assert counted["fathom_refusals_total{code=unknown-game}"] == 1
    assert counted["fathom_responses_total{status=201}"] == 1
    assert counted["fathom_responses_total{status=404}"] == 2
    assert counted["fathom_responses_total{status=409}"] == 2
    assert counted["fathom_responses_total{status=422}"] == 1
    assert counted["fathom_command_seconds_count"] == 7
    assert 0 < counted["fathom_command_seconds_sum"] < PATIENCE


def test_every_histogram_only_grows_and_ends_with_its_count(fresh: Site) -> None:
    fresh.sits().plays("6", "4")
    text = fresh.get("/metrics").text
    families = [family for family in text_string_to_metric_families(text) if family.type == "histogram"]
    assert len(families) == 6
    for family in families:
        buckets = [sample for sample in family.samples if sample.name.endswith("_bucket")]
        values = [sample.value for sample in buckets]
        assert values == sorted(values)
        assert buckets[-1].labels == {"le": "+Inf"}
        assert values[-1] == next(sample.value for sample in family.samples if sample.name.endswith("_count"))


def test_a_value_is_in_the_first_bucket_that_holds_it() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.2, 7.0):
        metrics.count_command(seconds)
    counted = read(expose(metrics))
    bounds = {0.001: 2, 0.1: 2, 0.25: 3, 5.0: 3, "+Inf": 4}
    assert {bound: counted[f"fathom_command_seconds_bucket{{le={bound}}}"] for bound in bounds} == bounds
    assert counted["fathom_command_seconds_sum"] == pytest.approx(7.2015)


def test_the_docs_list_every_metric(site: Site) -> None:
    page = (Path(fathom.__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:fathom|process)_[a-z_]+)(?:\{([a-z, ]+)\})?` \| (.*) \|$", page, re.MULTILINE)
    documented = {(name.removesuffix("_total"), meaning, labels) for name, labels, meaning in rows}
    site.get("/api/v1/games/chess")  # so that every label has a value
    families = text_string_to_metric_families(site.get("/metrics").text)
    assert documented == {
        (family.name, family.documentation, ", ".join(label for label in family.samples[0].labels if label != "le"))
        for family in families
    }


def test_metrics_are_served_as_prometheus_reads_them(site: Site) -> None:
    assert site.get("/metrics").headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


def test_the_version_the_memory_and_the_cpu_time_are_told(site: Site) -> None:
    before = scrape(site)
    sum(range(2_000_000))
    after = scrape(site)
    (build,) = [name for name in after if name.startswith("fathom_build_info")]
    assert f"version={fathom.__version__}" in build
    kilobytes = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    assert after["process_resident_memory_bytes"] == pytest.approx(int(kilobytes.split()[1]) * 1024, rel=0.2)
    assert before["process_cpu_seconds_total"] < after["process_cpu_seconds_total"] <= time.process_time()
    assert after["fathom_workers"] == 1


def test_a_loop_that_stands_still_is_seen(fresh: Site) -> None:
    def late() -> float:
        counted = scrape(fresh)
        return counted["fathom_loop_lag_seconds_count"] - counted["fathom_loop_lag_seconds_bucket{le=0.25}"]

    before = late()
    fresh.server.loop.call_soon_threadsafe(time.sleep, 0.6)
    until(lambda: late() > before)


def test_the_store_is_watched(fresh: Site) -> None:
    fresh.sits().plays("6", "4")
    fresh.get("/api/v1/matches")
    counted = scrape(fresh)
    assert counted["fathom_store_commit_entries_sum"] == 3
    assert counted["fathom_store_commit_seconds_count"] == 3
    assert counted["fathom_store_read_seconds_count"] >= 1
    assert counted["fathom_store_failures_total"] == 0


def test_failures_of_the_store_are_counted(tmp_path: Path) -> None:
    def fail(_ledger: Ledger) -> None:
        raise OSError("no disk")

    metrics = Metrics()

    async def ask() -> None:
        journal = Journal(open_ledger(str(tmp_path / "server.db")), metrics)
        with pytest.raises(errors.StoreError):
            await journal.read(fail)
        await journal.close()

    asyncio.run(ask())
    assert read(expose(metrics))["fathom_store_failures_total"] == 1


def test_nobody_can_make_new_labels(fresh: Site) -> None:
    seat = fresh.sits()
    for number in range(20):
        fresh.get(f"/nothing-{number}")
        fresh.ask(f"METHOD{number}", f"/api/v1/{number}")
        fresh.get(f"/api/v1/games/game-{number}", headers={"Accept": f"text/{number}", "X-Request-ID": f"id-{number}"})
        fresh.post(f"/api/v1/matches/{number}/moves", {"key": number})
    with seat.subscribed() as socket:
        for number in range(10):
            socket.ask(f"kind-{number}", move=f"move-{number}", id=number)
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(fresh.get("/metrics").text):
        for sample in family.samples:
            for name, value in sample.labels.items():
                labels.setdefault(name, set()).add(value)
    codes = {kind.code for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "code")}
    assert labels["code"] <= codes
    assert labels["status"] <= {"101", "200", "201", "400", "404", "405", "422"}
    assert labels.keys() == {"code", "status", "reason", "outcome", "le", "version", "python"}


def test_nothing_is_registered_for_the_whole_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another application in the process may use prometheus-client too, and its mode for several processes."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    before = set(REGISTRY._names_to_collectors)
    expose(Metrics())
    assert set(REGISTRY._names_to_collectors) == before
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------ sockets


def send_too_large(seat: Seat) -> None:
    with seat.subscribed() as socket:
        socket.connection.send("x" * 5000)
        socket.ended()


def send_nonsense(seat: Seat) -> None:
    with seat.subscribed() as socket:
        socket.connection.socket.sendall(b"\xff" * 20)
        socket.ended()


def send_too_many_messages(seat: Seat) -> None:
    with seat.subscribed() as socket, suppress(ConnectionClosed):
        for _ in range(4):
            socket.send({"type": "ping"})
        socket.ended()


def send_too_many_pings(seat: Seat) -> None:
    with seat.subscribed() as socket, suppress(ConnectionClosed):
        for _ in range(200):
            socket.connection.ping()
        socket.ended()


def send_nothing(seat: Seat) -> None:
    with seat.visitor.connected(seat.match) as socket:
        assert socket.ended()[0] == 4400


def open_too_many(seat: Seat) -> None:
    with seat.subscribed(), seat.subscribed(), seat.visitor.connected(seat.match) as third:
        assert third.ended()[0] == 4429


@pytest.mark.parametrize(
    "offend, reason",
    [
        (send_too_large, "too-large"),
        (send_nonsense, "malformed"),
        (send_too_many_messages, "flood"),
        (send_too_many_pings, "flood"),
        (send_nothing, "timed-out"),
        (open_too_many, "too-many"),
    ],
)
def test_sockets_are_shed_for_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offend: Callable[[Seat], None], reason: str
) -> None:
    if offend is send_nothing:
        monkeypatch.setattr(connection, "FIRST_FRAME_SECONDS", 0.05)
    with serving(str(tmp_path / "server.db"), GENEROUS._replace(sockets_per_address=2, messages_per_second=1)) as site:
        offend(site.sits())
        until(lambda: site.server.metrics.sockets == 0)
        counted = scrape(site)
    shed = {name: counted[f"fathom_sockets_shed_total{{reason={name}}}"] for name in get_args(Shed)}
    assert shed == {name: float(name == reason) for name in shed}


def test_a_client_that_leaves_is_not_shed(fresh: Site) -> None:
    with fresh.sits().subscribed():
        pass
    until(lambda: fresh.server.metrics.sockets == 0)
    assert sum(fresh.server.metrics.shed.values()) == 0


def test_refused_handshakes_are_counted(tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db"), Limits(requests_per_second=1)) as site:
        seat = site.sits()
        for _ in range(10):
            with suppress(Exception), site.connected(seat.match):
                pass
        with suppress(Exception), site.connected(seat.match, origin="https://elsewhere.example"):
            pass
        assert site.server.metrics.refusals["slow-down"] >= 1
        assert site.server.metrics.refusals["origin"] == 1


# ------------------------------------------------------------ slow work


class Held:
    """A runner that waits until it is told to go on."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def run(self, call: Call) -> object:
        await self.go.wait()
        return call()

    async def close(self) -> None: ...


def refuse(error: type[Exception]) -> None:
    raise error("no")


def test_calls_for_slow_work_are_counted_by_how_they_end() -> None:
    metrics = Metrics()

    async def ask() -> None:
        runner = Held()
        thinking = Thinking([runner], metrics.count_call)
        calls: list[asyncio.Future[int | None]] = [asyncio.ensure_future(thinking.run("one", sum, [1, 2]))]
        calls += [asyncio.ensure_future(thinking.run("one", refuse, kind)) for kind in (UnknownGame, TooMuch, OSError)]
        left = [asyncio.ensure_future(thinking.run("two", sum, [])) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        assert (thinking.running, thinking.waiting) == (1, 3 + MOST_WAITING)
        with pytest.raises(TooMany):
            await thinking.run("two", sum, [])
        for call in left:
            call.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        runner.go.set()
        await asyncio.gather(*calls, return_exceptions=True)
        assert (thinking.running, thinking.waiting) == (0, 0)
        runner.go.clear()
        running = asyncio.ensure_future(thinking.run("one", sum, []))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(0)
        await thinking.close()

    asyncio.run(ask())
    counted = read(expose(metrics))
    outcomes = {"done": 2, "too-much": 1, "failed": 1, "refused": 1, "abandoned": MOST_WAITING + 1}
    assert {name: counted[f"fathom_thinking_calls_total{{outcome={name}}}"] for name in outcomes} == outcomes
    assert counted["fathom_thinking_seconds_count"] == 5


def test_waiting_and_running_calls_are_shown(fresh: Site) -> None:
    fresh.get("/api/v1/positions/range-war:6")
    counted = scrape(fresh)
    assert counted["fathom_thinking_calls_total{outcome=done}"] == 1
    assert (counted["fathom_thinking_waiting"], counted["fathom_thinking_running"]) == (0, 0)


# ------------------------------------------------------------ several processes


def busy_metrics() -> Metrics:
    metrics = Metrics()
    metrics.events, metrics.sockets = 5, 2
    metrics.count_refusal("stale")
    metrics.count_response(200)
    for seconds in (0.0005, 0.2, 7.0):
        metrics.count_command(seconds)
    return metrics


def test_one_worker_shows_the_same_in_files_as_without(tmp_path: Path) -> None:
    metrics, shared = busy_metrics(), SharedMetrics(tmp_path)
    shared.publish(metrics)
    alone, together = read(expose(metrics)), read(shared.expose())
    for changing in ("process_cpu_seconds_total", "process_resident_memory_bytes"):
        assert together.pop(changing) == pytest.approx(alone.pop(changing), rel=0.2)
    assert together == alone
    shared.close()


def test_workers_are_added_up_and_one_that_ends_leaves_its_counts(tmp_path: Path) -> None:
    one, two = SharedMetrics(tmp_path), SharedMetrics(tmp_path)
    one.publish(busy_metrics())
    two.publish(busy_metrics())
    both = read(two.expose())
    assert both == read(one.expose())
    assert (both["fathom_events_total"], both["fathom_sockets"], both["fathom_workers"]) == (10, 4, 2)
    assert both["fathom_refusals_total{code=stale}"] == 2
    assert both["fathom_command_seconds_bucket{le=0.25}"] == 4
    assert both["fathom_command_seconds_count"] == 6
    assert [value for name, value in both.items() if name.startswith("fathom_build_info")] == [1]
    one.close()
    left = read(two.expose())
    assert (left["fathom_events_total"], left["fathom_sockets"], left["fathom_workers"]) == (10, 2, 1)
    two.close()


def test_a_worker_that_has_written_nothing_yet_disturbs_nobody(tmp_path: Path) -> None:
    one, two = SharedMetrics(tmp_path), SharedMetrics(tmp_path)
    one.publish(busy_metrics())
    assert read(one.expose())["fathom_workers"] == 1
    one.close()
    two.close()


class Workers:
    """A server with two workers, each of which can be made the only one to answer."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def pids(self) -> list[int]:
        return workers_of(self._server.pid)

    def ask_only(self, pid: int, ask: Callable[[Visitor], float]) -> float:
        """Ask while the others stand still."""
        others = [other for other in self.pids if other != pid]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        visitor = Visitor(f"127.0.0.1:{self._server.port}")
        try:
            return ask(visitor)
        finally:
            visitor.close()
            for other in others:
                os.kill(other, signal.SIGCONT)

    def scrape(self) -> dict[str, float]:
        visitor = Visitor(f"127.0.0.1:{self._server.port}")
        try:
            return scrape(visitor)
        except httpx.TransportError:  # the worker that has the connection was killed
            return {}
        finally:
            visitor.close()


@pytest.fixture
def workers(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    server = Server(postgresql.fresh_database(), tmp_path / "log")
    server._command += ["--workers", "2"]
    server.start()
    assert len(list(temporary.iterdir())) == 1
    yield Workers(server)
    server.stop()
    assert list(temporary.iterdir()) == []


def test_any_worker_tells_of_all_of_them_and_of_those_that_died(workers: Workers) -> None:
    until(lambda: workers.scrape().get("fathom_workers") == 2)
    one, two = workers.pids
    created = "fathom_matches_created_total"

    def create(visitor: Visitor, matches: int) -> float:
        for _ in range(matches):
            visitor.create()
        return scrape(visitor)[created]

    assert workers.ask_only(one, lambda visitor: create(visitor, 2)) == 2
    assert workers.ask_only(two, lambda visitor: create(visitor, 1)) == 3
    assert workers.ask_only(one, lambda visitor: create(visitor, 0)) == 3
    os.kill(one, signal.SIGKILL)
    until(lambda: one not in workers.pids and workers.scrape().get("fathom_workers") == 2)
    assert workers.scrape()[created] == 3
