"""Every statement finds its rows by an index, in the order it needs them, however many matches there are.

The plans are those of the databases themselves, over enough matches that reading all of them would be a mistake.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from types import FunctionType

import psycopg
import pytest

from fathom.storage import journal
from fathom.storage.journal import (
    OVER,
    PLAYING,
    WAITING,
    Entry,
    ListPlace,
    Result,
    Search,
    Sighting,
    Summary,
    open_ledger,
    statements,
)
from fathom.storage.journal.challenges import Waiting
from tests.storage.journal.entries import entry, summary
from tests.storage.journal.plans import is_costly

MATCHES = 20_000
COLUMNS = {
    "challenges": (*Waiting._fields, "taken"),
    "events": Entry._fields,
    "live": Sighting._fields,
    "matches": Summary._fields,
    "results": Result._fields,
}
#: One of each kind that a server makes; any game, state and limit.
SEARCHES = [
    Search(PLAYING),
    Search(OVER, limit=100),
    Search(WAITING, "digit-dilemma"),
    Search(OVER, "range-war", limit=1),
    Search(OVER, limit=101, after=ListPlace("2026-11-15T05:00:00.000Z", "m00100")),
    Search(PLAYING, "range-war", after=ListPlace("2026-11-15T05:00:00.000Z", "m00100")),
    Search(OVER, oldest=True, after=ListPlace("2026-11-15T05:00:00.000Z", "m00100")),
]
#: The functions that make statements; the others only choose among them.
ASKING, OTHERS = {"matches_query"}, {"migrations", "list_changes"}
#: Says how a statement would be carried out, one line for each step.
Explain = Callable[[str, list[object]], list[str]]


def stored_rows() -> dict[str, list[tuple[object, ...]]]:
    """Many matches, most of them over as on any server, and many results of one puzzle, by their tables."""
    games = ("range-war", "digit-dilemma", "pocket-addition", "pyramid-puzzle")
    rows: dict[str, list[tuple[object, ...]]] = {table: [] for table in COLUMNS}
    for number in range(MATCHES):
        changed = f"2026-11-15T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
        state = PLAYING if number % 20 == 0 else WAITING if number % 20 == 1 else OVER
        one = summary(f"m{number:05}", changed, game=games[number % 4], state=state, is_open=int(number % 3 > 0))
        rows["events"].append(entry(one.id))
        rows["challenges"].append((one.id, one.game, number % 2, changed, "k", changed, ""))
        rows["live"].append(Sighting(f"{number}-1", one.id, changed))
        rows["matches"].append(one)
        rows["results"].append(Result("1", "1", f"Player {number}", number % 50, number % 7, changed, one.id, 1))
    return rows


@pytest.fixture
def sqlite_plans(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Explain]:
    path = tmp_path_factory.mktemp("plans") / "server.db"
    open_ledger(str(path)).close()
    with closing(sqlite3.connect(path)) as db:
        for table, rows in stored_rows().items():
            places = ", ".join("?" * len(COLUMNS[table]))
            db.executemany(f"INSERT INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({places})", rows)
        db.execute("ANALYZE")
        yield lambda query, values: [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}", values)]


@pytest.fixture
def postgres_plans(empty_database: str) -> Iterator[Explain]:
    open_ledger(empty_database).close()
    with psycopg.connect(empty_database, cursor_factory=psycopg.ClientCursor) as db:
        for table, rows in stored_rows().items():
            with db.cursor().copy(f"COPY {table} ({', '.join(COLUMNS[table])}) FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)
        db.execute("ANALYZE")

        def explain(query: str, values: list[object]) -> list[str]:
            explained = db.execute(f"EXPLAIN (FORMAT JSON) {query.replace('?', '%s')}", values).fetchone()
            assert explained
            return list(_steps(explained[0][0]["Plan"]))

        yield explain


def _steps(plan: dict[str, object]) -> Iterator[str]:
    """Every step of a plan of PostgreSQL: `Index Scan on matches`."""
    yield f"{plan['Node Type']} on {plan.get('Relation Name', '')}"
    for inner in plan.get("Plans", []):  # type: ignore[attr-defined]
        yield from _steps(inner)


def asked() -> list[tuple[str, list[object]]]:
    """Every statement of the ledgers, with some values."""
    names = [name for name in vars(statements) if name[0].isupper() and name not in vars(journal)]
    fixed = [text for name in names if isinstance(text := getattr(statements, name), str)]
    # A quoted 1 is a text and a number to both databases.
    values: list[object] = ["1"]
    since = (statements.LIVE, statements.CHALLENGES)
    return [
        *((query, values * query.count("?")) for query in fixed if query not in since),
        *(statements.matches_query(search) for search in SEARCHES),
        *((query, ["2026-11-15T05:00:00.000Z", 60]) for query in since),
    ]


def test_sqlite_reads_no_table_to_its_end_and_sorts_nothing(sqlite_plans: Explain) -> None:
    many = [statement(64) for statement in (statements.add_entries, statements.put_summaries)]
    rows: list[tuple[str, list[object]]] = [(query, ["1"] * query.count("?")) for query in many]
    for query, values in [*asked(), *rows]:
        plan = sqlite_plans(query, values)
        assert not any(map(is_costly, plan)), f"{query}: {plan}"


def test_postgresql_reads_no_table_to_its_end_and_sorts_nothing(postgres_plans: Explain) -> None:
    for query, values in asked():
        plan = postgres_plans(query, values)
        assert not any(map(is_costly, plan)), f"{query}: {plan}"


def test_a_statement_that_reads_everything_would_be_noticed(sqlite_plans: Explain, postgres_plans: Explain) -> None:
    """The control: statements that look harmless, and are not."""
    for explain in (sqlite_plans, postgres_plans):
        for query in (
            "SELECT id FROM matches WHERE options = 'highest=12'",
            "SELECT id FROM matches WHERE state = 'over' AND is_open = 1 ORDER BY created DESC LIMIT 10",
            "SELECT count(*) FROM events WHERE kind = 'moved'",
            "SELECT match FROM live WHERE match = 'm00001'",
            "SELECT mp FROM results WHERE game = '1' AND options = '1' ORDER BY solved LIMIT 100",
        ):
            assert any(map(is_costly, explain(query, []))), query


def test_every_function_that_makes_a_statement_is_looked_at() -> None:
    made_here = {
        name
        for name, thing in vars(statements).items()
        if isinstance(thing, FunctionType) and thing.__module__ == statements.__name__ and not name.startswith("_")
    }
    assert made_here == ASKING | OTHERS
