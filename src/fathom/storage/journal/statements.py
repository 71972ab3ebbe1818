"""The SQL that both ledgers speak, with `?` where a value goes."""

from __future__ import annotations

import re
from pathlib import Path

from fathom.storage.journal import Entry, Search, Summary

VERSION = 1
_MIGRATIONS = Path(__file__).parent / "migrations"
_ENTRY = ", ".join(Entry._fields)
_SUMMARY = ", ".join(Summary._fields)
_CHANGING = ("names", "state", "changed", "outcome")

ADD_ENTRY = f"INSERT INTO events ({_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
ENTRY_OF_KEY = f"SELECT {_ENTRY} FROM events WHERE match = ? AND key = ?"
ENTRIES_AFTER = f"SELECT {_ENTRY} FROM events WHERE match = ? AND sequence > ? ORDER BY sequence"
PUT_SUMMARY = (
    f"INSERT INTO matches ({_SUMMARY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _CHANGING)}"
)


def of_all(insert: str) -> str:
    """The same for SQLite to do with every row of one value, a JSON list of lists."""
    values = re.search(r"VALUES \(([?, ]+)\)", insert)
    assert values is not None
    columns = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(values[1].count("?")))
    return insert.replace(values[0], f"SELECT {columns} FROM json_each(?) WHERE true")  # or ON would be a join's


def matches_query(search: Search) -> tuple[str, list[object]]:
    """The SQL that finds matches, and its values."""
    wanted = {name: getattr(search, name) for name in ("state", "game", "options")}
    named = {name: text for name, text in wanted.items() if text}
    conditions = [*(f"{name} = ?" for name in named), *(["is_open = 1"] if search.open_only else [])]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = "changed, id" if search.oldest else "changed DESC, id"
    return f"SELECT {_SUMMARY} FROM matches{where} ORDER BY {order} LIMIT ?", [*named.values(), search.limit]


def migrations(version: int) -> list[str]:
    """The statements that bring tables of a version up to date."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(_MIGRATIONS.glob("*.sql"))[version:]]
    return [statement for script in scripts for statement in script.split(";\n") if statement.strip()]
