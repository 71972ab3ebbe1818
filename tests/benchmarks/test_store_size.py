"""The forecast of a store's size is what was measured, and matches that it is measured with follow the rules."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from benchmarks import store_size
from fathom.storage.journal import open_ledger
from fathom.storage.journal.reading import open_reader
from fathom.storage.journal.stats import measure
from fathom.web.upkeep.check import check_store

PAGE = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")


def test_a_store_is_filled_with_matches_in_order(tmp_path: Path) -> None:
    place = str(tmp_path / "server.db")
    with closing(open_ledger(place)) as ledger:
        store_size.fill(ledger, 500)
    with closing(open_reader(place)) as reader:
        looked = list(check_store(reader))
        filled = store_size.Filled("SQLite", measure(reader, "SQLite"))
    assert [fault for step in looked for fault in step.faults] == []
    assert sum(step.matches for step in looked) == filled.stats["matches"]["total"]
    assert filled.stats["moves"] >= 500
    assert filled.stats["bytes"] == (tmp_path / "server.db").stat().st_size
    assert filled.megabytes_per_million == round(filled.stats["bytes"] / filled.stats["moves"])


def test_the_page_says_what_was_measured() -> None:
    told = PAGE.partition(store_size.BEGIN)[2].partition(store_size.END)[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in told.splitlines() if line.startswith("|")][2:]
    assert [row[0] for row in rows] == ["SQLite", "PostgreSQL"]
    for database, moves, _matches, _events, size, _indexes, million in rows:
        whole = float(size.removesuffix(" MB").replace(",", ""))
        promised = float(million.removesuffix(" MB").replace(",", ""))
        assert int(moves.replace(",", "")) >= 100_000
        assert abs(promised - whole / int(moves.replace(",", "")) * 1_000_000) < 2
        assert re.search(rf"about .*\b{re.escape(million)} in {database}", told)
