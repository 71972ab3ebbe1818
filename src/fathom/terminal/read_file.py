"""Files that a command is given."""

from __future__ import annotations

from pathlib import Path

from fathom.core.words import quoted
from fathom.errors import FathomError

_LARGEST_FILE = 10_000_000


def read_file(name: str) -> str:
    """The text of a file; raises one clear sentence for whatever keeps it from being read."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise FathomError(f"{quoted(name)} is too large: at most {_LARGEST_FILE:,} bytes are read.")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FathomError(f"{quoted(name)} is not a text file in UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FathomError(f"{quoted(name)} cannot be read: {reason}.") from error
