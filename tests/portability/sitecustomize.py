"""Makes a process on Linux lack what Windows lacks. Python imports it first when this folder is on its path."""

from __future__ import annotations

import importlib.abc
import os
import select
import signal
import subprocess  # noqa: F401  (it looks for msvcrt to know where it is)
import sys
from types import ModuleType

#: Modules that Windows does not have, and the two packages of the extra `fast`.
MODULES = {
    "fcntl",
    "grp",
    "nis",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
    "uvloop",
    "httptools",
}
NAMES = {
    os: ("fchown", "fork", "geteuid", "getuid", "pread", "pwrite", "sched_getaffinity"),
    select: ("poll", "epoll"),
    signal: ("SIGALRM", "SIGHUP", "SIGPROF", "ITIMER_PROF", "ITIMER_REAL", "setitimer", "alarm"),
}


class Refusal(importlib.abc.MetaPathFinder):
    """Refuses what is not there."""

    def find_spec(self, name: str, *_: object) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} on this system", name=name)


def lock(handle: int, mode: int, count: int) -> None:
    """`msvcrt.locking`, as far as it is used."""
    assert mode == 2
    os.lockf(handle, os.F_TLOCK, count)


def take_away() -> None:
    sys.meta_path.insert(0, Refusal())
    for module, names in NAMES.items():
        for name in names:
            delattr(module, name)
    windows = ModuleType("msvcrt")
    windows.__dict__.update(locking=lock, LK_NBLCK=2)
    sys.modules["msvcrt"] = windows
    for name in MODULES:
        sys.modules.pop(name, None)


if __name__ == "sitecustomize":
    take_away()
