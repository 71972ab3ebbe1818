"""Where a user's data is kept, as the platform wants it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fathom.errors import StoreError


def data_directory() -> Path:
    """The user's data directory; raises `StoreError` where there is no home directory."""
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local)
    if sys.platform != "darwin" and (shared := os.environ.get("XDG_DATA_HOME")) and Path(shared).is_absolute():
        return Path(shared)
    try:
        home = Path.home()
    except RuntimeError as error:
        raise StoreError("There is no home directory to keep matches in; choose a file with --store.") from error
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")
