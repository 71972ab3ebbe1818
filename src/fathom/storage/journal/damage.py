"""Damage in an SQLite file: recognised where it is met, and searched for where nobody reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

#: SQLite's codes for a page that makes no sense, and for a file that is no database.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY_CODE = 0xFF
_SEARCH_EVERY_SECONDS = 24 * 3600.0
_STOPPING_SECONDS = 0.05


def is_damage(error: sqlite3.Error) -> bool:
    """Does the error say that the file is damaged?"""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _DAMAGE


def find_damage(db: sqlite3.Connection) -> str:
    """What is wrong with the pages of a file, or nothing: reads all of it."""
    try:
        found: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return str(error)
        raise
    return "" if found == "ok" else " ".join(found.split())


class DamageSearch:
    """Reads the whole file in a thread of its own, at the start and then every day, until it is stopped.

    Its connection cannot write, so the file still has only one writer.
    """

    def __init__(self, path: Path, report: Callable[[str], None]) -> None:
        self._report = report
        self._stopping = Event()
        # Opened here, used in the thread, and interrupted from wherever it is stopped.
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        self._thread = Thread(target=self._run, name="damage", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        while self._thread.is_alive():
            self._db.interrupt()  # again, in case it has just begun
            self._thread.join(_STOPPING_SECONDS)
        self._db.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with suppress(sqlite3.Error):  # stopped, or the file cannot be read: whoever writes will notice
                if damage := find_damage(self._db):
                    self._report(damage)
                    return
            self._stopping.wait(_SEARCH_EVERY_SECONDS)
