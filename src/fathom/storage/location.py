"""The default location of the store."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fathom.errors import StoreError

VARIABLE = "FATHOM_STORE"


def store_location(chosen: str | None = None) -> Path:
    """The chosen file, else the one named by FATHOM_STORE, else `fathom.db` in the user's data directory."""
    named = chosen or os.environ.get(VARIABLE)
    return user_path(named) if named else _data_directory() / "fathom" / "fathom.db"


def user_path(name: str) -> Path:
    """The path that a user has typed; `~` is their home, also where no shell has replaced it."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(name)


def server_store_location() -> str:
    """The file of a server that is given none: `server.db` in the user's data directory."""
    return str(_data_directory() / "fathom" / "server.db")


def _data_directory() -> Path:
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local)
    if sys.platform != "darwin" and (shared := os.environ.get("XDG_DATA_HOME")) and Path(shared).is_absolute():
        return Path(shared)
    try:
        home = Path.home()
    except RuntimeError as error:
        raise StoreError("There is no home directory to keep matches in; choose a file with --store.") from error
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")
