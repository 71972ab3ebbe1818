"""Checking a store: its pages, its logs by the rules, and its lists by its logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypedDict

import msgspec

from fathom import games
from fathom.core.outcome import OutcomeDict
from fathom.errors import FathomError, StoreError
from fathom.storage.journal import Entry, Summary
from fathom.storage.journal.reading import Reader, StoredMatch, Text, stored_matches
from fathom.storage.journal.statements import FIRST_WITH_RESULTS
from fathom.web.live.live_match import LiveMatch

_WITHOUT_SUMMARY = """
    SELECT DISTINCT match FROM events
    WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = events.match) AND kind <> 'deleted' ORDER BY match
"""
_WITHOUT_MATCH = """
    SELECT DISTINCT match FROM results
    WHERE match <> '' AND NOT EXISTS (SELECT 1 FROM matches WHERE id = results.match) ORDER BY match
"""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_outcomes = msgspec.json.Decoder(OutcomeDict | None)
_names = msgspec.json.Decoder(list[str])


class Fault(NamedTuple):
    """What is wrong with a match, or with the store if it has no match."""

    match: str | None
    problem: str


class FaultDict(TypedDict):
    """A fault as JSON."""

    match: str | None
    problem: str


class CheckDict(TypedDict):
    """The result of a check as JSON."""

    store: str
    matches: int
    events: int
    faults: list[FaultDict]


class Looked(NamedTuple):
    """One step of a check: how many events it looked at, in how many matches, and the faults that it found."""

    matches: int
    events: int
    faults: list[Fault]


def check_store(reader: Reader) -> Iterator[Looked]:
    """Check everything, a match at a time. A match that is written to in the meantime is seen as it was at a moment."""
    yield Looked(0, 0, [Fault(None, problem) for problem in reader.damage()])
    try:
        for stored in stored_matches(reader):
            found = [Fault(stored.summary.id, problem) for problem in check_match(stored)]
            yield Looked(1, len(stored.entries), found)
        orphans = reader.rows(Text._make, _WITHOUT_SUMMARY)
        ranked = reader.rows(Text._make, _WITHOUT_MATCH) if reader.version >= FIRST_WITH_RESULTS else []
    except StoreError as error:  # a damaged page
        yield Looked(0, 0, [Fault(None, str(error))])
    else:
        yield Looked(0, 0, [Fault(match, "it has events, but is missing from the lists") for (match,) in orphans])
        yield Looked(0, 0, [Fault(match, "it has a result, but is not in the store") for (match,) in ranked])


def check_match(stored: StoredMatch) -> Iterator[str]:
    """What is wrong with a match."""
    summary, entries = stored
    if not entries:
        yield "it is in the lists, but has no events"
        return
    numbers = [entry.sequence for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        first = next(place for place, number in enumerate(numbers, 1) if number != place)
        yield f"event {first} is missing, or there twice"
        return
    yield from _check_entries(entries)
    try:
        live = LiveMatch.replay(summary.id, entries)
    except FathomError as error:
        yield f"it cannot be replayed: {error}"
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # whatever damaged JSON leads to
        yield f"it cannot be replayed: {type(error).__name__}: {error}"
    else:
        yield from _compare(summary, live, entries)


def _check_entries(entries: list[Entry]) -> Iterator[str]:
    if "" in (keys := [entry.key for entry in entries]) or len(set(keys)) < len(keys):
        yield "two of its events have the same key, or one has none"
    for entry in entries:
        if not _TIME.fullmatch(entry.at):
            yield f"event {entry.sequence} has the time {entry.at!r}, which is not one"


def _compare(summary: Summary, live: LiveMatch, entries: list[Entry]) -> Iterator[str]:
    """Where the lists disagree with the log."""
    match = live.match
    try:
        options = games.game(summary.game).options_type.read_line(summary.options)
        names, outcome = _names.decode(summary.names), _outcomes.decode(summary.outcome)
    except (FathomError, ValueError) as error:
        yield f"its line in the lists cannot be read: {error}"
        return
    told = match.outcome.as_dict() if match.outcome else None
    pairs = {
        "game": (summary.game, match.game.name),
        "options": (options.write_line(), match.options.write_line()),
        "names": (names, list(match.names)),
        "state": (summary.state, live.state),
        "openness": (bool(summary.is_open), live.is_open),
        "creation": (summary.created, entries[0].at),
        "outcome": (outcome, told),
    }
    for what, (listed, logged) in pairs.items():
        if listed != logged:
            yield f"its {what} in the lists is {listed!r}, but by its log {logged!r}"
    if summary.changed not in {entry.at for entry in entries}:
        yield f"the lists say that it changed at {summary.changed!r}, when nothing happened"
