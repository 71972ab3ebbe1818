"""The default location of the store."""

from __future__ import annotations

import os
from pathlib import Path

from fathom.core.directories import data_directory

VARIABLE = "FATHOM_STORE"


def store_location(chosen: str | None = None) -> Path:
    """The chosen file, else the one named by FATHOM_STORE, else `fathom.db` in the user's data directory."""
    named = chosen or os.environ.get(VARIABLE)
    return user_path(named) if named else data_directory() / "fathom" / "fathom.db"


def user_path(name: str) -> Path:
    """The path that a user has typed; `~` is their home, also where no shell has replaced it."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(name)


def server_store_location() -> str:
    """The file of a server that is given none: `server.db` in the user's data directory."""
    return str(data_directory() / "fathom" / "server.db")
