"""Lists of matches are read from an index, however many matches there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.storage.journal import OVER, PLAYING, WAITING, Search, statements
from fathom.storage.journal.sqlite import SqliteLedger

SEARCHES = [
    Search(PLAYING),
    Search(PLAYING, oldest=True),
    Search(WAITING, "digit-dilemma"),
    Search(OVER, "range-war"),
    Search(OVER, "pyramid-puzzle", "levels=5,layout=kC4", open_only=False),
]


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_every_condition_of_a_list_is_part_of_the_index_that_it_is_read_from(search: Search, tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "store.db")
    try:
        query, values = statements.matches_query(search)
        plan = [row[3] for row in ledger._db.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    finally:
        ledger.close()
    assert plan[0].startswith("SEARCH matches USING INDEX")
    conditions = query.partition(" WHERE ")[2].partition(" ORDER BY ")[0].split(" AND ")
    assert plan[0].count("=?") == len(conditions), plan
