"""The files of the bench: reading items and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fathom.bench.answer_file import Answer, read_answers
from fathom.bench.item import Item, read_items
from fathom.core.words import quoted
from fathom.errors import FathomError
from fathom.storage.location import user_path

_LARGEST: Final = 500_000_000


def load_items(name: str) -> list[Item]:
    """The items of a file, or of the folder that `fathom bench make` has written."""
    path = user_path(name)
    return read_items(_read(path / "items.jsonl" if path.is_dir() else path, name), name)


def folder_of(name: str) -> Path:
    """The folder in which the items, and so their pictures, are."""
    path = user_path(name)
    return path if path.is_dir() else path.parent


def load_answers(name: str) -> list[Answer]:
    found = read_answers(_read(user_path(name), name), name)
    if not found:
        raise FathomError(f"{name} has no answers.")
    return found


def _read(path: Path, name: str) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise FathomError(f"{quoted(name)} is too large: at most {_LARGEST:,} bytes are read.")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FathomError(f"{quoted(name)} is not text in UTF-8.") from None
    except OSError as error:
        raise FathomError(f"{quoted(name)} cannot be read: {error.strerror or error}.") from None
