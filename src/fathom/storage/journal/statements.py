"""The SQL of both ledgers, with `?` as the placeholder."""

from __future__ import annotations

from pathlib import Path

from fathom.storage.journal import Entry, Search, Summary

VERSION = 2
_MIGRATIONS = Path(__file__).parent / "migrations"
_ENTRY = ", ".join(Entry._fields)
_SUMMARY = ", ".join(Summary._fields)
_CHANGING = ("names", "state", "changed", "outcome")


def _row(columns: int) -> str:
    """One row, with a value for each column."""
    return f"VALUES ({', '.join('?' * columns)})"


def _rows(columns: int) -> str:
    """All rows from one value, a JSON list of lists; for SQLite only."""
    read = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(columns))
    return f"SELECT {read} FROM json_each(?) WHERE true"  # without WHERE, ON CONFLICT would be read as a join's ON


def _add_entry(source: str) -> str:
    return f"INSERT INTO events ({_ENTRY}) {source} ON CONFLICT DO NOTHING"


def _put_summary(source: str) -> str:
    changes = ", ".join(f"{name} = excluded.{name}" for name in _CHANGING)
    return f"INSERT INTO matches ({_SUMMARY}) {source} ON CONFLICT (id) DO UPDATE SET {changes}"


ADD_ENTRY, ADD_ENTRIES = _add_entry(_row(len(Entry._fields))), _add_entry(_rows(len(Entry._fields)))
PUT_SUMMARY, PUT_SUMMARIES = _put_summary(_row(len(Summary._fields))), _put_summary(_rows(len(Summary._fields)))
ENTRY_OF_KEY = f"SELECT {_ENTRY} FROM events WHERE match = ? AND key = ?"
PROBE = "INSERT INTO probes (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
ENTRIES_AFTER = f"SELECT {_ENTRY} FROM events WHERE match = ? AND sequence > ? ORDER BY sequence"


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
