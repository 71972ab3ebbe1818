"""Stores with many matches: a few real ones, played by the server's own code, copied under other ids and times by SQL.

One in twenty was left in the middle. Every tenth match has a result in the table of the puzzle of the day.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from benchmarks.web.load import games
from fathom.games.pyramid_puzzle.make.daily import make_daily
from fathom.storage.journal import Addition, Entry, Summary, open_ledger
from fathom.web.live import invitations
from fathom.web.live.live_match import PlannedEvent, Private, entry_of
from fathom.web.live.requests import NewMatch

TEMPLATES = 40
LEFT_EVERY = 20
MOVES_BEFORE_LEAVING = 4
RESULT_EVERY = 10
BATCH = 20_000
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of which ids are made; the first ones tell the time, so that matches of one time are neighbours in the indexes."""
PREFIX, RANDOM = 7, 14
OLDEST = timedelta(days=365)
MINUTE = len("2026-11-17T20:00")
"""The part of a time that differs from match to match."""

MAKE = (
    "CREATE TEMPORARY TABLE numbered (number INTEGER PRIMARY KEY, id TEXT, template INTEGER, minute TEXT)",
    f"CREATE TEMPORARY TABLE logs (template INTEGER, {', '.join(f'{name} TEXT' for name in Entry._fields)})",
    f"CREATE TEMPORARY TABLE summaries (template INTEGER, {', '.join(f'{name} TEXT' for name in Summary._fields)})",
)
TIME = f"minute || substr({{}}, {MINUTE + 1})"
EVENTS = f"""
    INSERT INTO events (match, sequence, key, kind, body, private, at)
    SELECT id, CAST(sequence AS INTEGER), key, kind, body, private, {TIME.format("at")}
    FROM numbered JOIN logs ON logs.template = numbered.template WHERE number >= ? AND number < ?
    ORDER BY number, CAST(sequence AS INTEGER)
"""
MATCHES = f"""
    INSERT INTO matches (id, game, options, names, state, is_open, created, changed, outcome)
    SELECT numbered.id, game, options, names, state, 1, {TIME.format("created")}, {TIME.format("changed")}, outcome
    FROM numbered JOIN summaries ON summaries.template = numbered.template WHERE number >= ? AND number < ?
    ORDER BY number
"""
RESULTS = f"""
    INSERT INTO results (game, options, player, mp, hints, solved, match, is_open)
    SELECT 'pyramid-puzzle', ?, 'Player ' || number, 8 + number % 97, number % 5, minute || ':00.000Z', id, 1
    FROM numbered WHERE number % {RESULT_EVERY} = 0
"""


def fill(path: Path, matches: int) -> None:
    """Make a store in a file, with this many matches."""
    open_ledger(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -400000", "temp_store = MEMORY"):
            db.execute(f"PRAGMA {setting}")
        db.execute("BEGIN")
        for statement in MAKE:
            db.execute(statement)
        db.executemany("INSERT INTO numbered VALUES (?, ?, ?, ?)", numbered(matches))
        for number, (entries, summary) in enumerate(played()):
            db.executemany(
                f"INSERT INTO logs VALUES ({places(1 + len(Entry._fields))})", [(number, *one) for one in entries]
            )
            db.execute(f"INSERT INTO summaries VALUES ({places(1 + len(Summary._fields))})", (number, *summary))
        for first in range(0, matches, BATCH):
            for statement in (EVENTS, MATCHES):
                db.execute(statement, (first, first + BATCH))
        today = datetime.now(UTC).date()
        for day in (today, today + timedelta(days=1)):  # the run may last beyond midnight
            db.execute(RESULTS, (make_daily(day).options.write_line(),))
        db.execute("COMMIT")


def places(count: int) -> str:
    """Placeholders for this many values."""
    return ", ".join("?" * count)


def numbered(matches: int) -> Iterator[tuple[int, str, int, str]]:
    """Number, id, template and minute of every match, the oldest first."""
    rng, now = random.Random(matches), datetime.now(UTC)
    for number in range(matches):
        began = now - OLDEST + number / matches * OLDEST
        id_ = spelled(int(began.timestamp() * 10)) + "".join(rng.choices(LETTERS, k=RANDOM))
        yield number, id_, number % TEMPLATES, f"{began:%Y-%m-%dT%H:%M}"


def spelled(number: int) -> str:
    """The last digits of a number, in letters, as the server's ids have it."""
    letters = ""
    for _ in range(PREFIX):
        number, letter = divmod(number, len(LETTERS))
        letters = LETTERS[letter] + letters
    return letters


def played() -> Iterator[tuple[list[Entry], Summary]]:
    """Matches of two people, as the server would have written them."""
    for number, moves in enumerate(islice(games(seed=TEMPLATES), TEMPLATES)):
        left = number % LEFT_EVERY == 0
        yield play(moves[:MOVES_BEFORE_LEAVING] if left else moves, f"Ada {number}")


def play(moves: tuple[str, ...], name: str) -> tuple[list[Entry], Summary]:
    """The log of a match, and its line in the lists."""
    request = NewMatch(game="pocket-addition", opponent="friend", seat=1, name=name)
    prepared = invitations.prepare(request)
    live, first = invitations.begin(prepared.created, prepared.private)
    additions = [first]

    def write(planned: PlannedEvent, private: Private | None = None) -> None:
        entry = entry_of(live.id, live.sequence + 1, f"{live.id}-{live.sequence}", planned, private)
        additions.append(Addition(entry, live.summary(planned, entry.at)))
        live.apply(entry, planned)

    write(invitations.plan_join(live, "Bob"), {"hash": "0" * 64})
    for ply, move in enumerate(moves):
        write(live.plan_move(ply % 2 + 1, move))
    summary = additions[-1].summary
    assert summary is not None
    return [one.entry for one in additions], summary
