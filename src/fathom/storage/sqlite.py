"""The store in an SQLite file, which several terminals may share.

Rollback journal and `synchronous=FULL`: when `append` returns, the event is on disk. (WAL would be quicker, but
SQLite up to 3.51.2 can lose rows in it when two processes write at the same moment.)
"""

from __future__ import annotations

import json
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from fathom.core.events import MatchEvent, Moved
from fathom.core.match import AnyMatch
from fathom.core.words import quoted
from fathom.errors import StaleMatch, StoreError, UnknownMatch
from fathom.storage.log import OFF, Kept, KeptAnswer, Series, StoredEvent, encode_event
from fathom.storage.scripts import read_scripts
from fathom.storage.sqlite_file import explain_errors, transaction

_VERSION = 7
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 6
_PATIENCE_SECONDS = 10
_COLUMNS = "id, created, game, options, players, series, series_game, best_of, opening, coach"
_ANSWER = "game, position, is_right, hinted, at"


class SqliteStore:
    """A `Store` in the file at `path`, created if missing. `command` is how its user types the name of the program."""

    def __init__(self, path: Path, command: str = "fathom") -> None:
        self.path = path
        self._command = command
        with explain_errors(self.path, "opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None)
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA fullfsync = ON")  # on macOS: through the memory of the drive, too
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()

    def close(self) -> None:
        self._db.close()

    def create(self, match: AnyMatch, series: Series | None = None, coach: str = OFF) -> Kept:
        with explain_errors(self.path, "written"), transaction(self._db):
            match_id = self._free_id()
            if series and not series.id:
                series = series._replace(id=match_id)
            self._check_is_next(series)
            created, options = _now(), match.options.write_line()
            place = series or (None,) * 4
            row = (match_id, created, match.game.name, options, json.dumps(match.names), *place, coach)
            self._db.execute(f"INSERT INTO matches ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            events = tuple(encode_event(Moved(move)) for move in match.moves)
            for sequence, event in enumerate(events, 1):
                self._insert(match_id, sequence, event, created)
        return Kept(match_id, created, match.game.name, options, match.names, series, events, created, coach)

    def append(self, match_id: str, expected: int, event: MatchEvent) -> None:
        with explain_errors(self.path, "written"), transaction(self._db):
            there = self._db.execute("SELECT count(*) FROM events WHERE match = ?", (match_id,)).fetchone()[0]
            if there != expected:
                raise StaleMatch(
                    f"Match {match_id} has been continued elsewhere: pick it up with {self._command} resume {match_id}."
                )
            self._insert(match_id, expected + 1, encode_event(event), _now())

    def set_coach(self, match_id: str, mode: str) -> None:
        with explain_errors(self.path, "written"), transaction(self._db):
            self._db.execute("UPDATE matches SET coach = ? WHERE id = ?", (mode, match_id))

    def load(self, id_or_prefix: str) -> Kept:
        found = []
        if id_or_prefix and id_or_prefix.isascii():
            found = self._select("substr(id, 1, ?) = ? ORDER BY id LIMIT 2", (len(id_or_prefix), id_or_prefix))
        if len(found) == 1:
            return found[0]
        exact = [kept for kept in found if kept.id == id_or_prefix]
        if exact:
            return exact[0]
        problem = "several matches begin" if found else "no match begins"
        raise UnknownMatch(f"In {self.path} {problem} with {quoted(id_or_prefix)}; {self._command} history lists them.")

    def history(self, limit: int | None = None) -> list[Kept]:
        return self._select("TRUE ORDER BY created DESC, rowid DESC LIMIT ?", (-1 if limit is None else limit,))

    def of_game(self, game: str, options: str | None = None) -> list[Kept]:
        chosen = (game,) if options is None else (game, options)
        where = "game = ?" if options is None else "game = ? AND options = ?"
        return self._select(f"{where} ORDER BY created, rowid", chosen)

    def series(self, series_id: str) -> list[Kept]:
        return self._select("series = ? ORDER BY series_game", (series_id,))

    def add_answer(self, answer: KeptAnswer) -> None:
        with explain_errors(self.path, "written"), transaction(self._db):
            self._db.execute(f"INSERT INTO answers ({_ANSWER}) VALUES (?, ?, ?, ?, ?)", answer)

    def answers(self) -> list[KeptAnswer]:
        with explain_errors(self.path, "read"):
            rows = self._db.execute(f"SELECT {_ANSWER} FROM answers ORDER BY number").fetchall()
        return [KeptAnswer(game, position, bool(right), bool(hinted), at) for game, position, right, hinted, at in rows]

    def remember(self, key: str, value: str) -> None:
        with explain_errors(self.path, "written"), transaction(self._db):
            self._db.execute("INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)", (key, value))

    def recall(self, key: str) -> str | None:
        with explain_errors(self.path, "read"):
            row = self._db.execute("SELECT value FROM memory WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def _insert(self, match_id: str, sequence: int, event: StoredEvent, at: str) -> None:
        row = (match_id, sequence, event.kind, event.data, at)
        self._db.execute("INSERT INTO events (match, sequence, kind, data, at) VALUES (?, ?, ?, ?, ?)", row)

    def _check_is_next(self, series: Series | None) -> None:
        """Refuse the next game of a series if another terminal has started it already."""
        there = "SELECT 1 FROM matches WHERE series = ? AND series_game = ?"
        if series and self._db.execute(there, (series.id, series.game)).fetchone():
            resume = f"{self._command} resume {series.id}"
            raise StaleMatch(f"Game {series.game} of the series was started elsewhere: pick it up with {resume}.")

    def _select(self, where: str, values: tuple[object, ...]) -> list[Kept]:
        """The matches that meet an SQL condition, each with its events."""
        with explain_errors(self.path, "read"), transaction(self._db, "DEFERRED"):
            rows = self._db.execute(f"SELECT {_COLUMNS} FROM matches WHERE {where}", values).fetchall()
            return [self._read_row(row) for row in rows]

    def _read_row(self, row: tuple[str, str, str, str, str, str | None, int, int, int | None, str]) -> Kept:
        match_id, created, game, options, players, series, series_game, best_of, opening, coach = row
        found = self._db.execute("SELECT kind, data, at FROM events WHERE match = ? ORDER BY sequence", (match_id,))
        rows = found.fetchall()
        place = Series(series, series_game, best_of, opening) if series else None
        events, changed = tuple(StoredEvent(kind, data) for kind, data, _ in rows), rows[-1][2] if rows else created
        return Kept(match_id, created, game, options, _names(players), place, events, changed, coach)

    def _free_id(self) -> str:
        """An unused id: a few letters and digits that are hard to confuse."""
        while True:
            match_id = "".join(_ID_LETTERS[byte % len(_ID_LETTERS)] for byte in os.urandom(_ID_LENGTH))
            if not self._db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                return match_id

    def _migrate(self) -> None:
        """Bring the file up to date, under a write lock, so that two first starts do not collide."""
        if self._version() == _VERSION:
            return
        with transaction(self._db):
            version = self._version()
            if version > _VERSION:
                raise StoreError(
                    f"The store {self.path} was made by a newer version of Fathom; choose another with --store."
                )
            if version == 0 and self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise StoreError(f"{self.path} is the database of another program; choose another with --store.")
            for statement in read_scripts(__package__, version, _VERSION):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {_VERSION}")

    def _version(self) -> int:
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return version


def _names(text: str) -> tuple[str, ...]:
    """The players as they were written; empty if the row is damaged."""
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else ()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
