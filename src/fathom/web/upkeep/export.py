"""Exporting the matches of a store: as records, which every part of Fathom reads, or as JSON lines with every event."""

from __future__ import annotations

from typing import TypedDict

import msgspec

from fathom.core.outcome import OutcomeDict
from fathom.core.record import write_record
from fathom.storage.journal import State
from fathom.storage.journal.reading import StoredMatch
from fathom.web.live.live_match import EventDict, LiveMatch


class ExportedMatch(TypedDict):
    """A match with everything that happened in it, without the hashes of its tokens."""

    id: str
    game: str
    options: dict[str, int | str]
    names: list[str]
    state: State
    watch: bool
    created: str
    changed: str
    outcome: OutcomeDict | None
    events: list[EventDict]


def as_record(stored: StoredMatch) -> str:
    """A match as a record; raises `FathomError` if it cannot be replayed."""
    live = LiveMatch.replay(stored.summary.id, stored.entries)
    return write_record(live.match, {"Id": live.id, "Created": live.events[0].at, "Changed": live.events[-1].at})


def as_json_line(stored: StoredMatch) -> str:
    """A match as one line of JSON; raises `FathomError` if it cannot be replayed."""
    live = LiveMatch.replay(stored.summary.id, stored.entries)
    match = live.match
    exported: ExportedMatch = {
        "id": live.id,
        "game": match.game.name,
        "options": match.options.as_dict(),
        "names": list(match.names),
        "state": live.state,
        "watch": live.is_open,
        "created": live.events[0].at,
        "changed": live.events[-1].at,
        "outcome": match.outcome.as_dict() if match.outcome else None,
        "events": [event.as_dict() for event in live.events],
    }
    return msgspec.json.encode(exported).decode() + "\n"
