"""Writing new files and folders atomically."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
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
    with _unfinished(name, _give_name) as path, path.open("x", encoding="utf-8") as file:
        yield file
        file.flush()


@contextmanager
def new_path(name: str) -> Iterator[Path]:
    """The same for what writes its file itself: a path to write to."""
    with _unfinished(name, _give_name) as path:
        yield path


@contextmanager
def new_folder(name: str) -> Iterator[Path]:
    """The same for a folder, which is there to be filled."""
    with _unfinished(name, _give_folder_name) as path:
        path.mkdir()
        yield path


@contextmanager
def _unfinished(name: str, finish: Callable[[Path, Path], None]) -> Iterator[Path]:
    """Where to write what will have that name; `finish` gives it the name."""
    path = user_path(name)
    if "\0" in name or not path.name:
        raise FathomError(f"{quoted(name)} is not a file name.")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if os.path.lexists(path):
            raise FileExistsError
        try:
            yield unfinished
            finish(unfinished, path)
        finally:
            _remove(unfinished)
    except FileExistsError:
        raise FathomError(f"{quoted(name)} already exists; choose another name.") from None
    except OSError as error:
        raise FathomError(f"{quoted(name)} cannot be written: {error.strerror or error}.") from error


def _remove(unfinished: Path) -> None:
    if unfinished.is_dir():
        import shutil  # slow to import, and only folders need it

        shutil.rmtree(unfinished)
    else:
        unfinished.unlink(missing_ok=True)


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


def _give_folder_name(unfinished: Path, path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError
    unfinished.rename(path)
