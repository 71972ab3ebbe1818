"""What a store holds, how large it is and how it grows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypedDict

from fathom.storage.journal import OVER, PLAYING, WAITING
from fathom.storage.journal.reading import Reader

#: How many days of growth are told, up to today.
DAYS = 7
_LARGEST = 5


class MatchCountsDict(TypedDict):
    """How many matches there are, by their state."""

    total: int
    waiting: int
    playing: int
    over: int


class PartDict(TypedDict):
    """A table or an index, and its size."""

    name: str
    kind: str
    bytes: int


class DayDict(TypedDict):
    """What was added on a day (UTC)."""

    day: str
    matches: int
    events: int
    moves: int


class LargeMatchDict(TypedDict):
    """One of the longest matches."""

    id: str
    events: int


class StatsDict(TypedDict):
    """What a store holds."""

    store: str
    kind: str
    version: int
    matches: MatchCountsDict
    events: int
    moves: int
    bytes: int
    free_bytes: int | None
    bytes_per_move: float | None
    parts: list[PartDict]
    oldest: str | None
    newest: str | None
    days: list[DayDict]
    largest: list[LargeMatchDict]


class _Day(NamedTuple):
    day: str
    events: int
    moves: int
    first: str
    last: str


class _Count(NamedTuple):
    name: str
    number: int


_STATES = "SELECT state, COUNT(*) FROM matches GROUP BY state"
_BY_DAY = """
    SELECT substr(at, 1, 10), COUNT(*), SUM(CASE WHEN kind = 'moved' THEN 1 ELSE 0 END), MIN(at), MAX(at)
    FROM events WHERE kind <> 'deleted' GROUP BY 1 ORDER BY 1
"""
_NEW_BY_DAY = "SELECT substr(created, 1, 10), COUNT(*) FROM matches WHERE created >= ? GROUP BY 1"
_LONGEST = (
    f"SELECT match, COUNT(*) FROM events WHERE kind <> 'deleted' GROUP BY match ORDER BY 2 DESC, 1 LIMIT {_LARGEST}"
)


def measure(reader: Reader, name: str) -> StatsDict:
    """The figures of a store, which is called `name` in them."""
    with reader.snapshot():
        states = dict(reader.rows(_Count._make, _STATES))
        by_day = reader.rows(_Day._make, _BY_DAY)
        days = _last_days(reader, by_day)
        largest = reader.rows(_Count._make, _LONGEST)
    sizes, moves = reader.sizes(), sum(day.moves for day in by_day)
    return {
        "store": name,
        "kind": reader.kind,
        "version": reader.version,
        "matches": {
            "total": sum(states.values()),
            "waiting": states.get(WAITING, 0),
            "playing": states.get(PLAYING, 0),
            "over": states.get(OVER, 0),
        },
        "events": sum(day.events for day in by_day),
        "moves": moves,
        "bytes": sizes.bytes,
        "free_bytes": sizes.free,
        "bytes_per_move": round(sizes.bytes / moves, 1) if moves else None,
        "parts": [{"name": part.name, "kind": part.kind, "bytes": part.bytes} for part in sizes.parts],
        "oldest": by_day[0].first if by_day else None,
        "newest": by_day[-1].last if by_day else None,
        "days": days,
        "largest": [{"id": match.name, "events": match.number} for match in largest],
    }


def _last_days(reader: Reader, by_day: list[_Day]) -> list[DayDict]:
    """What was added on each of the last days, the newest first."""
    today = datetime.now(UTC).date()
    wanted = [(today - timedelta(days=back)).isoformat() for back in range(DAYS)]
    new = dict(reader.rows(_Count._make, _NEW_BY_DAY, wanted[-1]))
    found = {day.day: day for day in by_day}
    return [
        {
            "day": day,
            "matches": new.get(day, 0),
            "events": found[day].events if day in found else 0,
            "moves": found[day].moves if day in found else 0,
        }
        for day in wanted
    ]
