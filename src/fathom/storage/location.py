"""The default location of the store."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fathom.errors import StoreError

VARIABLE = "FATHOM_STORE"
SERVER_VARIABLE = "FATHOM_SERVER_STORE"


def store_location(chosen: str | None = None) -> Path:
    """The chosen file, else the one named by FATHOM_STORE, else `fathom.db` in the user's data directory."""
    named = chosen or os.environ.get(VARIABLE)
    return Path(named) if named else _data_directory() / "fathom" / "fathom.db"


def server_store_location(chosen: str | None = None) -> str:
    """The chosen file or URL, else what FATHOM_SERVER_STORE names, else `server.db` in the user's data directory."""
    return chosen or os.environ.get(SERVER_VARIABLE) or str(_data_directory() / "fathom" / "server.db")


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
