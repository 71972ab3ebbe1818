"""Limited time in a match between two people: the server decides, by the times in its log."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from fathom.storage.journal import Addition, Written
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.storage.journal.uptimes import read_uptimes
from fathom.web.live import clocks
from tests.patience import PATIENCE
from tests.web.site import Site, serving
from tests.web.visitor import Json, Seat, Visitor

GAME = {"per": "game", "seconds": 300}
MOVE = {"per": "move", "seconds": 30}


class Elsewhen:
    """The time of this machine, as tests set it."""

    def __init__(self) -> None:
        self.seconds = 0

    def time_ns(self) -> int:
        return _TIME_NS() + self.seconds * 1_000_000_000


_TIME_NS = time.time_ns


@pytest.fixture
def elsewhen(monkeypatch: pytest.MonkeyPatch) -> Elsewhen:
    moved = Elsewhen()
    monkeypatch.setattr(time, "time_ns", moved.time_ns)
    monkeypatch.setattr(clocks, "_TOLERANCE_SECONDS", 1_000_000)  # a jump is no outage here, only a restart is
    return moved


def left_to(seat: Seat, number: int) -> int:
    left: int = seat.snapshot["clock"]["left"][number - 1]
    return left


def ended(seat: Seat) -> Json:
    """The last event, once the match is over."""
    deadline = time.monotonic() + PATIENCE
    while seat.snapshot["state"] != "over":
        assert time.monotonic() < deadline, "the match does not end"
        time.sleep(0.02)
    last: Json = seat.events[-1]
    return last


def test_time_runs_from_the_first_move_on_for_whoever_is_to_move(site: Site, elsewhen: Elsewhen) -> None:
    ada, bob = site.two(clock=GAME)
    elsewhen.seconds = 1000
    clock = ada.snapshot["clock"]
    assert clock == {**GAME, "words": "5 minutes each for the whole game", "left": [300_000, 300_000], "runs": None}
    with bob.subscribed() as socket:
        assert ada.move("6", 2).status_code == 200
        told = socket.receive()
        assert (told["event"]["kind"], told["clock"]["runs"], told["clock"]["left"][0]) == ("moved", 2, 300_000)
        elsewhen.seconds += 60
        answer = socket.ask("move", move="4", expected=3)
    assert answer["clock"]["runs"] == 1
    assert 238_000 < answer["clock"]["left"][1] <= 240_000
    assert left_to(ada, 2) == answer["clock"]["left"][1], "it no longer runs"


def test_whoever_has_no_time_left_loses_and_everything_says_so(site: Site, elsewhen: Elsewhen) -> None:
    ada, bob = site.two(clock=MOVE)
    ada.move("6", 2)
    with ada.subscribed(after=3) as socket:
        elsewhen.seconds = 31
        late = bob.move("4", 3)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "not-now")
        assert socket.receive()["event"]["kind"] == "timed-out"
    assert (ended(ada)["kind"], ended(ada)["seat"]) == ("timed-out", 2)
    shown = ada.snapshot
    assert shown["view"]["outcome"] == {"winner": 1, "reason": "seat 2 ran out of time"}
    assert shown["view"]["guide"]["told"][2]["now"] == "You ran out of time."
    assert shown["clock"]["runs"] is None
    assert '[TimedOut "2"]' in ada.get("/record").text
    review = ada.get("/review").json()
    assert review["outcome"]["reason"] == "seat 2 ran out of time"
    listed = site.get("/api/v1/matches?state=over&limit=1").json()["matches"][0]
    assert (listed["id"], listed["outcome"]["reason"]) == (ada.match, "seat 2 ran out of time")


def test_a_timer_ends_the_match_though_nobody_does_anything(site: Site) -> None:
    ada, _ = site.two(clock={"per": "move", "seconds": 5})
    with ada.subscribed() as socket:
        socket.ask("move", move="6", expected=2)
        told = socket.receive()
        assert (told["event"]["kind"], told["event"]["seat"]) == ("timed-out", 2)
        assert ada.match not in site.server.matches.clocks._timers


def test_a_slow_store_is_asked_once_to_end_a_match(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    look = clocks.Clocks._look

    async def count(self: clocks.Clocks, match_id: str, fired: clocks._Timer) -> None:
        looked.append(match_id)
        await look(self, match_id, fired)

    monkeypatch.setattr(clocks.Clocks, "_look", count)
    ada, _ = site.two(clock={"per": "move", "seconds": 5})
    with ada.subscribed() as socket:
        socket.ask("move", move="6", expected=2)
        site.ledger(lambda ledger: _slow_down(ledger, monkeypatch))
        assert socket.receive()["event"]["kind"] == "timed-out"
    assert looked == [ada.match]


def _slow_down(ledger: SqliteLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    write = ledger.write

    def write_later(additions: Sequence[Addition]) -> list[Written]:
        time.sleep(0.2)
        return write(additions)

    monkeypatch.setattr(ledger, "write", write_later)


def test_nobody_loses_by_an_outage_that_the_server_has_not_written_down_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jump = Elsewhen()
    monkeypatch.setattr(time, "time_ns", jump.time_ns)
    monkeypatch.setattr(clocks, "BEAT_SECONDS", 3600.0)  # whoever moves, or looks, comes before the next note
    with serving(str(tmp_path / "server.db")) as site:  # its own, since it remembers outages in times to come
        ada, bob = site.two(clock=MOVE)
        ada.move("6", 2)
        jump.seconds += 60  # as if the machine had been asleep, or the store away
        with ada.subscribed(after=3) as socket:
            assert bob.move("4", 3).status_code == 200
            assert socket.receive()["event"]["kind"] == "moved"
        assert 25_000 < left_to(ada, 1) <= 30_000
        jump.seconds += 60
        deadline = time.monotonic() + PATIENCE
        while (shown := ada.snapshot)["clock"]["left"][0] == 0 and shown["state"] == "playing":  # asking is looking
            assert time.monotonic() < deadline, "the outage is never noticed"
            time.sleep(0.02)
        assert shown["state"] == "playing"


def test_one_visitor_does_not_use_up_the_timers_and_without_one_the_time_is_up_all_the_same(
    site: Site, elsewhen: Elsewhen, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = site.server.matches.clocks
    already = running._owned["127.0.0.1"]
    monkeypatch.setattr(clocks, "MOST_OF_ONE", already + 1)
    greedy = [site.two(clock=MOVE)[0] for _ in range(2)]
    for seat in greedy:
        seat.move("6", 2)
    other = Visitor(site.address, source="127.0.0.9")
    seat, _ = other.two(clock=MOVE)
    seat.move("6", 2)
    other.close()
    assert [one.match in running._timers for one in (*greedy, seat)] == [True, False, True]
    elsewhen.seconds = 31
    assert [ended(one)["kind"] for one in greedy] == ["timed-out"] * 2
    assert running._owned["127.0.0.1"] == already


def test_the_clock_goes_on_in_the_rematch(site: Site) -> None:
    ada, bob = site.two(clock=GAME)
    ada.move("6", 2)
    bob.command("resign", 3)
    ada.command("rematch", 4)
    made = bob.command("rematch", 5).json()["event"]["match"]
    assert site.get(f"/api/v1/matches/{made}", bob.token).json()["clock"]["left"] == [300_000, 300_000]


@pytest.mark.parametrize(
    "wish, said",
    [
        ({"opponent": "same-screen", "clock": GAME}, "A clock is for a match with another person"),
        ({"opponent": "@perfect", "clock": GAME}, "A clock is for a match with another person"),
        ({"opponent": "friend", "clock": {"per": "game", "seconds": 4}}, ">= 5"),
        ({"opponent": "friend", "clock": {"per": "day", "seconds": 40}}, "day"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(site: Site, wish: Json, said: str) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war", **wish})
    assert answer.status_code == 400
    assert said in answer.json()["error"]["message"]


@pytest.mark.parametrize("per", ["game", "move"])
def test_time_does_not_run_while_the_server_is_down(tmp_path: Path, elsewhen: Elsewhen, per: str) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as first:
        ada, bob = first.two(clock={"per": per, "seconds": 300})
        ada.move("6", 2)
        elsewhen.seconds += 100
        before = left_to(bob, 2)
    elsewhen.seconds += 10_000
    with serving(store) as second:
        back = Seat(second, bob.match, bob.token)
        after = left_to(back, 2)
        elsewhen.seconds += 50
        assert after - left_to(back, 2) >= 50_000, "it runs again"
        assert back.move("4", 3).status_code == 200
    assert 195_000 < before <= 200_000
    assert before - 5_000 < after <= before, "what it took to stop and to start does not count, an outage does not"


def test_a_server_without_clocks_writes_nothing_about_itself(tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db")) as site:
        site.two()[0].move("6", 2)
        assert site.server.matches.clocks._beating is None
        assert site.ledger(read_uptimes) == []
