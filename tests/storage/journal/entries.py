"""Entries and summaries for tests of the journal."""

from __future__ import annotations

from fathom.storage.journal import Addition, Entry, Summary

AT = "2026-11-15T22:00:00.123Z"


def entry(match: str = "m", sequence: int = 1, key: str | None = None, body: str = '{"move":"6"}') -> Entry:
    """An entry of a match; its key is its own unless one is given."""
    return Entry(match, sequence, key or f"key-{match}-{sequence}", "moved", body, '{"hash":"0f"}', AT)


def summary(match: str, changed: str = AT, **more: object) -> Summary:
    usual = Summary(match, "range-war", "highest=10", '["Ada","Bob"]', "playing", 1, AT, changed, "null")
    return usual._replace(**more)  # type: ignore[arg-type]


def additions(*entries: Entry) -> list[Addition]:
    return [Addition(one) for one in entries]
