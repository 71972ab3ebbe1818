"""The processes of a server, as the kernel lists them."""

from __future__ import annotations

from pathlib import Path


def workers_of(parent: int) -> list[int]:
    """The processes that serve, as opposed to Python's own helper for shared resources."""
    return [child for child in children_of(parent) if b"spawn_main" in _command_of(child)]


def children_of(parent: int) -> list[int]:
    """All that it has started itself and that have not ended."""
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return b""
