"""Writing new files atomically."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from fathom.core.words import quoted
from fathom.errors import FathomError
from fathom.storage.location import user_path


@contextmanager
def new_file(name: str) -> Iterator[TextIO]:
    """A file to write, which gets its name when it is complete; `-` is standard output.

    An existing file is never overwritten, and interrupted work leaves nothing behind.
    """
    if name == "-":
        yield sys.stdout
        return
    path = user_path(name)
    if "\0" in name or not path.name:
        raise FathomError(f"{quoted(name)} is not a file name.")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if os.path.lexists(path):
            raise FileExistsError
        with unfinished.open("x", encoding="utf-8") as file:
            try:
                yield file
                file.flush()
                _give_name(unfinished, path)
            finally:
                unfinished.unlink(missing_ok=True)
    except FileExistsError:
        raise FathomError(f"{quoted(name)} already exists; choose another name.") from None
    except OSError as error:
        raise FathomError(f"{quoted(name)} cannot be written: {error.strerror or error}.") from error


def _give_name(unfinished: Path, path: Path) -> None:
    """Rename the file, without overwriting one that has appeared in the meantime."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system
        if os.path.lexists(path):
            raise FileExistsError from None
        unfinished.rename(path)
