"""The lock of a store in a file, which one server has at a time."""

from __future__ import annotations

import os
from pathlib import Path

from fathom.core.files import lock_now
from fathom.errors import StoreInUse


class Lock:
    """Ensures that no other server has the file: held until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock_now(self._file)
        except OSError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            whose = f" (process {holder})" if holder.isdigit() else ""
            raise StoreInUse(
                f"{path} is in use by another server{whose}: stop that one first, or choose another file with --store. "
                "Several servers can share a store in PostgreSQL."
            ) from None
        self._give_to_owner(path)
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def _give_to_owner(self, path: Path) -> None:
        """Let whoever owns the store open its lock, even if root has made it."""
        if hasattr(os, "geteuid") and os.geteuid() == 0 and path.exists():
            os.fchown(self._file, path.stat().st_uid, path.stat().st_gid)

    def release(self) -> None:
        os.close(self._file)
