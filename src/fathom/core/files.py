"""What systems do differently with files: locks, and what it takes until something is on disk.

lock_now(handle)       lock an open file for this process, or raise `OSError` if another one has it
sync(handle)           return when what was written is on disk
sync_folder(folder)    return when the names in a folder are, too
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

#: On Windows a lock keeps others from reading what it covers, so it covers a byte that is never written.
_LOCKED_BYTE: Final = 1 << 30


def lock_now(handle: int) -> None:
    """Lock an open file until it is closed; raises `OSError` if another process has locked it."""
    if sys.platform == "emscripten":
        return  # inside a browser there is no other process
    try:
        import fcntl
    except ImportError:
        _lock_byte(handle)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_byte(handle: int) -> None:
    """The same on Windows."""
    from importlib import import_module

    windows = import_module("msvcrt")
    before = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        windows.locking(handle, windows.LK_NBLCK, 1)
    finally:
        os.lseek(handle, before, os.SEEK_SET)


def sync(handle: int) -> None:
    """Return when what was written to an open file is on disk."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # there, fsync leaves it in the memory of the drive
            return
        except OSError:  # not on this file system
            pass
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """A new file is safe only when its folder is. Windows takes care of that, and opens no folders."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        sync(handle)
    finally:
        os.close(handle)
