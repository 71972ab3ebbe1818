"""New files that are there completely or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from fathom.core.words import quoted
from fathom.errors import FathomError


@contextmanager
def new_file(name: str) -> Iterator[TextIO]:
    """A file to write, which gets its name when everything is written; `-` is standard output.

    A file that is there already is never overwritten, and work that is broken off leaves nothing behind.
    """
    if name == "-":
        yield sys.stdout
        return
    path = Path(name)
    if "\0" in name or not path.name:
        raise FathomError(f"{quoted(name)} is not the name of a file.")
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
        raise FathomError(f"{quoted(name)} is there already; choose another name.") from None
    except OSError as error:
        raise FathomError(f"{quoted(name)} cannot be written: {error.strerror or error}.") from error


def _give_name(unfinished: Path, path: Path) -> None:
    """Without overwriting a file that has come up meanwhile."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this disk
        if os.path.lexists(path):
            raise FileExistsError from None
        unfinished.rename(path)
