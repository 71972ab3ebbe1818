"""The SQL of both ledgers, with `?` as the placeholder."""

from __future__ import annotations

from functools import cache

from fathom.storage.journal import NAMELESS, Addition, Entry, Result, Search, Standing, Summary
from fathom.storage.scripts import read_scripts

VERSION = 9
#: The first version with blocked addresses.
FIRST_WITH_BLOCKS = 7
#: The first version with a table of results.
FIRST_WITH_RESULTS = 4
#: Every table of a store.
TABLES = ("blocks", "challenges", "deletions", "events", "live", "matches", "probes", "results", "uptimes")
_ENTRY = ", ".join(Entry._fields)
_SUMMARY = ", ".join(Summary._fields)
#: The game and its options too, because a challenge may leave them to whoever accepts it.
_CHANGING = ("game", "options", "names", "state", "changed", "outcome")
_RESULT = ", ".join(Result._fields)
_STANDING = ", ".join(Standing._fields)
_OF_PLAYER = "game = ? AND options = ? AND player = ?"


def _rows(columns: int, count: int) -> str:
    """Rows with a value for each column."""
    row = f"({', '.join('?' * columns)})"
    return f"VALUES {', '.join([row] * count)}"


@cache
def add_entries(count: int) -> str:
    """Adds the first of these rows of entries, as many as the last value says; none if one is taken."""
    return f"INSERT INTO events ({_ENTRY}) SELECT * FROM ({_rows(len(Entry._fields), count)}) AS given LIMIT ?"


@cache
def put_summaries(count: int) -> str:
    """Adds or changes rows of summaries."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in _CHANGING)
    rows = _rows(len(Summary._fields), count)
    return f"INSERT INTO matches ({_SUMMARY}) {rows} ON CONFLICT (id) DO UPDATE SET {changes}"


PUT_SUMMARY = put_summaries(1)
#: Adds an entry, unless its key or its sequence number is taken.
ADD_ENTRY = f"INSERT INTO events ({_ENTRY}) {_rows(len(Entry._fields), 1)} ON CONFLICT DO NOTHING"
ENTRY_OF_KEY = f"SELECT {_ENTRY} FROM events WHERE match = ? AND key = ?"
PROBE = "INSERT INTO probes (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
ENTRIES_AFTER = f"SELECT {_ENTRY} FROM events WHERE match = ? AND sequence > ? ORDER BY sequence"
_ADD_RESULT = f"INSERT INTO results ({_RESULT}) {_rows(len(Result._fields), 1)}"
_PUT_RESULT = f"{_ADD_RESULT} ON CONFLICT (game, options, player) DO UPDATE"
_BETTER = ", ".join(f"{name} = excluded.{name}" for name in ("mp", "hints", "solved", "match", "is_open"))
_RANK = ("mp", "hints", "solved")
_IS_BETTER = " < ".join(f"({', '.join(f'{row}.{name}' for name in _RANK)})" for row in ("excluded", "results"))
#: A name has its best result only, the earliest if there are several; results without a name are counted.
PUT_RESULT = f"{_PUT_RESULT} SET {_BETTER} WHERE {_IS_BETTER}"
COUNT_RESULT = f"{_PUT_RESULT} SET walks = results.walks + 1"
DISCOUNT_RESULT = f"""
    UPDATE results SET walks = walks - 1, match = CASE WHEN match = ? THEN '' ELSE match END
    WHERE {_OF_PLAYER} AND (match = ? OR match = '' OR walks > 1)
"""
REMOVE_RESULT = f"DELETE FROM results WHERE {_OF_PLAYER} AND walks = 0"
RESULTS = f"SELECT {_STANDING} FROM results WHERE game = ? AND options = ? ORDER BY mp, hints, solved, player LIMIT ?"


PUT_SIGHTING = (
    "INSERT INTO live (place, match, at) VALUES (?, ?, ?) "
    "ON CONFLICT (place) DO UPDATE SET match = excluded.match, at = excluded.at"
)
LIVE = "SELECT match FROM live WHERE at >= ? ORDER BY at DESC, match DESC LIMIT ?"
CHALLENGES = "SELECT match FROM challenges WHERE at >= ? AND taken = '' ORDER BY at DESC, match DESC LIMIT ?"


def matches_query(search: Search) -> tuple[str, list[object]]:
    """The SQL that finds matches, and its values."""
    named = {name: text for name, text in (("state", search.state), ("game", search.game)) if text}
    conditions = [*(f"{name} = ?" for name in named), *(["is_open = 1"] if search.open_only else [])]
    if search.after:
        conditions.append(f"(changed, id) {'>' if search.oldest else '<'} (?, ?)")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = "changed, id" if search.oldest else "changed DESC, id DESC"
    values = [*named.values(), *(search.after or ()), search.limit]
    return f"SELECT {_SUMMARY} FROM matches{where} ORDER BY {order} LIMIT ?", values


def list_changes(addition: Addition) -> list[tuple[str, tuple[str | int, ...]]]:
    """What else an addition changes: results, and the matches being played; statements with their values."""
    changes: list[tuple[str, tuple[str | int, ...]]] = []
    if withdrawn := addition.withdrawn:
        of_player, match = withdrawn.row[:3], withdrawn.match
        changes += [(DISCOUNT_RESULT, (match, *of_player, match)), (REMOVE_RESULT, of_player)]
    if result := addition.result:
        changes.append((COUNT_RESULT if result.player == NAMELESS else PUT_RESULT, result.row))
    if addition.sighting:
        changes.append((PUT_SIGHTING, addition.sighting))
    return changes


def migrations(version: int) -> list[str]:
    """The statements that bring tables of a version up to date."""
    return read_scripts(__package__, version, VERSION)
