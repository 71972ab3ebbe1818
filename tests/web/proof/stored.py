"""What a store holds, read from its tables and not through the server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing

import psycopg

from tests.web.proof.history import Kept, Stored

QUERY = "SELECT match, sequence, key, kind, body, at FROM events ORDER BY match, sequence"


def read_store(store: str) -> Stored:
    """Every event of a store; no server may be writing to a SQLite file at the same time."""
    if store.startswith("postgresql://"):
        with psycopg.connect(store) as connection:
            return _by_match(connection.execute(QUERY).fetchall())
    with closing(sqlite3.connect(store)) as db:
        return _by_match(db.execute(QUERY))


def _by_match(rows: Iterable[tuple[str, int, str, str, str, str]]) -> Stored:
    stored: Stored = {}
    for match, sequence, key, kind, body, at in rows:
        event = {"sequence": sequence, "kind": kind, "at": at, **json.loads(body)}
        stored.setdefault(match, []).append(Kept(event, key))
    return stored
