"""The server on a full store: what the stores hold, a short run, and what is made of the figures."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import closing
from pathlib import Path

from benchmarks.measure import Effort
from benchmarks.store import __main__ as store
from benchmarks.store.figures import Stored, lists_table, missed, sections
from benchmarks.store.filling import fill
from benchmarks.store.lists import LISTS, Latency, ask_lists
from benchmarks.web import servers
from benchmarks.web.figures import Round
from fathom.storage.journal.reading import open_reader, stored_matches
from fathom.web.upkeep.check import check_store

ROUND = Round(5000.0, 20.0, 40.0)


def stored(matches: int, rate: float = 5000.0) -> Stored:
    lists = dict.fromkeys(LISTS, Latency(1.0, 2.0))
    return Stored(matches, 3.0, 0.5, lists, [ROUND._replace(rate=rate)] * 2, [ROUND] * 2)


def test_a_filled_store_is_one_that_the_server_could_have_written(tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    fill(path, 120)
    with closing(open_reader(str(path))) as reader:
        looked = list(check_store(reader))
        kept = list(stored_matches(reader))
    assert [fault for one in looked for fault in one.faults] == []
    assert Counter(one.summary.state for one in kept) == {"over": 114, "playing": 6}
    assert sum(len(one.entries) for one in kept) == 114 * 10 + 6 * 6  # created, joined, and eight moves or four
    assert len({one.summary.created for one in kept}) == 120


def test_a_server_on_a_full_store_plays_and_lists(tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    fill(path, 120)
    with servers.fathom_on(path) as server:
        assert server.cpu_seconds > 0
        found = asyncio.run(ask_lists(server.port, 3))
        one = asyncio.run(store.play_round(server.port, Effort(quick=True), 1, visitors=2))
    assert found.keys() == LISTS.keys()
    assert all(0 < latency.p50 <= latency.p99 for latency in found.values())
    assert one.rate > 0


def test_a_server_that_is_slower_on_a_larger_store_misses_its_floor() -> None:
    assert missed(sections([stored(1000), stored(100_000, 4001), stored(1_000_000, 4000)], 200)) == []
    assert missed(sections([stored(1000), stored(100_000), stored(1_000_000, 3999)], 200)) == [
        "store rate 1,000,000 matches stored"
    ]


def test_the_table_has_a_column_for_every_store() -> None:
    head, *rows = lists_table([stored(1000), stored(1_000_000)])
    assert head == ["", "1,000 matches", "1,000,000 matches"]
    assert len(rows) == len(LISTS) + 2
    assert rows[0][1:] == ["1.0 / 2.0"] * 2
