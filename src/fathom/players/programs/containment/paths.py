"""What a contained program may read: what it needs to run, and nothing else of the user's.

That is the system's programs and libraries, the folders that PATH leads to, with the libraries beside them, and the
program's own folder. A folder that holds more than programs (the root, the home folder, a folder for temporary files)
is never taken as a whole; then only the files that the command names can be read.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fathom.players.programs.command import Command

#: Where Linux keeps programs, libraries and what they read when they start.
_SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/perl", "/etc/python3",
    "/etc/java-17-openjdk", "/etc/java-21-openjdk",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu",
)  # fmt: skip
_PROGRAM_FOLDERS: Final = frozenset({"bin", "sbin", "shims"})


def readable_paths(command: Command, search: str) -> tuple[str, ...]:
    """Everything that a program may read, with this PATH."""
    found = [*_SYSTEM, *_of_search_path(search), *_of_command(command)]
    return tuple(dict.fromkeys(found))


def _of_search_path(search: str) -> Iterator[str]:
    for part in filter(None, search.split(os.pathsep)):
        yield from _with_libraries(Path(part).absolute())


def _of_command(command: Command) -> Iterator[str]:
    """The files that a command names, and their folders."""
    for word in (command.file, *command.words):
        named = Path(word).expanduser().absolute()
        if not named.exists():
            continue
        for path in {named, named.resolve()}:
            yield str(path)
            yield from _with_libraries(path.parent)


def _with_libraries(folder: Path) -> Iterator[str]:
    """A folder of programs, with what stands beside it: `~/.pyenv/versions/3.11/bin` needs the `lib` next to it."""
    if not _is_shared(folder):
        yield str(folder)
    if folder.name not in _PROGRAM_FOLDERS:
        return
    above = folder.parent
    if _is_shared(above) or above.name == ".local":
        yield str(above / "lib")
    else:
        yield str(above)


def _is_shared(folder: Path) -> bool:
    """Does it hold more than programs? The home folder does, folders for temporary files, and all above them."""
    holders = (Path.home(), Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
    return any(holder.resolve().is_relative_to(folder.resolve()) for holder in holders)
