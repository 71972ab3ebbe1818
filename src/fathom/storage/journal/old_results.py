"""The results of puzzles that were solved before results were stored: worked out once, when a store is upgraded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from fathom import games
from fathom.core.events import Created, MatchEvent, apply
from fathom.core.match import AnyMatch, Match
from fathom.errors import FathomError
from fathom.show.puzzles import is_solved
from fathom.storage.journal import OVER, Addition, Entry, Result, Summary, statements
from fathom.storage.journal.events import decode_event

_BATCH = 200
_SUMMARIES = f"""
    SELECT {", ".join(Summary._fields)} FROM matches
    WHERE state = '{OVER}' AND game = ? AND id > ? ORDER BY id LIMIT {_BATCH}
"""
#: What a query with these values finds.
Ask = Callable[[str, tuple[str | int, ...]], Sequence[tuple[object, ...]]]


def old_results(ask: Ask) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The statements that enter every result, with their values."""
    for name in games.names():
        if games.room(name).puzzles:
            for summary in _finished_matches(ask, name):
                entries = [Entry._make(row) for row in ask(statements.ENTRIES_AFTER, (summary.id, 0))]
                if result := _result_of(summary, entries):
                    yield from statements.list_changes(Addition(entries[-1], result=result))


def _finished_matches(ask: Ask, game: str) -> Iterator[Summary]:
    after = ""
    while found := [Summary._make(row) for row in ask(_SUMMARIES, (game, after))]:
        yield from found
        after = found[-1].id


def _result_of(summary: Summary, entries: Sequence[Entry]) -> Result | None:
    """The result of a match; None if it solved nothing, or cannot be read."""
    try:
        match = _replay(entries)
        puzzles = games.room(summary.game).puzzles
        if not puzzles or not is_solved(match):
            return None
        (player,) = msgspec.json.decode(summary.names, type=list[str])
    except (FathomError, LookupError, TypeError, ValueError):
        return None
    solved = [entry.at for entry in entries if entry.kind in {"created", "moved"}][-1]
    mp, hints = puzzles.mp(match.position), len(match.hints)
    return Result(summary.game, summary.options, player, mp, hints, solved, summary.id, summary.is_open)


def _replay(entries: Sequence[Entry]) -> AnyMatch:
    created, *events = [decode_event(entry.kind, entry.body) for entry in entries]
    if not isinstance(created, Created):
        raise ValueError("a match begins by being created")
    game = games.game(created.game)
    match: AnyMatch = Match(game, game.options_type.read(created.options), created.names)
    match.play_all(created.moves)
    match.hints = dict(created.hints)
    if created.resigned:
        match.resign(created.resigned)
    for event in events:
        if isinstance(event, MatchEvent):
            apply(match, event)
    return match
