"""Whatever a visitor asks for, no statement that the server carries out reads a table to its end or sorts.

All connections are traced while a visitor does everything there is to do; then the database itself is asked how it
carries out each statement. That the statements are the same in PostgreSQL, and its plans as good, is tested with the
ledgers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fathom.web.application import ROUTES
from tests.storage.journal.plans import is_costly
from tests.web.site import Site, serving
from tests.web.visitor import Seat

#: What a visitor can make the server do begins with one of these.
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "REPLACE")
STATES, GAMES = ("playing", "waiting", "over"), ("", "range-war", "pyramid-puzzle")


@pytest.fixture
def traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Site, set[str]]]:
    """A server, and the statements that it carries out from its start on."""
    seen: set[str] = set()
    connect = sqlite3.connect

    def connect_traced(*arguments: object, **more: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*arguments, **more)  # type: ignore[call-overload]
        db.set_trace_callback(seen.add)
        return db

    with serving(str(tmp_path / "server.db")) as site:
        site.ledger(lambda ledger: ledger._db.set_trace_callback(seen.add))
        with monkeypatch.context() as patched:
            patched.setattr(sqlite3, "connect", connect_traced)
            yield site, seen


def play_everything(site: Site) -> Seat:
    host, guest = site.two(name="Ada")
    for seat, move, expected in ((host, "6", 2), (guest, "4", 3), (host, "9", 4)):
        assert seat.move(move, expected).status_code == 200
    assert host.move("8", 4).status_code == 409
    assert guest.command("resign", 5).status_code == 200
    assert host.command("rematch", 6).status_code == 200
    assert guest.command("rematch", 7).status_code == 200
    code = site.get("/api/v1/puzzles/daily").json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    walk = site.sits(game=None, **{"from": code})
    assert walk.command("hint", 1, level=1).status_code == 200
    walk.plays(*best)
    for name in ("Ada", "Bob", ""):
        assert walk.command("rename", walk.sequence, name=name).status_code == 200
    assert walk.command("take-back", walk.sequence, plies=1).status_code == 200
    assert site.ask("POST", "/api/v1/records", content=host.get("/record").text).status_code == 201
    key = "k" * 32
    assert [site.create(key=key)["match"]["id"] for _ in range(2)]
    return host


def look_at_everything(site: Site, seat: Seat) -> None:
    for path in {getattr(route, "path", "") for route in ROUTES}:
        site.get(path.replace("{id}", seat.match).replace("{game}", "range-war"))
    for state in STATES:
        for game in GAMES:
            asked = {"state": state, "limit": 100} | ({"game": game} if game else {})
            assert site.get("/api/v1/matches", params=asked).status_code == 200
    assert site.get("/api/v1/puzzles/daily/results").json()["results"]
    assert site.get("/readyz").status_code == 200
    with seat.subscribed():
        pass


def test_no_statement_reads_a_table_to_its_end_or_sorts(traced: tuple[Site, set[str]], tmp_path: Path) -> None:
    site, seen = traced
    look_at_everything(site, play_everything(site))
    carried_out = {one for one in seen if one.strip().upper().startswith(VERBS)}
    for table in ("events", "matches", "results", "live"):
        assert any(f"FROM {table} " in one for one in carried_out), f"{table} was not read at all"
    costly = {}
    with closing(sqlite3.connect(tmp_path / "server.db")) as db:
        for statement in carried_out:
            plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
            if any(map(is_costly, plan)):
                costly[statement] = plan
    assert costly == {}
