"""A server that is killed while it carries out an order has carried out all of it, or nothing."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from benchmarks import store_size
from fathom.storage.journal import Transaction, open_ledger
from fathom.storage.journal.orders import Prune, Rename, time_before
from fathom.storage.journal.reading import open_reader, stored_matches
from fathom.web.upkeep.check import check_store
from fathom.web.upkeep.operator import _ThroughServer, open_operator
from tests.web.proof.process import Server

AT_ONCE = 10
OLD = time_before(datetime.now(UTC), timedelta(days=40))
BEFORE = time_before(datetime.now(UTC), timedelta(days=30))


def fill(store: str) -> None:
    """Matches that were played long ago."""

    def age(within: Transaction) -> None:
        within.run("UPDATE events SET at = ?", OLD)
        within.run("UPDATE matches SET created = ?, changed = ?", OLD, OLD)

    with closing(open_ledger(store)) as ledger:
        store_size.fill(ledger, 400)
        ledger.transact(age)


def look(store: str) -> dict[str, list[str]]:
    """The names in every match of a store without faults."""
    with closing(open_reader(store)) as reader:
        assert [fault for step in check_store(reader) for fault in step.faults] == []
        return {
            found.summary.id: msgspec.json.decode(found.summary.names, type=list[str])
            for found in stored_matches(reader)
        }


def test_no_match_is_half_deleted_or_half_renamed(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    fill(store)
    server = Server(store, tmp_path / "log")
    try:
        for number in range(4):
            _kill_while_it_works(server, store, number)
        server.start()  # and it starts again
    finally:
        server.kill()


def _kill_while_it_works(server: Server, store: str, number: int) -> None:
    before = look(store)
    match, name = min(before), f"Round {number}"
    server.start()
    order = Rename(match, before[match][0], name) if number % 2 else Prune(BEFORE, AT_ONCE)
    operator = open_operator(store)
    assert isinstance(operator, _ThroughServer)
    with closing(operator):
        operator._socket.sendall(msgspec.json.encode(order) + b"\n")
        time.sleep(0.004 * number)  # before, in the middle of, or after its commit
        server.kill()
    after = look(store)
    if isinstance(order, Prune):
        assert len(before) - len(after) in {0, AT_ONCE}
    else:
        assert after in (before, before | {match: [name, before[match][1]]})
